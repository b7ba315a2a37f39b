import type { Localised, Tenant } from '../../../domain/tenant.ts'
import { fail } from '../../errors.ts'
import { contentOf } from './content-of.ts'
import type { ContentDeps } from './content-source.ts'
import { contentUnavailable } from './content-unavailable.ts'
import { together } from '../../db/together.ts'

/** The terms as currently shown, with version. */
export type Terms = { text: Localised; version: string }

/**
 * The terms to consent to. Throws PSOF0601 while they cannot be read: consent to an unseen text is void. Call it before a
 * transaction, as it may wait for another connection.
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

/** The current version, to show whether somebody consented; without readable text that of the settings. */
export async function termsVersionOf(deps: ContentDeps, tenant: Tenant): Promise<string> {
  const page = await contentOf(deps, tenant).textPage('terms', 'de')
  return page === contentUnavailable || !page ? tenant.legal.termsVersion : page.version
}
