import { payoutReason, reasonText } from '../../domain/bank-reasons.ts'
import { formatCents } from '../../domain/money.ts'
import { queueMail } from '../mail/store.ts'
import { listNotesOfPayout, markNotes, postNotes } from '../billing/note-payment-store.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import type { PayoutChange } from './payout-change.ts'
import { findPayoutAccount, type PaidPartner } from './partner-store.ts'
import { askForAccount, numbersOf } from './pay-partners.ts'
import { payoutPlace } from './places.ts'

// Effect of a bank status on the payout's credit notes. The caller holds the partner's row and has moved the payout.

type Case = PayoutChange & { partner: PaidPartner }

export async function settlePartner(at: Case): Promise<'settled'> {
  const { tx, deps, tenant, payout, partner } = at
  const now = deps.clock.now()
  const notes = await documentsOf(at)
  await markNotes(tx, tenant.code, payout.payout_id, at.bookedAt)
  const key = `payout:${payout.payout_id}:settled`
  await postNotes(tx, tenant.code, notes, 'settled', key, at.bookedAt)
  await queueMail(tx, tenant.code, {
    template: 'salesPartnerPaid',
    to: partner.email,
    locale: partner.language,
    data: {
      firstName: partner.first_name,
      noteNumber: numbersOf(notes),
      amount: formatCents(payout.cents, partner.language),
      maskedIban: payout.iban_mask,
      link: { link: { page: 'SalesPartnerBilling' } },
    },
    dedupeKey: `partner-paid|${payout.payout_id}`,
    now,
  })
  return 'settled'
}

/**
 * A failed or returned payment: the documents are open again. If the account is at fault, the next batch pays once the partner
 * has given a new one (one changed since the payment counts); else unchanged, or after an operator's decision.
 */
export async function takeBackFromPartner(
  at: Case,
): Promise<'rejected' | 'returned' | 'dueAgain' | 'held'> {
  const { tx, deps, tenant, payout, partner, word, follows, actor } = at
  const event = payout.state === 'paid' ? 'returned' : 'rejected'
  const now = deps.clock.now()
  const notes = await documentsOf(at)
  await markNotes(tx, tenant.code, payout.payout_id, null)
  const key = `payout:${payout.payout_id}:${event}`
  await postNotes(tx, tenant.code, notes, event, key, at.bookedAt)
  if (follows !== 'ask') return follows === 'hold' ? 'held' : 'dueAgain'
  const code = reasonText(word.reasonCodes) ?? 'none'
  if (await isStillTheAccount(at)) {
    await askForAccount(tx, deps, tenant, {
      partner,
      payoutId: payout.payout_id,
      cents: payout.cents,
      code,
      bankSpells: at.bankSpells,
      actor,
    })
    return event
  }
  await queueMail(tx, tenant.code, {
    template: 'salesPartnerPaidAgain',
    to: partner.email,
    locale: partner.language,
    data: {
      firstName: partner.first_name,
      amount: formatCents(payout.cents, partner.language),
      reason: payoutReason(code, partner.language),
      maskedIban: partner.iban_mask,
      link: { link: { page: 'SalesPartnerBilling' } },
    },
    dedupeKey: `partner-account|${payout.payout_id}`,
    now,
  })
  return event
}

/** Payments and documents are written together, so a payout without documents is an error that must not be posted. */
async function documentsOf({ tx, tenant, payout }: Case) {
  const notes = await listNotesOfPayout(tx, tenant.code, payout.payout_id)
  const cents = notes.reduce((sum, note) => sum + note.cents, 0)
  if (cents !== payout.cents) throw new Error('A payout is not the sum of its credit notes')
  return notes
}

/** Whether the partner's account is still the payout's. */
export async function isStillTheAccount({
  tx,
  deps,
  tenant,
  payout,
  partner,
}: Pick<Case, 'tx' | 'deps' | 'tenant' | 'payout' | 'partner'>): Promise<boolean> {
  const sealed = await findPayoutAccount(tx, tenant.code, payout.payout_id)
  const { keys } = deps
  return (
    keys.decrypt(sealed, payoutPlace(tenant.code, payout.payout_id)) ===
    keys.decrypt(partner.iban_encrypted, partnerPlace(tenant.code, partner.partner_id))
  )
}
