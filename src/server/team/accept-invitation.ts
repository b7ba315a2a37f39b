import { platformCode } from '../../domain/platform.ts'
import * as contract from '../../contract/betrieb-zugang.ts'
import type { Said } from '../../domain/say.ts'
import { endFormer } from '../access/end-former.ts'
import { audit } from '../base/audit-store.ts'
import {
  findToken,
  findTokenById,
  revokeTokens,
  tokenState,
  useToken,
  type Token,
} from '../base/token-store.ts'
import type { Call } from '../context.ts'
import { elsewhere, onPlatform, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { deviceOf } from '../access/device.ts'
import { insertPasskey } from './passkey-store.ts'
import { offerPasskey, readNewPasskey } from './passkeys.ts'
import { operatorSession, startOperatorSession } from './session.ts'
import { limitStranger } from './sign-in.ts'
import {
  findOperator,
  joinOperator,
  listGrantsAt,
  listGrantsOf,
  type Grant,
  type Operator,
} from './store.ts'

const over: Said = {
  de: 'Diese Einladung gilt nicht mehr. Eine neue kommt von einer Person, die das Team verwaltet.',
  en: 'This invitation is no longer valid. A new one comes from a person who manages the team.',
}

const taken: Said = {
  de: 'Diese Einladung wurde schon angenommen. Weiter geht es mit der Anmeldung.',
  en: 'This invitation has been accepted already. Please sign in.',
}

/**
 * The valid invitation of a link, and whom it is for: somebody with a right here, and not in yet, since it makes a way in without asking for the
 * one they have. @param from the link's text, or the invitation's id
 */
export async function readInvitation(
  tx: Tx,
  tenant: string,
  from: { text: string } | { id: string },
  now: Temporal.Instant,
): Promise<{ token: Token; operator: Operator; grants: Grant[] }> {
  const token =
    'text' in from
      ? await findToken(tx, tenant, 'operator-invitation', from.text)
      : await findTokenById(tx, tenant, from.id)
  const state = tokenState(token, now)
  if (token?.kind !== 'operator-invitation') throw fail('link-expired', { said: over })
  const operator = await onPlatform(tx, tenant, () => findOperator(tx, token.subject))
  if (operator?.joined_at || state === 'used') throw fail('token-used', { said: taken })
  const grants = (await listGrantsAt(tx, tenant, now)).filter(
    ({ operator_id }) => operator_id === token.subject,
  )
  if (!operator || state !== 'valid' || grants.length === 0)
    throw fail('link-expired', { said: over })
  return { token, operator, grants }
}

/** Whoever is invited joins by this link, and their others end. Of two links at the same moment one is taken. */
export async function takeInvitation(
  tx: Tx,
  tenant: string,
  { token, operator }: { token: Token; operator: Operator },
  joined: { name: string; now: Temporal.Instant },
): Promise<void> {
  const { operator_id: id } = operator
  const grants = await onPlatform(tx, tenant, async () => {
    // First, so that whoever comes by another link waits here with no token in hand.
    if (!(await joinOperator(tx, id, joined))) throw fail('token-used', { said: taken })
    return listGrantsOf(tx, id, joined.now)
  })
  if (!(await useToken(tx, tenant, token.token_id, joined.now)))
    throw fail('token-used', { said: taken })
  for (const place of new Set(grants.map((one) => one.tenant)))
    await elsewhere(tx, tenant, place, () =>
      revokeTokens(tx, place, 'operator-invitation', id, joined.now, token.token_id),
    )
}

const invitationOf = (
  tx: Tx,
  call: Pick<Call<unknown, unknown, { token: string }>, 'tenant' | 'realNow' | 'body'>,
) => readInvitation(tx, call.tenant.code, { text: call.body.token }, call.realNow)

export const checkOperatorInvitation = serve(contract.checkOperatorInvitation, async (call) => {
  await limitStranger(call)
  return call.transaction(async (tx) => {
    const { operator, grants } = await invitationOf(tx, call)
    return {
      email: operator.email,
      name: operator.name,
      place: call.tenant.name,
      roles: grants.map(({ role }) => role),
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
    const invited = await invitationOf(tx, call)
    const { operator_id: id } = invited.operator
    await takeInvitation(tx, tenant.code, invited, { name: body.name, now: realNow })
    const session = await onPlatform(tx, call.tenant.code, async () => {
      const passkey = await readNewPasskey(tx, deps, id, body.answer)
      if (!(await insertPasskey(tx, { ...passkey, name: body.passkeyName }, realNow)))
        throw fail('passkey-refused')
      await endFormer(tx, platformCode, call, operatorSession)
      return startOperatorSession(tx, deps, id, { device: deviceOf(call.request) })
    })
    await audit(tx, tenant.code, {
      at: now,
      actor: { kind: 'operator', id, session: session.id },
      action: 'accept-invitation',
      subjectKind: 'operator',
      subjectId: id,
      change: {
        before: { joined: false },
        after: { joined: true, passkey: body.passkeyName },
      },
    })
    return { token: session.token, validUntil: session.validUntil }
  })
})
