import * as contract from '../../contract/betrieb-nachbuchungen.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  claimReasons,
  claimReasonTexts,
  claimRefusals,
  claimRefusalText,
  orderKey,
  type ClaimRefusal,
} from '../../domain/claim.ts'
import { say, type Said } from '../../domain/say.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import {
  contractOf,
  findClaim,
  lockClaim,
  setClaimAssignee,
  type Claim,
  type ClaimEnd,
} from '../base/claim-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { describeRefusal } from '../order/describe-order-line.ts'
import { endClaim } from '../order/end-claim.ts'
import { findOrderNumber, lockOrder } from '../order/store.ts'
import { findUnmatched, type UnmatchedOrder } from '../order/unmatched-store.ts'
import { needProof, serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { attachContract } from './attach-contract.ts'
import { isOwnClaim } from './claim-queue.ts'
import { findNextClaim, listClaimSides, type ClaimSide } from './claim-queue-store.ts'

type Decision = Call<{ id: string }, unknown, BodyOf<typeof contract.decideClaim>>

/** The open claim as the caller saw it; whoever saw an older one is refused. */
function check(found: Claim | undefined, version: number): Claim {
  if (!found) throw fail('not-found')
  if (found.state !== 'open' || found.version !== version) throw fail('changed-meanwhile')
  return found
}

const lockSeen = async (
  tx: Tx,
  { tenant, params, body }: Pick<Decision, 'tenant' | 'params'> & { body: { version: number } },
) => check(await lockClaim(tx, tenant.code, params.id), body.version)

export const decideClaim = serve(contract.decideClaim, async (call) => {
  const { deps, tenant, body, params, caller, realNow } = call
  const { operatorId } = personOf(call)
  const accepted = claimReasons.find((one) => one === body.reason)
  const refused = claimRefusals.find((one) => one === body.reason)
  if (body.verdict === 'anerkannt' ? !accepted : !refused) throw invalid(call, 'Grund', 'reason')
  if (refused === 'other' && !body.note) throw invalid(call, 'Notiz', 'note')
  if (accepted && !body.order) throw invalid(call, 'Auftrag', 'order')
  if (!isUuid(params.id)) throw fail('not-found')
  // 633: an accepted one earns money, as a contract matched by hand; a refusal can be objected to.
  if (accepted && caller.kind === 'operator') needProof(caller, realNow)
  const decide = async (tx: Tx) => {
    // Read first, locked last: the feed locks order and people before claims.
    const found = check(await findClaim(tx, tenant.code, params.id), body.version)
    const both = await listClaimSides(tx, tenant.code, found.referral_number)
    if (await isOwnClaim(tx, deps, tenant.code, operatorId, found, both)) throw fail('own-case')
    if (found.entered_by === operatorId) throw fail('second-person')
    const why = accepted
      ? [claimReasonTexts[accepted].de, body.note].filter(Boolean).join(' ')
      : claimRefusalText(refused!, body.note || null, 'de')
    const actor = { ...actorOf(call.caller), reason: why }
    const end = accepted
      ? await attach(tx, call, { claim: found, both, actor })
      : refusalOf(refused!, body.note)
    const claim = await lockSeen(tx, call)
    await endClaim(tx, { deps, tenant, actor }, claim, end, { reason: why })
    return {
      next: await findNextClaim(tx, tenant.code, {
        id: params.id,
        answerBy: claim.answer_by,
      }),
    }
  }
  return retryConflict(() => call.transaction(decide))
})

const refusalOf = (reason: ClaimRefusal, note: string | undefined): ClaimEnd => ({
  state: 'refused',
  reason,
  note: note || null,
})

type Asked = { claim: Claim; both: readonly ClaimSide[]; actor: Actor }

/** The order that a claim is accepted with: one that counts for the claimant, or a contract of the feed that fitted nobody until now. */
async function attach(tx: Tx, call: Decision, asked: Asked): Promise<ClaimEnd> {
  const { tenant, body } = call
  const typed = body.order ?? ''
  const known = await findOrderNumber(tx, tenant.code, typed)
  if (known === undefined) {
    const line = await findUnmatched(tx, tenant.code, orderKey(typed))
    if (!line) {
      // Whoever was first took it.
      check(await findClaim(tx, tenant.code, call.params.id), body.version)
      throw invalid(call, 'Auftrag', 'unknown')
    }
    return {
      state: 'accepted',
      orderNumber: await importFor(tx, call, asked, line),
    }
  }
  const order = await lockOrder(tx, tenant.code, known)
  const { claim } = asked
  const isOwn =
    order?.referral_number === claim.referral_number &&
    (claim.claimant_kind === 'account' || order.recipient_number === claim.claimant_id)
  if (!order || !isOwn) throw invalid(call, 'Auftrag', 'other')
  if (order.state === 'cancelled') throw invalid(call, 'Auftrag', 'cancelled')
  if (order.state === 'reported') throw invalid(call, 'Auftrag', 'reported')
  return { state: 'accepted', orderNumber: order.number }
}

/** Imports the contract for the contact, as if the feed had named them. */
async function importFor(
  tx: Tx,
  call: Decision,
  { claim, both, actor }: Asked,
  line: UnmatchedOrder,
): Promise<string> {
  const { body } = call
  const contacts = both.filter(({ kind }) => kind === 'recipient')
  const asked = claim.claimant_kind === 'recipient' ? claim.claimant_id : body.contact
  const contact = asked ? contacts.find(({ id }) => id === asked) : oneOf(contacts)
  if (!contact) throw invalid(call, 'Empfaengernummer', contacts.length > 0 ? 'contact' : 'nobody')
  const imported = await attachContract(tx, call, {
    line,
    said: [contractOf(claim)],
    referral: claim.referral_number,
    contact,
    source: 'claim',
    actor,
    claimId: claim.claim_id,
    details: { claim: claim.claim_id },
  })
  if (imported.kind === 'new') return imported.number
  if (imported.kind !== 'failed') throw fail('changed-meanwhile')
  const message = describeRefusal(imported.error, imported.fields, call)
  throw fail('validation', { fields: [{ field: 'Auftrag', message }] })
}

const oneOf = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

export const assignClaim = serve(contract.assignClaim, async (call) => {
  const { tenant, body, params, now } = call
  const { operatorId } = personOf(call)
  if (!isUuid(params.id)) throw fail('not-found')
  return call.transaction(async (tx) => {
    const found = await lockSeen(tx, call)
    const to = body.isMine ? operatorId : null
    await setClaimAssignee(tx, tenant.code, params.id, {
      to,
      at: now,
      by: operatorId,
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: body.isMine ? 'claim-taken' : 'claim-given-back',
      subjectKind: 'claim',
      subjectId: params.id,
      change: {
        before: { assignedTo: found.assigned_to },
        after: { assignedTo: to },
      },
    })
    return undefined
  })
})

const texts = {
  reason: {
    de: 'Dieser Grund passt nicht zu dieser Entscheidung.',
    en: 'This reason does not fit the decision.',
  },
  note: {
    de: 'Die Person braucht dazu einen Grund in Worten.',
    en: 'The person needs a reason in words.',
  },
  order: {
    de: 'Welcher Vertrag ist es? Ohne einen lässt sich nichts anerkennen.',
    en: 'Which contract is it? Without one nothing can be accepted.',
  },
  unknown: {
    de: 'Diese Nummer kennt niemand: weder als Auftrag noch aus den Daten des Anbieters.',
    en: 'Nobody knows this number: neither as an order nor from the provider’s data.',
  },
  other: {
    de: 'Dieser Vertrag zählt schon für jemand anderen. Er lässt sich hier nicht umhängen.',
    en: 'This contract counts for somebody else already. It cannot be moved here.',
  },
  cancelled: {
    de: 'Dieser Vertrag ist storniert.',
    en: 'This contract is cancelled.',
  },
  reported: {
    de: 'Diesen Vertrag hat bisher nur ein Browser gemeldet; der Anbieter muss ihn noch bestätigen.',
    en: 'Only a browser has reported this contract so far; the provider still has to confirm it.',
  },
  contact: {
    de: 'Von welchem Kontakt ist der Vertrag?',
    en: 'Which contact’s contract is it?',
  },
  nobody: {
    de: 'Diese Empfehlung hat noch niemand angenommen.',
    en: 'Nobody has accepted this recommendation yet.',
  },
} satisfies Record<string, Said>

const invalid = (call: Pick<Call, 'locale' | 'tenant'>, field: string, text: keyof typeof texts) =>
  fail('validation', { fields: [{ field, message: say(texts[text], call) }] })
