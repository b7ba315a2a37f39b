import { ourReason, payoutReason } from '../../domain/bank-reasons.ts'
import { formatCents } from '../../domain/money.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Keys } from '../base/keys.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import { holdPartnerAccount } from '../sales-partner/store.ts'
import type { PaidNote } from '../billing/note-payment-store.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import { lockPayablePartners, sumOpenOf, type PaidPartner } from './partner-store.ts'
import { logUnopened, openPayee, type Payee } from './payee.ts'

/** What a partner has to be paid: open credit notes less corrections. */
export type PayablePartner = { partner: PaidPartner; cents: number; payee: Payee }

/** Due but in no batch: its account cannot be paid to. */
export type SentBack = {
  id: string // of the reward, or the partner's number
  problem: string // one of our reasons (domain/bank-reasons.ts)
  follows: 'asked' | 'held' // held: its owner was erased (decide-held.ts)
}

/**
 * At most `limit` partners with something to be paid, locked. Whose account cannot be paid to is asked for another one without stopping
 * others. Negative balances are carried forward.
 */
export async function findPayable(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys' | 'log'>,
  tenant: Tenant,
  { limit, actor }: { limit: number; actor: Actor },
): Promise<{ payable: PayablePartner[]; sentBack: SentBack[] }> {
  const payable: PayablePartner[] = []
  const sentBack: SentBack[] = []
  const problems = new Map<string, string>()
  // If none of them is payable, others must not wait for the next run.
  while (payable.length === 0) {
    const before = sentBack.length
    const partners = await lockPayablePartners(tx, tenant.code, limit)
    if (partners.length === 0) break
    const ids = partners.map(({ partner_id: id }) => id)
    const sums = await sumOpenOf(tx, tenant.code, ids)
    for (const partner of partners) {
      // They may have changed before the lock.
      const cents = sums.get(partner.partner_id) ?? 0
      if (cents <= 0) continue
      const payee = payeeOf(deps.keys, tenant.code, partner)
      if (typeof payee !== 'string') {
        payable.push({ partner, cents, payee })
        continue
      }
      problems.set(partner.partner_id, payee)
      if (payee === 'key-missing') continue
      const code = payee === 'iban-unopened' ? 'iban-missing' : payee
      const payoutId = uuidv7()
      await askForAccount(tx, deps, tenant, { partner, payoutId, cents, code, actor })
      sentBack.push({ id: partner.number, problem: code, follows: 'asked' })
    }
    if (sentBack.length === before) break
  }
  logUnopened(deps, tenant.code, problems)
  return { payable, sentBack }
}

/** A partner's account as a file has it. */
export const payeeOf = (keys: Keys, tenant: string, partner: PaidPartner) =>
  openPayee(keys, partner, partnerPlace(tenant, partner.partner_id))

/** Stops payments to a partner's account until a new one is given, by mail. The caller holds the partner's row. */
export async function askForAccount(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  asked: {
    partner: PaidPartner
    payoutId: string
    cents: number
    code: string
    bankSpells?: string | null
    actor: Actor
  },
): Promise<void> {
  const { partner, payoutId, cents, code, bankSpells = null, actor } = asked
  const now = deps.clock.now()
  // They were asked for another account, so the name of this one does not matter.
  if (!(await holdPartnerAccount(tx, tenant.code, partner.partner_id, { code, bankSpells }))) return
  await queueMail(tx, tenant.code, {
    template: 'salesPartnerAccountNeeded',
    to: partner.email,
    locale: partner.language,
    data: {
      firstName: partner.first_name,
      amount: formatCents(cents, partner.language),
      reason: payoutReason(code, partner.language),
      own: ourReason(code),
      named: bankSpells === null ? null : 1,
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
