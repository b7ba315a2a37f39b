import * as contract from '../../contract/betrieb-zugang.ts'
import { platformCode } from '../../domain/platform.ts'
import { endFormer } from '../access/end-former.ts'
import { audit } from '../base/audit-store.ts'
import { countTry, quarterHour, tooManyRequests } from '../base/limits.ts'
import { addDetails, revokeToken } from '../base/token-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { acceptPasskey, askForPasskey } from './passkeys.ts'
import { deviceOf } from '../access/device.ts'
import {
  operatorSession,
  proofMinutes,
  startOperatorSession,
  type OperatorCaller,
} from './session.ts'

export const mostTries = 60

/** Counts a stranger's try, outside of what it may roll back. */
export async function limitStranger({
  deps,
  visitor,
  realNow,
}: Pick<Call, 'deps' | 'visitor' | 'realNow'>): Promise<void> {
  const limits = [
    { bucket: `operator-sign-in|${visitor}`, most: mostTries, windowSeconds: quarterHour },
  ]
  const wait = await withTenant(deps.db, platformCode, (tx) =>
    countTry(tx, platformCode, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
}

/** The operator of a call that only they make. @throws not-authorised for a script: it has no passkey and ends nothing */
export function personOf({ caller }: Pick<Call, 'caller'>): OperatorCaller {
  if (caller.kind !== 'operator') throw fail('session-missing')
  if (caller.isScript) throw fail('not-authorised')
  return caller
}

export const beginSignIn = serve(contract.beginSignIn, async (call) => {
  await limitStranger(call)
  return call.transaction(async (tx) => ({
    options: await askForPasskey(tx, call.deps, 'sign-in'),
  }))
})

export const signIn = serve(contract.signIn, async (call) => {
  await limitStranger(call)
  const { deps, body } = call
  return call.transaction(async (tx) => {
    const id = await acceptPasskey(tx, deps, 'sign-in', body.answer)
    return begin(tx, call, id)
  })
})

/** Begins a session and says so in the platform's log. */
export async function begin(
  tx: Tx,
  call: Pick<Call, 'deps' | 'now' | 'realNow' | 'request'>,
  operatorId: string,
  way: Pick<Parameters<typeof startOperatorSession>[3], 'by' | 'provedAt'> = {},
): Promise<{ token: string; validUntil: string }> {
  const { deps, now, request } = call
  const device = deviceOf(request)
  await endFormer(tx, platformCode, call, operatorSession)
  const session = await startOperatorSession(tx, deps, operatorId, { device, ...way })
  await audit(tx, platformCode, {
    at: now,
    actor: { kind: 'operator', id: operatorId, session: session.id },
    action: 'log-in',
    subjectKind: 'operator',
    subjectId: operatorId,
    details: way.by ? { by: way.by } : {},
  })
  return { token: session.token, validUntil: session.validUntil }
}

export const signOut = serve(contract.signOut, async (call) => {
  const { tokenId, operatorId } = personOf(call)
  await call.transaction(async (tx) => {
    await revokeToken(tx, platformCode, tokenId, call.realNow)
    await audit(tx, platformCode, {
      at: call.now,
      actor: actorOf(call.caller),
      action: 'log-out',
      subjectKind: 'operator',
      subjectId: operatorId,
    })
  })
  return {}
})

export const beginProof = serve(contract.beginProof, async (call) => {
  const { operatorId, isDemo } = personOf(call)
  if (isDemo && call.deps.demo) return { options: {} }
  return call.transaction(async (tx) => ({
    options: await askForPasskey(tx, call.deps, `prove ${operatorId}`, operatorId),
  }))
})

export const prove = serve(contract.prove, async (call) => {
  const { deps, body, realNow } = call
  const { operatorId, isDemo } = personOf(call)
  await call.transaction(async (tx) => {
    // A session that /demo opened has no passkey; nothing else is without.
    if (!isDemo || !deps.demo) {
      const id = await acceptPasskey(tx, deps, `prove ${operatorId}`, body.answer ?? {})
      if (id !== operatorId) throw fail('passkey-refused')
    }
    await keepProof(tx, call, realNow)
  })
  return { provedUntil: realNow.add({ minutes: proofMinutes }).toString() }
})

/** Notes when a session's owner proved to be there. */
export async function keepProof(
  tx: Tx,
  call: Pick<Call, 'caller' | 'now'>,
  provedAt: Temporal.Instant,
  by?: 'single-sign-on',
): Promise<void> {
  const { operatorId, tokenId } = personOf(call)
  await addDetails(tx, platformCode, tokenId, { provedAt: provedAt.toString() })
  await audit(tx, platformCode, {
    at: call.now,
    actor: actorOf(call.caller),
    action: 'prove-session',
    subjectKind: 'operator',
    subjectId: operatorId,
    details: by ? { by } : {},
  })
}
