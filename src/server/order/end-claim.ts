import { claimRefusalText, isFound } from '../../domain/claim.ts'
import { localDate } from '../../domain/dates.ts'
import { objectUntil } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { findAccount } from '../account/store.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import {
  closeClaim,
  contractOf,
  lockOpenClaims,
  type Claim,
  type Claimant,
  type ClaimEnd,
} from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail, type MailLink } from '../mail/store.ts'
import { issueRecipientToken } from '../referral/issue-recipient-token.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { findReferral } from '../referral/store.ts'
import type { KnownOrder } from './claim-form-store.ts'

type Context = { deps: Pick<Deps, 'clock' | 'keys'>; tenant: Tenant; actor: Actor }

/** Closes an open claim that is locked, with an audit row, and mails its maker. */
export async function endClaim(
  tx: Tx,
  { deps, tenant, actor }: Context,
  claim: Claim,
  end: ClaimEnd,
  { reason, isTold = true }: { reason?: string; isTold?: boolean } = {},
): Promise<void> {
  const at = deps.clock.now()
  const by = actor.kind === 'operator' ? actor.id : null
  await closeClaim(tx, tenant.code, claim.claim_id, end, { at, by })
  await audit(tx, tenant.code, {
    at,
    actor,
    action: `claim-${end.state}`,
    subjectKind: 'claim',
    subjectId: claim.claim_id,
    details: {
      ...('orderNumber' in end ? { order: end.orderNumber } : {}),
      ...(end.state === 'refused' ? { reason: end.reason } : {}),
    },
    change: { before: { state: 'open' }, after: { state: end.state } },
    ...(reason ? { reason } : {}),
  })
  if ('orderNumber' in end && actor.kind === 'operator')
    await audit(tx, tenant.code, {
      at,
      actor,
      action: 'order-attached',
      subjectKind: 'order',
      subjectId: end.orderNumber,
      change: { before: { claim: null }, after: { claim: claim.claim_id } },
      ...(reason ? { reason } : {}),
    })
  if (isTold && end.state !== 'withdrawn') await mailEnd(tx, deps, tenant, claim, end)
}

/**
 * Closes the open claims that an order answers which has just come for a recommendation, whoever made them. The order and its people are
 * locked. @param except the claim by which it came
 */
export async function matchClaims(
  tx: Tx,
  context: Context,
  order: KnownOrder,
  except: string | null,
): Promise<void> {
  const { referral_number: referralNumber, recipient_number: recipientNumber } = order
  const contract = {
    externalNumber: order.external_number,
    productId: order.product_id,
    contractOn: order.contract_on,
  }
  const open = await lockOpenClaims(tx, context.tenant.code, { referralNumber, recipientNumber })
  for (const claim of open)
    if (claim.claim_id !== except && isFound(contractOf(claim), contract, true))
      await endClaim(tx, context, claim, { state: 'matched', orderNumber: order.number })
}

async function mailEnd(
  tx: Tx,
  deps: Context['deps'],
  tenant: Tenant,
  claim: Claim,
  end: Exclude<ClaimEnd, { state: 'withdrawn' }>,
): Promise<void> {
  const now = deps.clock.now()
  const { claimant_kind: kind, claimant_id: id } = claim
  const to = await claimantOf(tx, deps, tenant, { kind, id })
  const referral = await findReferral(tx, tenant.code, claim.referral_number)
  if (!to || !referral) return
  const { locale } = to
  const objection = {
    page: 'Contact',
    query: { thema: 'objection', empfehlungsnummer: claim.referral_number },
  } as const
  await queueMail(tx, tenant.code, {
    template: 'claimDecided',
    to: to.email,
    locale,
    data: {
      firstName: to.firstName,
      productTitle: titleInMail(referral.title, referral.in_sentence, locale),
      reason: end.state === 'refused' ? claimRefusalText(end.reason, end.note, locale) : null,
      objectUntil: end.state === 'refused' ? objectUntil(localDate(now)).toString() : null,
      email: tenant.contact.email,
      link: { link: end.state === 'refused' ? objection : await to.link() },
    },
    dedupeKey: `claim-decided|${claim.claim_id}`,
    now,
  })
}

type Told = {
  email: string
  firstName: string
  locale: 'de' | 'en'
  link: () => Promise<MailLink>
}

/** Nobody who is forgotten. */
export async function claimantOf(
  tx: Tx,
  deps: Context['deps'],
  tenant: Tenant,
  { kind, id }: Claimant,
): Promise<Told | null> {
  if (kind === 'account') {
    const account = await findAccount(tx, tenant.code, id)
    if (!account || account.email === '') return null
    return {
      email: account.email,
      firstName: account.first_name,
      locale: account.language,
      link: () => Promise.resolve({ page: 'Dashboard' }),
    }
  }
  const contact = await findOwnRecipient(tx, tenant.code, id)
  if (!contact || contact.email === '') return null
  return {
    email: contact.email,
    firstName: contact.first_name,
    locale: contact.language,
    link: async () => {
      const now = deps.clock.now()
      const issued = await issueRecipientToken(tx, { deps, tenant, now }, id, { mailed: true })
      return { page: 'RecipientArea', token: { id: issued.id, as: 't' } }
    },
  }
}
