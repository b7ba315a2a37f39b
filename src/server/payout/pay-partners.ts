import { payoutReason } from '../../domain/bank-reasons.ts'
import { checkIban } from '../../domain/iban.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import { formatCents } from '../../domain/money.ts'
import { sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import {
  claimNotes,
  holdPartnerAccount,
  lockPayablePartners,
  markNotes,
  type PaidNote,
  type PaidPartner,
} from './partner-store.ts'
import { partnerPlace } from './places.ts'

/** What one sales partner gets in a batch: all open credit notes, less open corrections. */
export type PartnerTransfer = {
  partner: PaidPartner
  payoutId: string
  notes: PaidNote[]
  cents: number
  iban: string
}

/** What was due and is in no batch, since the account that was given for it cannot be paid to. */
export type SentBack = {
  id: string // of the reward, or the partner's number
  problem: string // one of our own reasons (domain/bank-reasons.ts)
  follows: 'asked' | 'held' // held: its owner was erased (decide-held.ts)
}

/**
 * Claims what sales partners are to be paid, at most `limit` of them, in the caller's transaction; each document is in one batch,
 * however many run at once. A partner whose IBAN cannot be paid to is asked for another and keeps nobody else out. Who has to give back
 * more than they get is not paid: that is carried forward to their next credit note.
 */
export async function claimPartners(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  tenant: Tenant,
  claim: { seed: string; limit: number; actor: Actor },
): Promise<{ good: PartnerTransfer[]; sentBack: SentBack[] }> {
  const good: PartnerTransfer[] = []
  const sentBack: SentBack[] = []
  while (good.length === 0) {
    const partners = await lockPayablePartners(tx, tenant.code, claim.limit)
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
      if (check.kind === 'ok' && isLatinName(partner.holder)) {
        good.push({ ...transfer, iban: check.iban })
        continue
      }
      await markNotes(tx, tenant.code, transfer.payoutId, null)
      const code = check.kind === 'ok' ? 'holder-letters' : 'iban-invalid'
      await askForAccount(tx, deps, tenant, { ...transfer, code, ...claim })
      sentBack.push({ id: partner.number, problem: code, follows: 'asked' })
    }
  }
  return { good, sentBack }
}

// The sum of signed totals: sumCents() takes amounts alone.
const totalOf = (notes: readonly PaidNote[]) =>
  sumCents(notes.filter(({ cents }) => cents > 0).map(({ cents }) => cents)) -
  sumCents(notes.filter(({ cents }) => cents < 0).map(({ cents }) => -cents))

/** Pays nothing more to a partner's account until it is given anew, and says so by mail. The caller holds the partner's row. */
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
    details: { reasonCode: code },
  })
}

const mostNamed = 4

/** The documents of a payment by their numbers; of many, how many there are. */
export function numbersOf(notes: readonly PaidNote[]): string {
  const named = notes.map(({ number }) => number)
  if (named.length <= mostNamed) return named.join(', ')
  return `${named.slice(0, mostNamed).join(', ')} (+${named.length - mostNamed})`
}

/** What the partner reads on the account statement; banks take 140 characters of it. */
export const purposeOf = (tenant: Pick<Tenant, 'name'>, notes: readonly PaidNote[]): string =>
  `${tenant.name} Gutschrift ${numbersOf(notes)}`
