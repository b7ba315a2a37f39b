import * as contract from '../../contract/betrieb-rueckforderungen.ts'
import { pagesOf } from '../../contract/report-list.ts'
import {
  cannotRemind,
  cannotSetOff,
  setOffFrom,
  type ClawbackFilter,
} from '../../domain/clawback.ts'
import { localDate } from '../../domain/dates.ts'
import { leftAlone, leftToApprove } from '../../domain/goodwill.ts'
import { initialsOf } from '../../domain/initials.ts'
import { isUuid } from '../base/uuid.ts'
import { fail } from '../errors.ts'
import { listSettable } from '../reward/clawback-store.ts'
import { listRepayments } from '../reward/repayment-store.ts'
import { findContact } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { listClawbackRows, readClawback, type ClawbackRow } from './clawback-list-store.ts'
import { readGiven } from './given-goodwill.ts'
import { isOwnReward } from './own-case.ts'
import { readOwner } from './own-case-store.ts'
import { listCaseEvents } from './review-queue-store.ts'
import { operatorOf, sides } from './reward-list.ts'
import { sayEvents } from './say-events.ts'

/** What is asked for; if nothing is, what is not over. */
export function statesOf({ state }: { state?: ClawbackFilter | ClawbackFilter[] | undefined }) {
  const states = [state ?? []].flat()
  return states.length > 0 ? states : (['offen', 'vorgeschlagen'] as const)
}

export const viewOf = (row: ClawbackRow, seesPeople: boolean) => ({
  id: row.reward_id,
  state: row.closed_at
    ? ('erledigt' as const)
    : row.proposed_at
      ? ('vorgeschlagen' as const)
      : ('offen' as const),
  outcome: row.outcome,
  side: sides[row.beneficiary],
  person:
    seesPeople && row.name !== null
      ? row.beneficiary === 'recipient'
        ? row.recipient_number
        : row.account_id
      : null,
  name: row.name === null || seesPeople ? row.name : initialsOf(row.name),
  cents: row.cents,
  leftCents: row.left_cents,
  openedAt: row.opened_at.toString(),
  reminders: row.reminders,
  remindedAt: row.reminded_at?.toString() ?? null,
  orderNumber: row.order_number,
  version: row.version,
})

export const listClawbacks = serve(contract.listClawbacks, (call) =>
  call.transaction(async (tx) => {
    const { tenant, body, today } = call
    const { seesPeople } = operatorOf(call.caller)
    const { page = 1, pageSize = 50, orderBy = 'Seit', descending = false, filter = {} } = body
    const { rows, count, cents } = await listClawbackRows(tx, tenant.code, {
      states: statesOf(filter),
      today,
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, seesPeople)),
      sums: { cents },
    }
  }),
)

export const showClawback = serve(contract.showClawback, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, now, today } = call
    const { operatorId, seesPeople, roles } = operatorOf(call.caller)
    const found = isUuid(params.id) ? await readClawback(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const events = await listCaseEvents(tx, tenant.code, [params.id])
    const repayments = await listRepayments(tx, tenant.code, params.id)
    const names = await operatorNames(tx, tenant.code, [
      found.proposed_by,
      ...repayments.map(({ booked_by }) => booked_by),
      ...events.map(({ actor_id }) => actor_id),
    ])
    const given = await readGiven(tx, deps, tenant.code, {
      operatorId,
      concerned: await readOwner(tx, tenant.code, params.id),
      at: now,
      lock: false,
    })
    const contact = await findContact(tx, tenant.code, params.id)
    const remindedOn = found.reminded_at && localDate(found.reminded_at)
    const { left_cents: leftCents, reminders } = found
    const isProposed = found.proposed_at !== null
    return {
      ...viewOf(found, seesPeople),
      takenAs: found.taken_as,
      paidAt: found.paid_at?.toString() ?? null,
      closedAt: found.closed_at?.toString() ?? null,
      proposedBy: found.proposed_by && (names.get(found.proposed_by) ?? null),
      proposedAt: found.proposed_at?.toString() ?? null,
      proposal: found.proposal,
      proposedRepayment:
        found.repay_cents === null
          ? null
          : {
              cents: found.repay_cents,
              paidOn: found.repay_on!,
              reference: found.repay_reference,
            },
      isOwnProposal: found.proposed_by === operatorId,
      isOwnCase: await isOwnReward(tx, deps, tenant.code, operatorId, params.id),
      aloneCents: leftAlone(given, roles),
      mostCents: leftToApprove(given, roles),
      canBeTold: Boolean(contact?.email),
      cannotRemind: cannotRemind({ leftCents, isProposed, reminders, remindedOn }, today),
      setOffFrom: remindedOn && setOffFrom(remindedOn).toString(),
      byItself: tenant.setsOffByItself,
      cannotSetOff: cannotSetOff({ leftCents, isProposed, remindedOn }, today),
      settable: found.name === null ? [] : await listSettable(tx, tenant.code, found),
      repayments: repayments.map((one) => ({
        id: one.repayment_id,
        cents: one.cents,
        paidOn: one.paid_on,
        reference: one.reference,
        by: names.get(one.booked_by) ?? null,
        undoneAt: one.undone_at?.toString() ?? null,
      })),
      events: sayEvents(events, names, call),
    }
  }),
)
