import type { Localised, Tenant } from '../../../domain/tenant.ts'
import { fail } from '../../errors.ts'
import { contentOf } from './content-of.ts'
import type { ContentDeps } from './content-source.ts'
import { contentUnavailable } from './content-unavailable.ts'
import { together } from '../../db/together.ts'

/** The terms in the words that the page of the terms shows now, with their version. */
export type Terms = { text: Localised; version: string }

/**
 * What somebody agrees to now. Refuses with PSOF0601 while nobody could read the terms: a consent to words that were not to be seen
 * is none. Asked for before a transaction, since it may wait for another connection.
 */
export async function termsOf(deps: ContentDeps, tenant: Tenant): Promise<Terms> {
  const source = contentOf(deps, tenant)
  const [de, en] = await together([
    () => source.textPage('terms', 'de'),
    () => source.textPage('terms', 'en'),
  ])
  if (de === contentUnavailable || en === contentUnavailable || !de || !en)
    throw fail('content-unreachable')
  return { text: { de: de.text, en: en.text }, version: de.version }
}

/** The version that stands now, for showing whether somebody agreed to it; that of the tenant's settings where no text can be read. */
export async function termsVersionOf(deps: ContentDeps, tenant: Tenant): Promise<string> {
  const page = await contentOf(deps, tenant).textPage('terms', 'de')
  return page === contentUnavailable || !page ? tenant.legal.termsVersion : page.version
}
