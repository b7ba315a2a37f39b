import type { Tenant } from '../../domain/tenant.ts'
import { claimNotes, markNotes, type PaidNote } from '../billing/note-payment-store.ts'
import type { Keys } from '../base/keys.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { isAllBlocked } from '../reward/blocked-reward.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { claimDue, giveBackClaims } from '../reward/due-store.ts'
import { readBankData } from './bank-data-store.ts'
import { endToEndIdOf } from './batch-ids.ts'
import { isPayee, logUnopened, openPayee, type Payee } from './payee.ts'
import { payeeOf, purposeOf } from './pay-partners.ts'
import { lockPartners } from './partner-store.ts'
import { payoutPlace } from './places.ts'
import type { Item } from './proposal-store.ts'
import type { NewPayout } from './store.ts'
import { readUltimateDebtors } from './ultimate-debtor.ts'

export type Transfer = {
  payout: NewPayout
  iban: string
  purpose: string
  notes: PaidNote[] // of a sales partner
}

/**
 * Claims approved payments for a file, with a copy of their bank data: later changes affect later payouts only. `changed`: those that are
 * not what was approved; nothing of them is claimed.
 */
export async function claimPayments(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  items: readonly Item[],
  seed: string,
): Promise<{ transfers: Transfer[]; changed: string[] }> {
  const transfers = new Map<string, Transfer>()
  const claim = { tx, deps, tenant, seed, transfers }
  await claimPartners(claim, items)
  await claimRewards(claim, items)
  return {
    transfers: items.flatMap(({ item_id: id }) => transfers.get(id) ?? []),
    changed: items.flatMap(({ item_id: id }) => (transfers.has(id) ? [] : id)),
  }
}

type Claim = {
  tx: Tx
  deps: Deps
  tenant: Tenant
  seed: string
  transfers: Map<string, Transfer>
}

async function claimRewards(claim: Claim, items: readonly Item[]): Promise<void> {
  const { tx, deps, tenant, seed, transfers } = claim
  const { code } = tenant
  const meant = new Map(items.flatMap((item) => (item.reward_id ? [[item.reward_id, item]] : [])))
  if (meant.size === 0) return
  const claimed = await claimDue(tx, code, {
    seed,
    ids: [...meant.keys()],
    today: deps.clock.today(),
    allBlocked: isAllBlocked(tenant),
  })
  const rows = await readBankData(
    tx,
    code,
    claimed.map(({ reward_id: id }) => id),
  )
  const data = new Map(rows.map((row) => [row.reward_id, row]))
  const debtors = await readUltimateDebtors(tx, tenant, [...data.keys()])
  const changed: string[] = []
  const problems = new Map<string, string>()
  for (const { reward_id: id, payout_id: payoutId, cents } of claimed) {
    const item = meant.get(id)!
    const row = data.get(id)
    const payee = row && openPayee(deps.keys, row, rewardPlace(code, id))
    if (typeof payee === 'string') problems.set(id, payee)
    const isInName = (debtors.get(id) ?? null) === item.ultimate_debtor
    if (
      !payee ||
      typeof payee === 'string' ||
      !isInName ||
      !isMeant(deps.keys, item, cents, payee)
    ) {
      changed.push(id)
      continue
    }
    const payout = payoutOf(claim, item, payoutId, payee)
    transfers.set(id, {
      payout,
      iban: payee.iban,
      purpose: `${tenant.name} ${tenant.rewardWord}, Ref. ${payout.endToEndId.slice(0, 8)}`,
      notes: [],
    })
  }
  logUnopened(deps, code, problems)
  if (changed.length > 0) await giveBackClaims(tx, code, changed)
}

async function claimPartners(claim: Claim, items: readonly Item[]): Promise<void> {
  const { tx, deps, tenant, seed, transfers } = claim
  const meant = new Map(items.flatMap((item) => (item.partner_id ? [[item.partner_id, item]] : [])))
  if (meant.size === 0) return
  const partners = await lockPartners(tx, tenant.code, [...meant.keys()])
  const all = await claimNotes(
    tx,
    tenant.code,
    seed,
    partners.map(({ partner_id: id }) => id),
  )
  const problems = new Map<string, string>()
  for (const partner of partners) {
    const { partner_id: id } = partner
    const item = meant.get(id)!
    const notes = all.filter(({ partner_id: of }) => of === id)
    const [first] = notes
    if (!first) continue
    const cents = notes.reduce((sum, note) => sum + note.cents, 0)
    const payee = payeeOf(deps.keys, tenant.code, partner)
    if (typeof payee === 'string') problems.set(id, payee)
    if (typeof payee === 'string' || !isMeant(deps.keys, item, cents, payee)) {
      await markNotes(tx, tenant.code, first.payout_id, null)
      continue
    }
    transfers.set(id, {
      payout: payoutOf(claim, item, first.payout_id, payee),
      iban: payee.iban,
      purpose: purposeOf(tenant, notes),
      notes,
    })
  }
  logUnopened(deps, tenant.code, problems)
}

const isMeant = (keys: Keys, item: Item, cents: number, payee: Payee) =>
  cents === item.cents && isPayee(keys, payee, item.payee_hash)

const payoutOf = (
  { deps: { keys }, tenant }: Claim,
  item: Item,
  payoutId: string,
  payee: Payee,
): NewPayout => ({
  payoutId,
  rewardId: item.reward_id,
  partnerId: item.partner_id,
  endToEndId: endToEndIdOf(payoutId),
  cents: item.cents,
  holder: payee.holder,
  ibanEncrypted: keys.encrypt(payee.iban, payoutPlace(tenant.code, payoutId)),
  ibanMask: item.iban_mask,
  bic: payee.bic,
  ultimateDebtor: item.ultimate_debtor,
})
