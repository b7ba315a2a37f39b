import { mailboxOf } from '../../domain/email.ts'
import { listAgencyUsers } from '../agency/user-store.ts'
import type { Deps } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { spellHome } from '../reward/judge-reward.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { findOperator } from '../team/store.ts'
import { openIban } from './own-case.ts'
import { listHomes, listIbans } from './own-case-store.ts'
import type { SellerRow } from './seller-store.ts'

type Concerned = Pick<SellerRow, 'id' | 'email' | 'iban_sealed' | 'street' | 'house_number' | 'zip'>

/** Whether an agency or partner is the operator's own: by the mailbox of anybody in it, household, or a partner's IBAN. */
export async function isOwnSeller(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  kind: SellerKind,
  seller: Concerned,
): Promise<boolean> {
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, operatorId))
  if (!operator) throw fail('session-missing')
  const own = mailboxOf(operator.email)
  const people = kind === 'agency' ? await listAgencyUsers(tx, tenant, seller.id) : []
  if ([seller, ...people].some(({ email }) => mailboxOf(email) === own)) return true
  const { street, house_number: houseNumber, zip } = seller
  if (street && houseNumber && zip) {
    const home = spellHome({ street, houseNumber, zip })
    if ((await listHomes(tx, tenant, [own])).some((one) => spellHome(one) === home)) return true
  }
  if (!seller.iban_sealed) return false
  const iban = keys.decrypt(seller.iban_sealed, partnerPlace(tenant, seller.id))
  return (await listIbans(tx, tenant, [own])).some((one) => openIban(keys, tenant, one) === iban)
}
