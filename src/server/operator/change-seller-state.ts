import type { SellerKind } from '../../domain/seller.ts'
import { changeAgencyState } from '../agency/change-agency-state.ts'
import { lockAgencyByNumber } from '../agency/store.ts'
import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'
import { lockPartnerByNumber } from '../sales-partner/store.ts'
import { isOwnSeller } from './own-case.ts'

/** Locks an agency or partner, as registrations do; its id. */
export async function lockSeller(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  number: string,
): Promise<string | undefined> {
  if (kind === 'agency') return (await lockAgencyByNumber(tx, tenant, number))?.agency_id
  return (await lockPartnerByNumber(tx, tenant, number))?.partner_id
}

/** Changes the state of an agency or partner, by an operator whose own it is not. @throws own-case */
export async function changeSellerStateAs(
  tx: Tx,
  deps: Deps,
  tenant: string,
  kind: SellerKind,
  ...[number, state, actor, refusal]: [
    number: string,
    state: 'active' | 'inactive' | 'closed',
    actor: Actor,
    refusal?: Parameters<typeof changePartnerState>[6],
  ]
): ReturnType<typeof changePartnerState> {
  const id = await lockSeller(tx, tenant, kind, number)
  if (!id) return 'unknown'
  if (await isOwnSeller(tx, deps, tenant, actor.id, kind, id)) throw fail('own-case')
  const change = kind === 'agency' ? changeAgencyState : changePartnerState
  return change(tx, deps, tenant, number, state, actor, refusal)
}
