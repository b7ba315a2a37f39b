import { mailboxOf } from '../../domain/email.ts'
import { movesMoney, type OperatorRole } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken, revokeTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { elsewhere, onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { managingRole } from './places.ts'
import { tellRight } from './tell-right.ts'
import {
  endGrantOf,
  ensureOperator,
  findOperator,
  insertGrant,
  listGrantsAt,
  listGrantsOf,
  listOperators,
  type Operator,
} from './store.ts'

export const invitationHours = 24
/** A person of the platform works at a tenant for this long at most, and its admins are told. */
const visitDays = 7

/** Whose change of a team it is, where and why. */
export type Change = {
  deps: Pick<Deps, 'keys' | 'clock'>
  tenant: Tenant
  actor: Actor
  reason: string
}

export type Invited = {
  outcome: 'eingeladen' | 'berechtigt' | 'unveraendert'
  operator: Operator
  token: { id: string; text: string } | null // of the invitation
}

/**
 * Gives somebody a right at the tenant of the transaction; who has not joined yet is invited by a link for one use within 24 hours.
 * Nobody gives one to themselves, in no spelling of their mailbox. @param email normalised
 */
export async function inviteOperatorAs(
  tx: Tx,
  { deps, tenant, actor, reason }: Change,
  person: {
    email: string
    name: string
    language: Locale
    role: OperatorRole
    expiresAt: Temporal.Instant | null
    isTold?: boolean // by the caller
  },
): Promise<Invited> {
  const { code } = tenant
  const now = deps.clock.realNow()
  if ((code === platformCode) !== (person.role === 'platform-operator')) throw fail('validation')
  const { operator, isOfPlatform } = await onPlatform(tx, code, async () => {
    const { email, name, language } = person
    if (actor.kind === 'operator' && (await isOwnMailbox(tx, actor.id, email)))
      throw fail('own-right')
    const operator = await ensureOperator(tx, { email, name, language }, now)
    const grants = await listGrantsOf(tx, operator.operator_id, now)
    return { operator, isOfPlatform: grants.some(({ role }) => role === 'platform-operator') }
  })
  const { operator_id: operatorId } = operator
  const latest = now.add({ hours: visitDays * 24 })
  const isVisit = isOfPlatform && code !== platformCode
  const isTooLong =
    person.expiresAt === null || Temporal.Instant.compare(person.expiresAt, latest) > 0
  const expiresAt = isVisit && isTooLong ? latest : person.expiresAt
  const isNew = await insertGrant(
    tx,
    code,
    { operatorId, role: person.role, by: actor.id, expiresAt },
    now,
  )
  const visits =
    isNew && code === platformCode ? await limitVisits(tx, deps, { operator, actor, latest }) : []
  if (isNew)
    await audit(tx, code, {
      at: deps.clock.now(),
      actor,
      action: 'grant-right',
      subjectKind: 'operator',
      subjectId: operatorId,
      ...(visits.length > 0 ? { details: { visits } } : {}),
      change: {
        before: null,
        after: { role: person.role, until: expiresAt?.toString() ?? null },
      },
      reason,
    })
  if (isNew && isVisit)
    await tellAdmins(tx, { deps, tenant }, 'operatorVisit', operator, {
      role: person.role,
      until: lastDay(expiresAt!),
    })
  else if (isNew && !person.isTold && movesMoney(person.role))
    await tellRight(
      tx,
      deps,
      code,
      { operator, role: person.role, until: expiresAt && lastDay(expiresAt), by: actor },
      (place) => listAdmins(tx, deps, place),
    )
  if (operator.joined_at)
    return { outcome: isNew ? 'berechtigt' : 'unveraendert', operator, token: null }
  return {
    outcome: 'eingeladen',
    operator,
    token: await sendInvitation(tx, { deps, tenant }, operator),
  }
}

/** Whether an address is of this operator's mailbox; the set-up on the server has none. In a transaction of the platform. */
export async function isOwnMailbox(tx: Tx, operatorId: string, email: string): Promise<boolean> {
  const own = isUuid(operatorId) ? await findOperator(tx, operatorId) : undefined
  return own !== undefined && mailboxOf(own.email) === mailboxOf(email)
}

/**
 * Whoever comes to the platform is a visitor where they work already: those rights end soon, and the admins there and they are told. In a
 * transaction of the platform, whose log has them, since a transaction writes one log.
 */
async function limitVisits(
  tx: Tx,
  deps: Change['deps'],
  { operator, actor, latest }: { operator: Operator; actor: Actor; latest: Temporal.Instant },
): Promise<string[]> {
  const { operator_id: operatorId } = operator
  const now = deps.clock.realNow()
  const held = (await listGrantsOf(tx, operatorId, now)).filter(
    ({ tenant, expires_at: until }) =>
      tenant !== platformCode && (until === null || Temporal.Instant.compare(until, latest) > 0),
  )
  for (const { tenant: code, role } of held)
    await elsewhere(tx, platformCode, code, async () => {
      await endGrantOf(tx, code, { operatorId, role, by: actor.id }, now)
      await insertGrant(tx, code, { operatorId, role, by: actor.id, expiresAt: latest }, now)
      const said = { role, until: lastDay(latest) }
      await tellAdmins(tx, { deps, tenant: { code } }, 'operatorVisit', operator, said, [operator])
    })
  return held.map(({ tenant, role }) => `${tenant} ${role}`)
}

/** The last day in Berlin before an instant. */
const lastDay = (until: Temporal.Instant) =>
  until.subtract({ nanoseconds: 1 }).toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString()

/** A fresh invitation; an earlier one of this tenant ends. */
export async function sendInvitation(
  tx: Tx,
  { deps, tenant }: Pick<Change, 'deps' | 'tenant'>,
  operator: Operator,
): Promise<{ id: string; text: string }> {
  const { code } = tenant
  const now = deps.clock.realNow()
  await revokeTokens(tx, code, 'operator-invitation', operator.operator_id, now)
  const token = await issueToken(tx, deps.keys, code, {
    kind: 'operator-invitation',
    subject: operator.operator_id,
    now,
    expiresAt: now.add({ hours: invitationHours }),
    uses: 1,
  })
  await queueMail(tx, code, {
    template: 'operatorInvitation',
    to: operator.email,
    locale: operator.language,
    data: {
      link: {
        link: {
          page: 'ConsoleInvitation',
          params: { mandant: code },
          token: { id: token.id, as: 't' },
        },
      },
    },
    dedupeKey: `operator-invitation|${token.id}`,
    now: deps.clock.now(),
  })
  return token
}

/** Tells everybody who manages the tenant's team, but the person themselves. */
export async function tellAdmins(
  tx: Tx,
  { deps, tenant }: Pick<Change, 'deps'> & { tenant: Pick<Change['tenant'], 'code'> },
  template: 'operatorVisit' | 'operatorRenewed' | 'operatorEmergency',
  operator: Operator,
  data: { role?: OperatorRole; until?: string; ended?: 'ja' },
  also: readonly Operator[] = [],
): Promise<void> {
  const { code } = tenant
  const realNow = deps.clock.realNow()
  const admins = (await listAdmins(tx, deps, code)).filter(
    ({ operator_id }) => operator_id !== operator.operator_id,
  )
  for (const admin of [...admins, ...also])
    await queueMail(tx, code, {
      template,
      to: admin.email,
      locale: admin.language,
      data: {
        person: operator.name,
        email: operator.email,
        ...data,
        link: { link: { page: 'ConsoleTeam', params: { mandant: code } } },
      },
      dedupeKey: `${template}|${operator.operator_id}|${data.role ?? ''}|${admin.operator_id}|${realNow.toString()}`,
      now: deps.clock.now(),
    })
}

/** Whether somebody who has joined manages a team, so that the console is where rights are given. */
export async function isManaged(
  tx: Tx,
  { deps, tenant }: Pick<Change, 'deps' | 'tenant'>,
): Promise<boolean> {
  return (await listAdmins(tx, deps, tenant.code)).some(({ joined_at }) => joined_at !== null)
}

/** Everybody who manages the team there. */
export async function listAdmins(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  code: string,
): Promise<Operator[]> {
  const ids = (await listGrantsAt(tx, code, clock.realNow()))
    .filter(({ role }) => role === managingRole(code))
    .map(({ operator_id }) => operator_id)
  return onPlatform(tx, code, () => listOperators(tx, ids))
}
