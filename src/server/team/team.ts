import * as contract from '../../contract/betrieb-team.ts'
import { beyondReach } from '../../domain/beyond-reach.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { platformCode } from '../../domain/platform.ts'
import { endOwnSessions } from '../access/own-sessions.ts'
import { audit, auditElsewhere } from '../base/audit-store.ts'
import { revokeToken } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { onPlatform } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { operatorSessions, viewAccess } from './access-view.ts'
import { endRightAs } from './end-right.ts'
import { inviteOperatorAs } from './invite.ts'
import { listLivingKeys } from './key-store.ts'
import { isLinked } from './linked.ts'
import { countPasskeys } from './passkey-store.ts'
import { isWithin, keepAnAdmin, needMember, reachOf } from './places.ts'
import { personOf } from './sign-in.ts'
import { listGrantsAt, listGrantsOf, listOperators, listSeen } from './store.ts'

export const listTeam = serve(contract.listTeam, async (call) => {
  const { tenant, realNow, caller } = call
  const own = caller.kind === 'operator' ? caller.operatorId : null
  return call.transaction(async (tx) => {
    const grants = await listGrantsAt(tx, tenant.code, realNow)
    const ids = [...new Set(grants.map(({ operator_id }) => operator_id))]
    const keys = await listLivingKeys(tx, tenant.code, realNow)
    return onPlatform(tx, call.tenant.code, async () => {
      const passkeys = new Map(
        (await countPasskeys(tx, ids)).map((one) => [one.operator_id, one.passkeys]),
      )
      const seen = new Map((await listSeen(tx, ids)).map((one) => [one.subject, one.seen]))
      const people = await listOperators(tx, ids)
      const access = new Map<string, Awaited<ReturnType<typeof viewAccess>>>()
      for (const id of ids) access.set(id, await viewAccess(tx, id, realNow))
      const owns = own === null ? [] : await listGrantsOf(tx, own, realNow)
      const beyond = new Set<string>()
      for (const id of ids)
        if (!isWithin(await listGrantsOf(tx, id, realNow), owns, ['update', 'team'])) beyond.add(id)
      return {
        members: people.map((person) => ({
          sessions: access.get(person.operator_id)!.sessions,
          moreSessions: access.get(person.operator_id)!.moreSessions,
          tokens: access
            .get(person.operator_id)!
            .tokens.filter((token) => token.tenant === call.tenant.code),
          id: person.operator_id,
          keys: keys
            .filter(({ maker }) => maker === person.operator_id)
            .map(({ subject }) => subject),
          name: person.name,
          email: person.email,
          isJoined: person.joined_at !== null,
          passkeys: passkeys.get(person.operator_id) ?? 0,
          isLinked: isLinked(call.deps, person.sso_subject),
          seenAt: seen.get(person.operator_id)?.toString() ?? null,
          isSelf: person.operator_id === own,
          isBeyond: beyond.has(person.operator_id),
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
    const { role, endKeys = false } = body
    const grant = { operatorId: params.operator, role, endKeys }
    if (!isUuid(params.operator) || !(await endRightAs(tx, by, grant))) throw fail('not-found')
    await keepAnAdmin(tx, tenant.code, realNow)
  })
  return {}
})

export const endMemberAccess = serve(contract.endMemberAccess, async (call) => {
  const { tenant, params, body, realNow } = call
  const { operatorId: own } = personOf(call)
  const { operator } = params
  if (operator === own) throw fail('own-right')
  return call.transaction(async (tx) => {
    await needMember(tx, tenant.code, operator, realNow)
    const asked = { id: operator, by: own, need: ['delete', 'team'] as const }
    const { places, isWhole } = await reachOf(tx, tenant.code, asked, realNow)
    // Sessions are the same everywhere, a token is of one place.
    if (!body.token && !isWhole) throw fail('not-authorised', { said: beyondReach })
    const entry = {
      at: call.now,
      actor: actorOf(call.caller),
      subjectKind: 'operator',
      subjectId: operator,
      reason: body.reason,
    }
    if (body.token) {
      const token = await onPlatform(tx, tenant.code, async () => {
        const { tokens } = await viewAccess(tx, operator, realNow)
        const meant = tokens.find(({ id, tenant: at }) => id === body.token && at === tenant.code)
        if (meant) await revokeToken(tx, platformCode, meant.id, realNow)
        return meant
      })
      if (!token) throw fail('not-found')
      const change = { before: { name: token.name }, after: null }
      await audit(tx, tenant.code, { ...entry, action: 'end-token', change })
      return { ended: 1 }
    }
    const whose = operatorSessions(operator)
    const { ended } = await onPlatform(tx, tenant.code, () =>
      endOwnSessions(tx, platformCode, whose, 'all', realNow),
    )
    if (ended === 0) return { ended }
    const change = { before: { sessions: ended }, after: { sessions: 0 } }
    await audit(tx, tenant.code, { ...entry, action: 'end-sessions', change })
    for (const place of places.filter((one) => one !== tenant.code))
      await auditElsewhere(tx, tenant.code, place, {
        ...entry,
        action: 'end-sessions',
        change,
        details: { at: tenant.code },
      })
    return { ended }
  })
})
