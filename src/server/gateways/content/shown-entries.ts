import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import { plainStatement } from '../../../domain/accessibility.ts'
import type { Tenant } from '../../../domain/tenant.ts'

/** Visible content of these entries, with the settings' questions and legal texts as fallback. */
export function shownEntries(
  { legal, content }: Pick<Tenant, 'legal' | 'content'>,
  entries: ContentEntries,
): ContentEntries {
  const { termsVersion: version, imprint, privacy, terms } = legal
  const stored: ContentEntries['page'] = [
    { id: 'imprint', version, text: imprint },
    { id: 'privacy', version, text: privacy },
    { id: 'terms', version, text: terms },
    { id: 'accessibility', version, text: content.accessibility ?? plainStatement },
  ]
  const own = new Set(entries.page.map(({ id }) => id))
  return {
    ...entries,
    faq: entries.faq.length > 0 ? entries.faq : content.faq,
    page: [...entries.page, ...stored.filter(({ id }) => !own.has(id))],
  }
}
