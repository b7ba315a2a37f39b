import { platformCode } from '../../domain/platform.ts'
import * as ceremony from '../access/passkey-ceremony.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { listPasskeys, lockPasskey, markPasskeyUsed } from './passkey-store.ts'

// Operators' passkeys, at the platform (access/passkey-ceremony.ts).

/** What a challenge is for: to sign in, to prove a session's owner, to make a passkey. */
export type Purpose = 'sign-in' | `prove ${string}` | `make ${string}`

const at = async (tx: Tx, deps: Deps, purpose: Purpose): Promise<ceremony.Ceremony> => ({
  tx,
  deps,
  tenant: await deps.tenants.get(platformCode),
  purpose,
})

/** Options for `navigator.credentials.get`. @param operatorId whose passkeys; absent: any that this host has on the device */
export async function askForPasskey(
  tx: Tx,
  deps: Deps,
  purpose: Purpose,
  operatorId?: string,
): Promise<ceremony.Options> {
  const known = operatorId === undefined ? [] : await listPasskeys(tx, operatorId)
  return ceremony.askForPasskey(await at(tx, deps, purpose), known)
}

/** Whose passkey signed; throws `passkey-refused`. */
export async function acceptPasskey(
  tx: Tx,
  deps: Deps,
  purpose: Purpose,
  answer: ceremony.Options,
): Promise<string> {
  const { passkey, counter } = await ceremony.acceptPasskey(
    await at(tx, deps, purpose),
    answer,
    (id) => lockPasskey(tx, id),
  )
  await markPasskeyUsed(tx, passkey.passkey_id, counter, deps.clock.realNow())
  return passkey.operator_id
}

/** Options for `navigator.credentials.create`. */
export async function offerPasskey(
  tx: Tx,
  deps: Deps,
  { operator_id: id, ...operator }: { operator_id: string; email: string; name: string },
): Promise<ceremony.Options> {
  const known = await listPasskeys(tx, id)
  return ceremony.offerPasskey(await at(tx, deps, `make ${id}`), { id, ...operator }, known)
}

/** A new passkey's parts for the store; throws `passkey-refused`. */
export async function readNewPasskey(
  tx: Tx,
  deps: Deps,
  operatorId: string,
  answer: ceremony.Options,
): Promise<ceremony.NewPasskey & { operator_id: string }> {
  const made = await ceremony.readNewPasskey(await at(tx, deps, `make ${operatorId}`), answer)
  return { ...made, operator_id: operatorId }
}
