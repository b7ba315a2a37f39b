import { matchesNumber } from '../../domain/number-pattern.ts'
import {
  isVatId,
  type CheckResult,
  type SellerCheck,
  type SellerKind,
} from '../../domain/seller.ts'
import type { Tenant } from '../../domain/tenant.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import {
  listAlikeSellers,
  listIbansEndingAlike,
  listPeopleWithIban,
  type SellerRow,
} from './seller-store.ts'

export type Checked = { check: SellerCheck; result: CheckResult; value: string | null }
export type AlikeOne = {
  kind: SellerKind | 'person'
  id: string
  name: string
  isPerson: boolean
  by: 'iban' | 'vat' | 'name' | 'address'
}

/** What a registration gives and lacks. Its number is compared with the tenant's pattern; nothing is asked of anybody outside. */
export function checkSeller(tenant: Tenant, kind: SellerKind, seller: SellerRow): Checked[] {
  const { vat_id: vatId, tax_number: taxNumber } = seller
  const isAddressed = Boolean(seller.street && seller.zip && seller.city)
  const checks: Checked[] = [
    { check: 'email', result: seller.is_confirmed ? 'ok' : 'missing', value: null },
  ]
  const pattern = tenant.agencyNumberPattern
  if (kind === 'agency')
    checks.push({
      check: 'number',
      result: pattern === null ? 'unknown' : matchesNumber(pattern, seller.number) ? 'ok' : 'warn',
      value: seller.number,
    })
  // Without billing nobody writes to an agency, nor needs its tax data.
  if (kind === 'sales-partner' || tenant.agencyBilling) {
    checks.push({ check: 'address', result: isAddressed ? 'ok' : 'missing', value: null })
    checks.push({ check: 'tax', value: vatId, result: taxResult(vatId, taxNumber) })
  }
  if (kind === 'sales-partner') {
    const isCurrent = tenant.salesPartners?.version === seller.agreed_version
    checks.push({
      check: 'terms',
      result: isCurrent ? 'ok' : 'warn',
      value: seller.agreed_version,
    })
    checks.push({ check: 'iban', result: seller.account_problem ? 'warn' : 'ok', value: null })
  }
  return checks
}

function taxResult(vatId: string | null, taxNumber: string | null): CheckResult {
  if (vatId) return isVatId(vatId) ? 'ok' : 'warn'
  return taxNumber ? 'ok' : 'missing'
}

/** Who has the same IBAN, VAT id, name or address: agencies, partners, and people who recommend. */
export async function findAlike(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  seller: SellerRow,
): Promise<AlikeOne[]> {
  const alike = (await listAlikeSellers(tx, tenant, seller)).map(({ is_person, ...one }) => ({
    ...one,
    isPerson: is_person,
  }))
  if (!seller.iban_sealed) return alike
  const iban = keys.decrypt(seller.iban_sealed, partnerPlace(tenant, seller.id))
  const partners = (await listIbansEndingAlike(tx, tenant, seller)).filter(
    ({ id, sealed }) => keys.decrypt(sealed, partnerPlace(tenant, id)) === iban,
  )
  const people = await listPeopleWithIban(tx, tenant, keys.lookups(iban))
  return [
    ...partners.map(({ id, name, is_person }) => ({
      kind: 'sales-partner' as const,
      id,
      name,
      isPerson: is_person,
      by: 'iban' as const,
    })),
    ...people.map((one) => ({
      ...one,
      kind: 'person' as const,
      isPerson: true,
      by: 'iban' as const,
    })),
    ...alike,
  ]
}
