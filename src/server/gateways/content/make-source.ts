import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import { fillVariables, tenantVariables } from '../../../domain/content-variables.ts'
import { isProven } from '../../../domain/proven-texts.ts'
import { isHtml, markupToHtml } from '../../../domain/rich-text.ts'
import type { Locale, Tenant } from '../../../domain/tenant.ts'
import type { ContentSource, FaqEntry, TextPage, TextPageName } from './content-source.ts'
import { contentUnavailable, type ContentUnavailable } from './content-unavailable.ts'
import { inTenantsWord } from './in-tenants-word.ts'
import { sanitise } from './sanitise.ts'
import { shownEntries } from './shown-entries.ts'

/** Everything for one language's pages. */
type Shown = Awaited<ReturnType<typeof show>>

// Prepared once per tenant settings: sanitising a long page takes milliseconds.
const ready = new WeakMap<ContentEntries, WeakMap<Tenant, Map<Locale, Shown>>>()

const none = {}

/** Content for pages: variables filled in, HTML sanitised again, settings as fallback. */
export function makeSource(
  tenant: Tenant,
  load: () => Promise<ContentEntries | ContentUnavailable>,
): ContentSource {
  const shown = async (locale: Locale) => {
    const entries = await load()
    return entries === contentUnavailable ? null : readyOf(entries, tenant, locale)
  }
  return {
    textPage: async (name, locale) => {
      const all = await shown(locale)
      return all ? (all.pages[name] ?? null) : contentUnavailable
    },
    faq: async (locale) => (await shown(locale))?.faq ?? contentUnavailable,
    categories: async (locale) => (await shown(locale))?.categories ?? [],
    footnotes: async (locale) => (await shown(locale))?.footnotes ?? [],
    teasers: async (locale) => (await shown(locale))?.teasers ?? [],
    texts: async (locale) =>
      inTenantsWord((await shown(locale))?.texts ?? none, 'pages', tenant, locale),
    mailTexts: async (locale) =>
      inTenantsWord((await shown(locale))?.mailTexts ?? none, 'mails', tenant, locale),
  }
}

function readyOf(entries: ContentEntries, tenant: Tenant, locale: Locale): Shown {
  const byTenant = ready.get(entries) ?? new WeakMap<Tenant, Map<Locale, Shown>>()
  ready.set(entries, byTenant)
  const byLocale = byTenant.get(tenant) ?? new Map<Locale, Shown>()
  byTenant.set(tenant, byLocale)
  const known = byLocale.get(locale)
  if (known) return known
  const made = show(entries, tenant, locale)
  byLocale.set(locale, made)
  return made
}

function show(entries: ContentEntries, tenant: Tenant, locale: Locale) {
  const values = tenantVariables(tenant, locale)
  const plain = (text: string) => fillVariables(text, values)
  // By the page's rule: whatever counts as HTML was sanitised last.
  const rich = (text: string) => {
    const filled = plain(text)
    return isHtml(filled) ? cleaned(filled) : filled
  }
  const html = (text: string) => (isHtml(text) ? rich(text) : markupToHtml(plain(text)))
  const placed = <T extends { id: string; position?: number | undefined }>(all: T[]) =>
    all
      .map((entry, index) => ({ entry, position: entry.position ?? index }))
      .toSorted((a, b) => a.position - b.position)

  const { page, faq } = shownEntries(tenant, entries)
  const pages: Partial<Record<TextPageName, TextPage>> = Object.fromEntries(
    page.map(({ id, version, text }) => [id, { version, text: rich(text[locale]) }]),
  )
  return {
    pages,
    faq: together(
      placed(faq).map(({ entry }) => ({
        id: entry.id,
        group: plain(entry.group[locale]),
        question: plain(entry.question[locale]),
        answer: rich(entry.answer[locale]),
      })),
    ),
    categories: placed(entries.category).map(({ entry, position }) => ({
      id: entry.id,
      title: plain(entry.title[locale]),
      description: plain(entry.description[locale]),
      intro: rich(entry.intro[locale]),
      icon: entry.icon,
      position,
    })),
    footnotes: placed(entries.footnote).map(({ entry }) => ({
      id: entry.id,
      identifier: entry.identifier,
      group: entry.group,
      title: plain(entry.title[locale]),
      content: html(entry.content[locale]),
    })),
    teasers: placed(entries.teaser).map(({ entry }) => ({
      id: entry.id,
      category: entry.category,
      text: plain(entry.text[locale]),
      cents: entry.cents,
      upTo: entry.upTo,
    })),
    texts: ownTexts(entries.text, locale, plain),
    mailTexts: ownTexts(entries.mail, locale, plain),
  }
}

// The rest must still be recognised as HTML without its first tag.
function cleaned(html: string): string {
  const clean = sanitise(html)
  return isHtml(clean) ? clean : `<p>${clean}</p>`
}

// Entries of a group are adjacent, so that pages show each group once.
function together(entries: FaqEntry[]): FaqEntry[] {
  const groups = [...new Set(entries.map(({ group }) => group))]
  return groups.flatMap((group) => entries.filter((entry) => entry.group === group))
}

function ownTexts(
  entries: ContentEntries['text'],
  locale: Locale,
  plain: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    entries.flatMap(({ id, text }) => {
      const own = text[locale]
      return own === undefined || isProven(id) ? [] : [[id, plain(own)]]
    }),
  )
}
