import * as contract from '../../contract/betrieb-zugang.ts'
import { platformCode } from '../../domain/platform.ts'
import { endOwnSessions } from '../access/own-sessions.ts'
import { audit, type LoggedChange } from '../base/audit-store.ts'
import { issueToken, revokeToken } from '../base/token-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { listScripts, operatorSessions, viewAccess } from './access-view.ts'
import { isLinked } from './linked.ts'
import { endPasskeys, insertPasskey, listPasskeys } from './passkey-store.ts'
import { offerPasskey, readNewPasskey } from './passkeys.ts'
import { commandMinutes, longestScript, placesOf, type ScriptDetails } from './session.ts'
import { personOf } from './sign-in.ts'
import { findOperator, listGrantsOf } from './store.ts'

const log = (
  tx: Tx,
  call: Pick<Call, 'caller' | 'now'>,
  entry: {
    action: 'add-passkey' | 'end-passkey' | 'end-sessions' | 'create-token' | 'end-token'
    change: LoggedChange
  },
) => {
  const actor = actorOf(call.caller)
  return audit(tx, platformCode, {
    at: call.now,
    actor,
    subjectKind: 'operator',
    subjectId: actor.id,
    ...entry,
  })
}

async function self(tx: Tx, call: Pick<Call, 'caller'>) {
  const { operatorId } = personOf(call)
  const operator = await findOperator(tx, operatorId)
  if (!operator) throw fail('session-missing')
  return operator
}

export const showOperator = serve(contract.showOperator, async (call) => {
  const { deps, realNow, caller } = call
  if (caller.kind !== 'operator') throw fail('session-missing')
  return call.transaction(async (tx) => {
    const operator = await findOperator(tx, caller.operatorId)
    if (!operator) throw fail('session-missing')
    const places = placesOf(await listGrantsOf(tx, operator.operator_id, realNow))
    const names = new Map((await deps.tenants.all()).map(({ code, name }) => [code, name]))
    return {
      id: operator.operator_id,
      name: operator.name,
      email: operator.email,
      language: operator.language,
      places: places.map(({ tenant, roles }) => ({
        tenant,
        name: names.get(tenant) ?? tenant,
        roles,
      })),
      validUntil: caller.expiresAt.toString(),
      provedUntil: caller.provedUntil?.toString() ?? null,
      isDemo: caller.isDemo,
    }
  })
})

export const showOwnAccess = serve(contract.showOwnAccess, async (call) => {
  const { operatorId, tokenId } = personOf(call)
  const { realNow, deps } = call
  return call.transaction(async (tx) => {
    const { sso_subject: subject } = await self(tx, call)
    const passkeys = await listPasskeys(tx, operatorId)
    const { sessions, moreSessions, tokens } = await viewAccess(tx, operatorId, realNow, tokenId)
    return {
      provider: deps.operatorSignOn && {
        name: deps.operatorSignOn.name,
        isLinked: isLinked(deps, subject),
      },
      passkeys: passkeys.map((one) => ({
        id: one.passkey_id,
        name: one.name,
        createdAt: one.created_at.toString(),
        lastUsedAt: one.last_used_at?.toString() ?? null,
      })),
      sessions,
      moreSessions,
      tokens,
    }
  })
})

export const beginPasskey = serve(contract.beginPasskey, (call) =>
  call.transaction(async (tx) => ({
    options: await offerPasskey(tx, call.deps, await self(tx, call)),
  })),
)

export const addPasskey = serve(contract.addPasskey, async (call) => {
  const { deps, body, realNow } = call
  await call.transaction(async (tx) => {
    const { operator_id } = await self(tx, call)
    const passkey = await readNewPasskey(tx, deps, operator_id, body.answer)
    if (!(await insertPasskey(tx, { ...passkey, name: body.name }, realNow)))
      throw fail('passkey-refused')
    await log(tx, call, {
      action: 'add-passkey',
      change: { before: null, after: { name: body.name } },
    })
  })
  return {}
})

export const endPasskey = serve(contract.endPasskey, async (call) => {
  const { operatorId } = personOf(call)
  await call.transaction(async (tx) => {
    const known = await listPasskeys(tx, operatorId)
    const ended = known.find(({ passkey_id }) => passkey_id === call.params.id)
    if (!ended) throw fail('not-found')
    await endPasskeys(tx, operatorId, call.realNow, ended.passkey_id)
    // Counted after the update, whose lock another end waits for.
    const isLast = (await listPasskeys(tx, operatorId)).length === 0
    if (isLast && !isLinked(call.deps, (await self(tx, call)).sso_subject))
      throw fail('last-passkey')
    await log(tx, call, {
      action: 'end-passkey',
      change: { before: { name: ended.name }, after: null },
    })
  })
  return {}
})

export const endSession = serve(contract.endSession, async (call) => {
  const { operatorId, tokenId } = personOf(call)
  const { params, realNow } = call
  return call.transaction(async (tx) => {
    const asked = { id: params.id, tokenId }
    const { open, ended } = await endOwnSessions(
      tx,
      platformCode,
      operatorSessions(operatorId),
      asked,
      realNow,
    )
    if (ended > 0)
      await log(tx, call, {
        action: 'end-sessions',
        change: { before: { sessions: open }, after: { sessions: open - ended } },
      })
    return { ended }
  })
})

export const createOperatorToken = serve(contract.createOperatorToken, async (call) => {
  const { deps, body, realNow, locale } = call
  const { operatorId, tokenId, isDemo } = personOf(call)
  const isCommand = body.use === 'kommandozeile'
  const expiresAt = isCommand
    ? realNow.add({ minutes: commandMinutes })
    : endOfScript(body.until, realNow)
  if (!expiresAt)
    throw fail('validation', { fields: [{ field: 'Bis', message: untilTexts[locale] }] })
  return call.transaction(async (tx) => {
    const places = placesOf(await listGrantsOf(tx, operatorId, realNow))
    const held = places.find(({ tenant }) => tenant === body.tenant)?.roles ?? []
    if (!body.roles.every((role) => held.includes(role))) throw fail('not-authorised')
    const { name, tenant, roles } = body
    const { text } = await issueToken(tx, deps.keys, platformCode, {
      kind: isCommand ? 'operator-command' : 'operator-token',
      subject: operatorId,
      now: realNow,
      expiresAt,
      uses: null,
      details: {
        name,
        tenant,
        roles,
        ...(isCommand ? { session: tokenId } : {}),
        ...(isDemo ? { isDemo } : {}),
      },
    })
    const until = expiresAt.toString()
    await log(tx, call, {
      action: 'create-token',
      change: { before: null, after: { name, tenant, roles, use: body.use ?? 'skripte', until } },
    })
    return { token: text, validUntil: until }
  })
})

/** The end of a day in Berlin; null for one that is over, or too far away. */
function endOfScript(day: string | undefined, now: Temporal.Instant): Temporal.Instant | null {
  if (day === undefined) return null
  const end = Temporal.PlainDate.from(day)
    .add({ days: 1 })
    .toZonedDateTime('Europe/Berlin')
    .toInstant()
  const isPast = Temporal.Instant.compare(end, now) <= 0
  return isPast || Temporal.Instant.compare(end, longestScript(now)) > 0 ? null : end
}

const untilTexts = {
  de: 'Bitte einen Tag von heute bis in einem Jahr.',
  en: 'Please choose a day from today to a year from now.',
}

export const endOperatorToken = serve(contract.endOperatorToken, async (call) => {
  const { operatorId } = personOf(call)
  const { params, realNow } = call
  await call.transaction(async (tx) => {
    const tokens = await listScripts(tx, operatorId, realNow)
    const token = tokens.find(({ token_id }) => token_id === params.id)
    if (!token) throw fail('not-found')
    await revokeToken(tx, platformCode, token.token_id, realNow)
    const { name } = token.details as ScriptDetails
    await log(tx, call, { action: 'end-token', change: { before: { name }, after: null } })
  })
  return {}
})
