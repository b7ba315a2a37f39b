import * as contract from '../../contract/betrieb-zugang.ts'
import { audit } from '../base/audit-store.ts'
import { findToken, findTokenById, tokenState, useToken, type Token } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { deviceOf } from './device.ts'
import { insertPasskey } from './passkey-store.ts'
import { offerPasskey, readNewPasskey } from './passkeys.ts'
import { startOperatorSession } from './session.ts'
import { limitStranger } from './sign-in.ts'
import { findOperator, joinOperator, listGrantsAt, type Operator } from './store.ts'

/** The valid invitation of a link, and whom it is for. @param from the link's text, or the invitation's id */
export async function readInvitation(
  tx: Tx,
  tenant: string,
  from: { text: string } | { id: string },
  now: Temporal.Instant,
): Promise<{ token: Token; operator: Operator }> {
  const token =
    'text' in from
      ? await findToken(tx, tenant, 'operator-invitation', from.text)
      : await findTokenById(tx, tenant, from.id)
  const state = tokenState(token, now)
  if (state !== 'valid' || !token) throw fail(state === 'used' ? 'token-used' : 'link-expired')
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, token.subject))
  if (!operator) throw fail('link-expired')
  return { token, operator }
}

const invitationOf = (
  tx: Tx,
  call: Pick<Call<unknown, unknown, { token: string }>, 'tenant' | 'realNow' | 'body'>,
) => readInvitation(tx, call.tenant.code, { text: call.body.token }, call.realNow)

export const checkOperatorInvitation = serve(contract.checkOperatorInvitation, async (call) => {
  await limitStranger(call)
  return call.transaction(async (tx) => {
    const { operator } = await invitationOf(tx, call)
    const grants = await listGrantsAt(tx, call.tenant.code, call.realNow)
    return {
      email: operator.email,
      name: operator.name,
      place: call.tenant.name,
      roles: grants
        .filter(({ operator_id }) => operator_id === operator.operator_id)
        .map(({ role }) => role),
      provider: call.deps.operatorSignOn?.name ?? null,
    }
  })
})

export const beginInvitedPasskey = serve(contract.beginInvitedPasskey, async (call) => {
  await limitStranger(call)
  return call.transaction(async (tx) => {
    const { operator } = await invitationOf(tx, call)
    const options = await onPlatform(tx, call.tenant.code, () =>
      offerPasskey(tx, call.deps, operator),
    )
    return { options }
  })
})

export const acceptOperatorInvitation = serve(contract.acceptOperatorInvitation, async (call) => {
  await limitStranger(call)
  const { deps, tenant, body, now, realNow } = call
  return call.transaction(async (tx) => {
    const { token, operator } = await invitationOf(tx, call)
    const { operator_id: id } = operator
    if (!(await useToken(tx, tenant.code, token.token_id, realNow))) throw fail('token-used')
    const session = await onPlatform(tx, call.tenant.code, async () => {
      const passkey = await readNewPasskey(tx, deps, id, body.answer)
      if (!(await insertPasskey(tx, { ...passkey, name: body.passkeyName }, realNow)))
        throw fail('passkey-refused')
      await joinOperator(tx, id, { name: body.name, now: realNow })
      return startOperatorSession(tx, deps, id, { device: deviceOf(call.request) })
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: { kind: 'operator', id, session: session.id },
      action: 'accept-invitation',
      subjectKind: 'operator',
      subjectId: id,
      change: {
        before: { joined: operator.joined_at !== null },
        after: { joined: true, passkey: body.passkeyName },
      },
    })
    return { token: session.token, validUntil: session.validUntil }
  })
})
