import * as contract from '../../contract/betrieb-nachbuchungen.ts'
import type { AnswerOf, QueryOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { claimRefusalText, claimUntil, likelihood, likenessOf } from '../../domain/claim.ts'
import { localDate } from '../../domain/dates.ts'
import { dueOf } from '../../domain/review.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit } from '../base/audit-store.ts'
import { contractOf, findClaimFile, type Claim } from '../base/claim-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { fileCsp } from '../base/safety-headers.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import {
  listClaimQueue,
  listClaimSides,
  listLikely,
  readClaim,
  type ClaimFilter,
  type ClaimRow,
  type ClaimSide,
  type LikelyOrder,
} from './claim-queue-store.ts'
import { readLeftToAttach } from './attach-contract.ts'
import { maskPeople } from './case-people.ts'
import { isOwnCase } from './own-case.ts'
import { readReferralSides } from './own-case-store.ts'
import { listCaseEvents } from './review-queue-store.ts'
import { operatorsIn, sayEvents } from './say-events.ts'

const sides = { account: 'Empfehler', recipient: 'Empfaenger' } as const

export const viewOf = (
  row: ClaimRow,
  names: ReadonlyMap<string, string>,
  self: string,
  today: Temporal.PlainDate,
) => ({
  id: row.claim_id,
  claimant: sides[row.claimant_kind],
  name: row.name,
  orderNumber: row.external_number,
  contractOn: row.contract_on,
  product: row.product,
  hasFile: row.has_file,
  state: row.state,
  madeAt: row.made_at.toString(),
  answerBy: row.answer_by,
  due: dueOf(row.answer_by, today),
  assignee: row.assigned_to ? (names.get(row.assigned_to) ?? row.assigned_to) : null,
  isMine: row.assigned_to === self,
  closedAt: row.closed_at?.toString() ?? null,
  version: row.version,
})

type Asked = QueryOf<typeof contract.showClaimsFile>

export function filterOf(
  { assignee, search, state, due }: Asked,
  self: string,
  today: Temporal.PlainDate,
): ClaimFilter {
  const [states, dues] = [[state ?? []].flat(), [due ?? []].flat()]
  return {
    today: today.toString(),
    ...(dues.length > 0 ? { dues } : {}),
    ...(assignee ? { assignee: assignee === 'mir' ? self : null } : {}),
    ...(search ? { search } : {}),
    states: states.length > 0 ? states : ['offen'],
  }
}

export const listOpenClaims = serve(contract.listOpenClaims, async (call) => {
  const { tenant, body, caller, today } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  const { page = 1, pageSize = 50, orderBy = 'AntwortBis', descending = false, filter = {} } = body
  return call.transaction(async (tx) => {
    const { rows, count } = await listClaimQueue(tx, tenant.code, {
      filter: filterOf(filter, caller.operatorId, today),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const names = await operatorNames(
      tx,
      tenant.code,
      rows.map((row) => row.assigned_to),
    )
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, names, caller.operatorId, today)),
    }
  })
})

/** Whether a claim is about the operator: its maker, everybody on both sides of its recommendation, or the agency that made it. */
export async function isOwnClaim(
  tx: Tx,
  deps: Pick<Deps, 'keys'>,
  tenant: string,
  operatorId: string,
  claim: Claim,
  both: readonly ClaimSide[],
): Promise<boolean> {
  const of = (kind: ClaimSide['kind']) => [
    ...both.filter((one) => one.kind === kind).map(({ id }) => id),
    ...(claim.claimant_kind === kind ? [claim.claimant_id] : []),
  ]
  const { agencies } = await readReferralSides(tx, tenant, claim.referral_number)
  const concerned = {
    accounts: of('account'),
    recipients: of('recipient'),
    agencies,
  }
  return isOwnCase(tx, deps, tenant, operatorId, concerned)
}

export const showClaim = serve(contract.showClaim, async (call) => {
  const { tenant, params, caller, today } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  return call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await readClaim(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const both = await listClaimSides(tx, tenant.code, found.referral_number)
    const subjects = [found.claim_id, found.order_number, found.referral_number]
    const events = await listCaseEvents(
      tx,
      tenant.code,
      subjects.filter((one) => one !== null),
    )
    const names = await operatorNames(tx, tenant.code, [
      found.assigned_to,
      found.changed_by,
      found.entered_by,
      ...operatorsIn(events),
    ])
    const maker = both.find(
      ({ kind, id }) => kind === found.claimant_kind && id === found.claimant_id,
    )
    const language = maker?.language ?? 'de'
    const { operatorId } = caller
    return {
      ...viewOf(found, names, operatorId, today),
      language,
      note: found.note,
      referralNumber: found.referral_number,
      recommendedOn: both.find(({ kind }) => kind === 'account')?.since ?? null,
      people: maskPeople(peopleOf(both)),
      likely: await likelyOf(tx, tenant, found),
      attachedTo: found.order_number,
      refusal: found.refusal_reason
        ? claimRefusalText(found.refusal_reason, found.refusal_note, language)
        : null,
      isOwnCase: await isOwnClaim(tx, call.deps, tenant.code, operatorId, found, both),
      leftCents: await readLeftToAttach(tx, tenant.code, operatorId, call.now),
      enteredBy: found.entered_by && (names.get(found.entered_by) ?? found.entered_by),
      isEntered: found.entered_by === operatorId,
      changedBy: found.changed_by ? (names.get(found.changed_by) ?? found.changed_by) : null,
      changedAt: found.changed_at.toString(),
      events: sayEvents(events, names, call),
    }
  })
})

/** In clear. */
export const peopleOf = (both: readonly ClaimSide[]) =>
  both.map(({ kind, id, name, email }) => ({ kind: sides[kind], id, name, email }))

type Likely = AnswerOf<typeof contract.showClaim>['likely'][number]

const shown = 10

/** The likeliest orders first; those of others only by their number. */
async function likelyOf(tx: Tx, tenant: Tenant, claim: Claim): Promise<Likely[]> {
  const found = await listLikely(tx, tenant.code, claim)
  const madeOn = localDate(claim.made_at)
  return found
    .map((order) => {
      const whose = whoseOf(order, claim)
      const likeness = likenessOf(contractOf(claim), {
        externalNumber: order.external_number,
        productId: order.product_id,
        contractOn: order.contract_on,
      })
      const until = claimUntil(Temporal.PlainDate.from(order.contract_on), tenant.claimMonths)
      return {
        order: {
          number: order.number ?? order.external_number ?? '',
          externalNumber: order.external_number,
          product: order.product,
          contractOn: order.contract_on,
          state: order.state,
          whose,
          ...likeness,
          isLate: Temporal.PlainDate.compare(madeOn, until) > 0,
          canAttach:
            whose === 'nobody' ||
            (whose === 'claimant' && (order.state === 'confirmed' || order.state === 'released')),
        },
        score: likelihood(likeness, whose),
      }
    })
    .toSorted((a, b) => b.score - a.score || b.order.contractOn.localeCompare(a.order.contractOn))
    .slice(0, shown)
    .map(({ order }) => order)
}

/** Another contact's order of the same recommendation is no contact's own, but its referrer's. */
const whoseOf = (
  { referral_number, recipient_number }: LikelyOrder,
  claim: Claim,
): Likely['whose'] => {
  if (referral_number === null) return 'nobody'
  const isOwn =
    referral_number === claim.referral_number &&
    (claim.claimant_kind === 'account' || recipient_number === claim.claimant_id)
  return isOwn ? 'claimant' : 'other'
}

const endings = { 'image/jpeg': 'jpg', 'application/pdf': 'pdf' } as const

export const showClaimFile = serve(contract.showClaimFile, async (call) => {
  const { tenant, params, now, reply } = call
  const file = await call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await findClaimFile(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'claim-file-fetched',
      subjectKind: 'claim',
      subjectId: params.id,
    })
    return found
  })
  // Somebody's upload: nothing in it runs, and no browser shows it in place.
  reply
    .header('Cache-Control', 'no-store')
    .header('Content-Security-Policy', fileCsp)
    .header('X-Content-Type-Options', 'nosniff')
    .header(
      'Content-Disposition',
      `attachment; filename="meldung-${params.id.slice(0, 8)}.${endings[file.type]}"`,
    )
    .type(file.type)
  await reply.send(file.content)
  return undefined
})
