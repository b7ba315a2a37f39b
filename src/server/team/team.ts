import * as contract from '../../contract/betrieb-team.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit } from '../base/audit-store.ts'
import { revokeToken, revokeTokens } from '../base/token-store.ts'
import { actorOf } from '../context.ts'
import { elsewhere, onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { viewAccess } from './access-view.ts'
import { endRightAs } from './end-right.ts'
import { inviteOperatorAs, isOwnMailbox, sendInvitation, tellAdmins } from './invite.ts'
import { isLinked } from './linked.ts'
import { countPasskeys, endPasskeys } from './passkey-store.ts'
import { personOf } from './sign-in.ts'
import {
  findOperator,
  listGrantsAt,
  listGrantsOf,
  listOperators,
  listSeen,
  lockTeam,
  shutOutOperator,
} from './store.ts'

export const listTeam = serve(contract.listTeam, async (call) => {
  const { tenant, realNow, caller } = call
  const own = caller.kind === 'operator' ? caller.operatorId : null
  return call.transaction(async (tx) => {
    const grants = await listGrantsAt(tx, tenant.code, realNow)
    const ids = [...new Set(grants.map(({ operator_id }) => operator_id))]
    return onPlatform(tx, call.tenant.code, async () => {
      const passkeys = new Map(
        (await countPasskeys(tx, ids)).map((one) => [one.operator_id, one.passkeys]),
      )
      const seen = new Map((await listSeen(tx, ids)).map((one) => [one.subject, one.seen]))
      const people = await listOperators(tx, ids)
      const access = new Map<string, Awaited<ReturnType<typeof viewAccess>>>()
      for (const id of ids) access.set(id, await viewAccess(tx, id, realNow))
      return {
        members: people.map((person) => ({
          sessions: access.get(person.operator_id)!.sessions,
          tokens: access
            .get(person.operator_id)!
            .tokens.filter((token) => token.tenant === call.tenant.code),
          id: person.operator_id,
          name: person.name,
          email: person.email,
          isJoined: person.joined_at !== null,
          passkeys: passkeys.get(person.operator_id) ?? 0,
          isLinked: isLinked(call.deps, person.sso_subject),
          seenAt: seen.get(person.operator_id)?.toString() ?? null,
          isSelf: person.operator_id === own,
          grants: grants
            .filter(({ operator_id }) => operator_id === person.operator_id)
            .map(({ role, granted_at, expires_at }) => ({
              role,
              since: granted_at.toString(),
              until: expires_at?.toString() ?? null,
            })),
        })),
      }
    })
  })
})

export const inviteOperator = serve(contract.inviteOperator, async (call) => {
  const { deps, tenant, body, locale, realNow } = call
  personOf(call)
  const email = normaliseEmail(body.email)
  if (!isEmail(email))
    throw fail('validation', { fields: [{ field: 'Email', message: texts.email[locale] }] })
  const expiresAt = body.until ? endOf(body.until) : null
  if (expiresAt && Temporal.Instant.compare(expiresAt, realNow) <= 0)
    throw fail('validation', { fields: [{ field: 'Bis', message: texts.until[locale] }] })
  return call.transaction(async (tx) => {
    const { outcome } = await inviteOperatorAs(
      tx,
      { deps, tenant, actor: actorOf(call.caller), reason: body.reason },
      { email, name: body.name, language: locale, role: body.role, expiresAt },
    )
    return { outcome }
  })
})

const texts = {
  email: { de: 'Bitte eine E-Mail-Adresse.', en: 'Please enter an e-mail address.' },
  until: { de: 'Bitte einen Tag ab heute.', en: 'Please choose today or a later day.' },
}

/** The end of a day in Berlin. */
const endOf = (day: string) =>
  Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime('Europe/Berlin').toInstant()

export const endGrant = serve(contract.endGrant, async (call) => {
  const { deps, tenant, params, body, realNow } = call
  personOf(call)
  await call.transaction(async (tx) => {
    const by = { deps, tenant, actor: actorOf(call.caller), reason: body.reason }
    const grant = { operatorId: params.operator, role: body.role }
    if (!isId(params.operator) || !(await endRightAs(tx, by, grant))) throw fail('not-found')
    await keepAnAdmin(tx, tenant.code, realNow)
  })
  return {}
})

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

/** Somebody who has joined, and whose right does not end by itself, has to manage the team. */
async function keepAnAdmin(tx: Tx, tenant: string, now: Temporal.Instant): Promise<void> {
  const managing = tenant === platformCode ? 'platform-operator' : 'tenant-admin'
  const left = await listGrantsAt(tx, tenant, now)
  const ids = left
    .filter(({ role, expires_at }) => role === managing && expires_at === null)
    .map(({ operator_id }) => operator_id)
  const people = await onPlatform(tx, tenant, () => listOperators(tx, ids))
  if (!people.some(({ joined_at }) => joined_at !== null)) throw fail('last-admin')
}

export const endMemberAccess = serve(contract.endMemberAccess, async (call) => {
  const { tenant, params, body, realNow } = call
  const { operatorId: own } = personOf(call)
  const { operator } = params
  if (operator === own) throw fail('own-right')
  return call.transaction(async (tx) => {
    await needMember(tx, tenant.code, operator, realNow)
    const ended = await onPlatform(tx, tenant.code, async () => {
      const { sessions, tokens } = await viewAccess(tx, operator, realNow)
      const meant = body.token
        ? tokens.filter((token) => token.id === body.token && token.tenant === tenant.code)
        : sessions
      for (const { id } of meant) await revokeToken(tx, platformCode, id, realNow)
      return meant
    })
    const [token] = body.token ? ended : []
    if (body.token && !token) throw fail('not-found')
    if (ended.length > 0)
      await audit(tx, tenant.code, {
        at: call.now,
        actor: actorOf(call.caller),
        subjectKind: 'operator',
        subjectId: operator,
        ...(token && 'name' in token
          ? { action: 'end-token', change: { before: { name: token.name }, after: null } }
          : {
              action: 'end-sessions',
              change: { before: { sessions: ended.length }, after: { sessions: 0 } },
            }),
        reason: body.reason,
      })
    return { ended: ended.length }
  })
})

/** Refuses whoever has no right here. */
async function needMember(tx: Tx, tenant: string, id: string, now: Temporal.Instant) {
  if (!isId(id)) throw fail('not-found')
  const here = await listGrantsAt(tx, tenant, now)
  if (!here.some(({ operator_id }) => operator_id === id)) throw fail('not-found')
}

export const renewOperator = serve(contract.renewOperator, async (call) => {
  const { deps, tenant, params, body, realNow } = call
  const { operatorId: own } = personOf(call)
  if (params.operator === own) throw fail('own-right')
  await call.transaction(async (tx) => {
    await lockTeam(tx, tenant.code)
    await needMember(tx, tenant.code, params.operator, realNow)
    const { operator, before } = await onPlatform(tx, call.tenant.code, async () => {
      const known = await findOperator(tx, params.operator)
      if (known && (await isOwnMailbox(tx, own, known.email))) throw fail('own-right')
      const { sessions, tokens } = await viewAccess(tx, params.operator, realNow)
      const passkeys = await countPasskeys(tx, [params.operator])
      const before = {
        passkeys: passkeys[0]?.passkeys ?? 0,
        sessions: sessions.length,
        tokens: tokens.length,
        linked: isLinked(deps, known?.sso_subject ?? null),
      }
      await endPasskeys(tx, params.operator, realNow)
      await shutOutOperator(tx, params.operator)
      for (const kind of ['operator-session', 'operator-token', 'operator-command'] as const)
        await revokeTokens(tx, platformCode, kind, params.operator, realNow)
      return { operator: await findOperator(tx, params.operator), before }
    })
    if (!operator) throw fail('not-found')
    await sendInvitation(tx, { deps, tenant }, operator)
    const grants = await onPlatform(tx, tenant.code, () =>
      listGrantsOf(tx, params.operator, realNow),
    )
    // The old passkeys opened all of that person's tenants, so the admins of each are told, and what was mailed there ends.
    for (const code of new Set([tenant.code, ...grants.map((grant) => grant.tenant)]))
      await elsewhere(tx, tenant.code, code, async () => {
        if (code !== tenant.code)
          await revokeTokens(tx, code, 'operator-invitation', params.operator, realNow)
        await tellAdmins(tx, { deps, tenant: { code } }, 'operatorRenewed', operator, {})
      })
    await audit(tx, tenant.code, {
      at: call.now,
      actor: actorOf(call.caller),
      action: 'renew-operator',
      subjectKind: 'operator',
      subjectId: params.operator,
      change: { before, after: { passkeys: 0, sessions: 0, tokens: 0, linked: false } },
      reason: body.reason,
    })
  })
  return {}
})
