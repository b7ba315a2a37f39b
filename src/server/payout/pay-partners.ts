import { payoutReason } from '../../domain/bank-reasons.ts'
import { payableBic } from '../../domain/bic.ts'
import { checkIban } from '../../domain/iban.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import { formatCents } from '../../domain/money.ts'
import { sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { holdPartnerAccount } from '../sales-partner/store.ts'
import { type PaidNote, claimNotes, markNotes } from '../billing/note-payment-store.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import type { IsOwn } from './own-payment.ts'
import { lockPayablePartners, type PaidPartner } from './partner-store.ts'

/** A partner's payment in a batch: open credit notes less corrections. */
export type PartnerTransfer = {
  partner: PaidPartner
  payoutId: string
  notes: PaidNote[]
  cents: number
  iban: string
  bic: string | null
}

/** Due but in no batch: its account cannot be paid to. */
export type SentBack = {
  id: string // of the reward, or the partner's number
  problem: string // one of our reasons (domain/bank-reasons.ts)
  follows: 'asked' | 'held' // held: its owner was erased (decide-held.ts)
}

/**
 * Claims at most `limit` partners' payments in the caller's transaction; each document is in one batch, also in parallel. A
 * partner with unpayable IBAN is asked for another without stopping others. Negative balances are carried forward.
 */
export async function claimPartners(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  claim: { seed: string; limit: number; actor: Actor; isOwn: IsOwn },
): Promise<{ good: PartnerTransfer[]; sentBack: SentBack[]; own: number }> {
  const good: PartnerTransfer[] = []
  const sentBack: SentBack[] = []
  let own = 0
  while (good.length === 0) {
    const payable = await lockPayablePartners(tx, tenant.code, claim.limit)
    const partners: PaidPartner[] = []
    for (const one of payable)
      if (!(await claim.isOwn(tx, { reward_id: null, partner_id: one.partner_id })))
        partners.push(one)
    own = payable.length - partners.length
    if (partners.length === 0) break
    const ids = partners.map(({ partner_id }) => partner_id)
    const notes = await claimNotes(tx, tenant.code, claim.seed, ids)
    if (notes.length === 0) break
    for (const partner of partners) {
      const own = notes.filter(({ partner_id }) => partner_id === partner.partner_id)
      const [first] = own
      if (!first) continue
      const transfer = { partner, payoutId: first.payout_id, notes: own, cents: totalOf(own) }
      const place = partnerPlace(tenant.code, partner.partner_id)
      const check = checkIban(deps.keys.decrypt(partner.iban_encrypted, place), {
        germanOnly: false,
      })
      const bic = check.kind === 'ok' ? payableBic(check.iban, partner.bic) : undefined
      if (check.kind === 'ok' && bic !== undefined && isLatinName(partner.holder)) {
        good.push({ ...transfer, iban: check.iban, bic })
        continue
      }
      await markNotes(tx, tenant.code, transfer.payoutId, null)
      const code = problemOf(check.kind === 'ok', bic !== undefined)
      await askForAccount(tx, deps, tenant, { ...transfer, code, ...claim })
      sentBack.push({ id: partner.number, problem: code, follows: 'asked' })
    }
  }
  return { good, sentBack, own }
}

const problemOf = (isIban: boolean, isBic: boolean) => {
  if (!isIban) return 'iban-invalid'
  return isBic ? 'holder-letters' : 'bic-missing'
}

// The sum of signed totals: sumCents() takes unsigned amounts.
const totalOf = (notes: readonly PaidNote[]) =>
  sumCents(notes.filter(({ cents }) => cents > 0).map(({ cents }) => cents)) -
  sumCents(notes.filter(({ cents }) => cents < 0).map(({ cents }) => -cents))

/** Stops payments to a partner's account until a new one is given, by mail. The caller holds the partner's row. */
export async function askForAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  asked: { partner: PaidPartner; payoutId: string; cents: number; code: string; actor: Actor },
): Promise<void> {
  const { partner, payoutId, cents, code, actor } = asked
  const now = deps.clock.now()
  await holdPartnerAccount(tx, tenant.code, partner.partner_id, code)
  await queueMail(tx, tenant.code, {
    template: 'salesPartnerAccountNeeded',
    to: partner.email,
    locale: partner.language,
    data: {
      firstName: partner.first_name,
      amount: formatCents(cents, partner.language),
      reason: payoutReason(code, partner.language),
      link: { link: { page: 'SalesPartnerData' } },
    },
    dedupeKey: `partner-account|${payoutId}`,
    now,
  })
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'sales-partner-account-held',
    subjectKind: 'sales-partner',
    subjectId: partner.partner_id,
    change: { before: { account: 'open' }, after: { account: 'held', reasonCode: code } },
  })
}

const mostNamed = 4

/** The numbers of a payment's documents; if many, their count. */
export function numbersOf(notes: readonly PaidNote[]): string {
  const named = notes.map(({ number }) => number)
  if (named.length <= mostNamed) return named.join(', ')
  return `${named.slice(0, mostNamed).join(', ')} (+${named.length - mostNamed})`
}

/** The text on the bank statement, at most 140 characters. */
export const purposeOf = (tenant: Pick<Tenant, 'name'>, notes: readonly PaidNote[]): string =>
  `${tenant.name} Gutschrift ${numbersOf(notes)}`
