import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/connection.ts'
import { findEntries } from '../gateways/content/entry-store.ts'
import { clashOfTerms } from '../gateways/content/keep-versions.ts'
import { saysVatModel } from '../../domain/content-variables.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'

/** Whether the terms or agencies' rules say in whose name rewards are given, and that changes. */
export function saysOtherModel(stored: StoredTenant, next: StoredTenant): boolean {
  const [old, now] = [stored, next].map(({ vatModel = 'agency' }) => vatModel)
  const texts = [next.legal.terms, next.content?.agency?.rules ?? { de: '', en: '' }]
  return old !== now && texts.some(({ de, en }) => saysVatModel(de) || saysVatModel(en))
}

/** Why a tenant's settings may not change so, by field; empty: they may. */
export async function judgeTenantChange(
  tx: Tx,
  stored: StoredTenant,
  next: StoredTenant,
): Promise<string[]> {
  const problems: string[] = []
  const entries = await findEntries(tx, stored.code)
  const clash = await clashOfTerms(
    tx,
    stored.code,
    { legal: stored.legal, entries },
    { legal: next.legal, entries },
  )
  if (clash !== null)
    problems.push(
      `legal.termsVersion: people agree to version ${clash} in other words; other words need a new version`,
    )
  // Agencies agree to their rules under the terms' version.
  const sameVersion = stored.legal.termsVersion === next.legal.termsVersion
  const [rules, newRules] = [stored.content?.agency?.rules, next.content?.agency?.rules]
  if (sameVersion && rules && !isDeepStrictEqual(rules, newRules))
    problems.push('content.agency.rules: other words need a new "legal.termsVersion"')
  if (sameVersion && saysOtherModel(stored, next))
    problems.push('vatModel: the terms say it, so other words need a new "legal.termsVersion"')
  const [partners, newPartners] = [stored.salesPartners, next.salesPartners]
  if (
    partners &&
    partners.version === newPartners?.version &&
    !isDeepStrictEqual(partners.agreement, newPartners.agreement)
  )
    problems.push('salesPartners.agreement: other words need a new "version"')
  const service = ({ contentService, contentApp }: StoredTenant) => [
    contentService ?? null,
    contentApp,
  ]
  if (!isDeepStrictEqual(service(stored), service(next)))
    problems.push('contentService, contentApp: "content connect" changes them')
  return problems
}
