import { createHash } from 'node:crypto'
import type { ContentEntries } from '../../../contract/inhalt-datei.ts'
import { isHtml } from '../../../domain/rich-text.ts'
import type { Localised, Tenant } from '../../../domain/tenant.ts'
import { findTermsAgreedTo } from '../../base/consent-store.ts'
import type { Tx } from '../../db/connection.ts'
import { sanitise } from './sanitise.ts'

type Page = ContentEntries['page'][number]
type Legal = { legal: Pick<Tenant['legal'], 'terms' | 'termsVersion'> }

/**
 * Consents name the terms' version. If a service changes the text under the same version, ours gets a suffix, so that a name
 * never stands for two texts.
 */
export function keepVersions(
  tenant: Legal,
  before: ContentEntries | undefined,
  after: ContentEntries,
): ContentEntries {
  const shown = shownPages(tenant, before)
  const page = after.page.map((entry) => {
    const old = shown.find(({ id }) => id === entry.id)
    if (!old || (old.version !== entry.version && !old.version.startsWith(`${entry.version}+`)))
      return entry
    if (sameWords(old.text, entry.text)) return { ...entry, version: old.version }
    const words = createHash('sha256').update(JSON.stringify(entry.text)).digest('hex')
    return { ...entry, version: `${entry.version}+${words.slice(0, 8)}` }
  })
  return { ...after, page }
}

type Stand = Legal & { entries: ContentEntries | undefined }

/**
 * The version that would stand for two texts, or null: compares content before and after, the settings, and all texts consented
 * to under it.
 */
export async function clashOfTerms(
  tx: Tx,
  tenant: string,
  before: Stand,
  after: Stand,
): Promise<string | null> {
  const [old, next] = [before, after].map((stand) =>
    shownPages(stand, stand.entries).find(({ id }) => id === 'terms'),
  )
  if (!old || !next) return null
  const pairs = [
    { from: old, to: next },
    { from: inSettings(before), to: inSettings(after) },
  ]
  const clash = pairs.find(
    ({ from, to }) => from.version === to.version && !sameWords(from.text, to.text),
  )
  if (clash) return clash.to.version
  if (old.version === next.version) return null
  const agreed = await findTermsAgreedTo(tx, tenant, next.version)
  const words = Object.values(next.text).map(spaced)
  return agreed.every((text) => words.includes(spaced(text))) ? null : next.version
}

const inSettings = ({ legal }: Legal) => ({ version: legal.termsVersion, text: legal.terms })
const spaced = (text: string) => cleaned(text).replace(/\s+/g, ' ')

// Only the terms, the one page people consent to.
function shownPages({ legal }: Legal, entries: ContentEntries | undefined): Page[] {
  const own = entries?.page ?? []
  if (own.some(({ id }) => id === 'terms')) return own
  return [...own, { id: 'terms', version: legal.termsVersion, text: legal.terms }]
}

const sameWords = (one: Localised, other: Localised) =>
  cleaned(one.de) === cleaned(other.de) && cleaned(one.en) === cleaned(other.en)

const cleaned = (text: string) => (isHtml(text) ? sanitise(text) : text).trim()
