import * as contract from '../../contract/betrieb-kulanz.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { leftToApprove } from '../../domain/goodwill.ts'
import { initialsOf } from '../../domain/initials.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { fullName } from '../../domain/person.ts'
import {
  decideRequest,
  findRequest,
  listRequests,
  lockRequest,
} from '../account/goodwill-request-store.ts'
import type { GoodwillRow } from '../account/goodwill-request-store.ts'
import { lockPerson } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Caller } from '../context.ts'
import { fail } from '../errors.ts'
import { sumGoodwill } from '../reward/goodwill-store.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { personOf } from '../team/sign-in.ts'
import { readGiven } from './given-goodwill.ts'
import { isOwnCase } from './own-case.ts'

type Operator = Extract<Caller, { kind: 'operator' }>

const states = { granted: 'gewaehrt', refused: 'abgelehnt' } as const

function operatorOf(caller: Caller): Operator {
  if (caller.kind !== 'operator') throw fail('session-missing')
  return caller
}

export function viewOf(row: GoodwillRow, names: ReadonlyMap<string, string>, caller: Operator) {
  const seesPeople = operatorAbilities(caller.roles).can('read', 'people')
  const name = fullName({ firstName: row.first_name, lastName: row.last_name })
  return {
    id: row.request_id,
    person: seesPeople ? row.account_id : null,
    name: seesPeople ? name : initialsOf(name),
    cents: row.cents,
    reason: row.reason,
    proposedBy: names.get(row.proposed_by) ?? null,
    proposedAt: row.proposed_at.toString(),
    isOwnProposal: row.proposed_by === caller.operatorId,
    state: row.outcome ? states[row.outcome] : ('offen' as const),
    decidedBy: row.decided_by && (names.get(row.decided_by) ?? null),
    decidedAt: row.decided_at?.toString() ?? null,
    decisionReason: row.decision_reason,
    version: row.version,
  }
}

export const listGoodwill = serve(contract.listGoodwill, async (call) => {
  const { tenant, body } = call
  const caller = operatorOf(call.caller)
  const { page = 1, pageSize = 50, orderBy = 'Seit', descending = false, filter = {} } = body
  const wanted = [filter.state ?? []].flat()
  return call.transaction(async (tx) => {
    const { rows, count, cents } = await listRequests(tx, tenant.code, {
      states: wanted.length > 0 ? wanted : ['offen'],
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const people = rows.flatMap(({ proposed_by, decided_by }) => [proposed_by, decided_by])
    const names = await operatorNames(tx, tenant.code, people)
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, names, caller)),
      ...(cents === null ? {} : { sums: { cents } }),
    }
  })
})

export const showGoodwill = serve(contract.showGoodwill, async (call) => {
  const { deps, tenant, params, now } = call
  const caller = operatorOf(call.caller)
  return call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await findRequest(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const names = await operatorNames(tx, tenant.code, [found.proposed_by, found.decided_by])
    const { account_id: account } = found
    const concerned = { accounts: [account], recipients: [] }
    const { operatorId, roles } = caller
    const asked = { operatorId, concerned, at: now, lock: false }
    const given = await readGiven(tx, deps, tenant.code, asked)
    const since = now.subtract({ hours: 365 * 24 })
    return {
      ...viewOf(found, names, caller),
      grantedCents: await sumGoodwill(tx, tenant.code, account, since),
      mostCents: leftToApprove(given, roles),
      isOwnCase: await isOwnCase(tx, deps, tenant.code, operatorId, concerned),
    }
  })
})

export const decideGoodwill = serve(contract.decideGoodwill, async (call) => {
  const { deps, tenant, params, body, now: at } = call
  const { operatorId } = personOf(call)
  const { roles } = operatorOf(call.caller)
  await call.transaction(async (tx) => {
    const found = isUuid(params.id) ? await findRequest(tx, tenant.code, params.id) : undefined
    if (!found) throw fail('not-found')
    const concerned = { accounts: [found.account_id], recipients: [] }
    const asked = { operatorId, concerned, at, lock: true }
    const given = await readGiven(tx, deps, tenant.code, asked)
    // The account first, as whatever ends it or grants it something does.
    if (!(await lockPerson(tx, tenant.code, found.account_id))) throw fail('not-found')
    const request = await lockRequest(tx, tenant.code, params.id)
    if (!request) throw fail('not-found')
    if (request.outcome !== null || request.version !== body.version)
      throw fail('changed-meanwhile')
    if (request.proposed_by === operatorId) throw fail('second-person')
    if (await isOwnCase(tx, deps, tenant.code, operatorId, concerned)) throw fail('own-case')
    const isGranted = body.verdict === 'gewaehrt'
    if (isGranted && request.cents > leftToApprove(given, roles)) throw fail('above-own-limit')
    const outcome = isGranted ? 'granted' : 'refused'
    const { reason } = body
    await decideRequest(tx, tenant.code, params.id, { outcome, reason, by: operatorId, at })
    const actor = { ...actorOf(call.caller), reason }
    if (isGranted) {
      const { cents, reason: why } = request
      const grant = { email: found.email, cents, reason: why, rewardId: params.id }
      const { granted } = await grantGoodwill(tx, deps, tenant, grant, actor)
      if (!granted) throw new Error('The id of a proposal is that of another reward')
    }
    await audit(tx, tenant.code, {
      at,
      actor,
      action: isGranted ? 'goodwill-approved' : 'goodwill-refused',
      subjectKind: 'account',
      subjectId: request.account_id,
      details: { request: params.id, cents: request.cents, proposedBy: request.proposed_by },
      change: { before: { state: 'proposed' }, after: { state: outcome } },
    })
  })
  return undefined
})
