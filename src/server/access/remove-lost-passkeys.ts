import { audit, type Actor } from '../base/audit-store.ts'
import { revokeTokens } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { Kind, Person } from './kind.ts'
import { mailPasskey } from './mail-passkey.ts'
import { removePasskeys } from './passkey-store.ts'

/** Where a password ends because somebody else knew it: they may have added one. Call it once no session can add another. @returns how many */
export async function endPasskeys(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  kind: Pick<Kind, 'caller'>,
  id: string,
): Promise<number> {
  const passkeys = await removePasskeys(tx, tenant, kind, id)
  await revokeTokens(tx, tenant, 'second-factor', id, clock.realNow())
  return passkeys
}

/** Removes all passkeys of somebody who lost them, ends their sessions and what waits for one, and tells them. @returns how many there were */
export async function removeLostPasskeys<P extends Person>(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  kind: Pick<Kind<P>, 'caller' | 'session' | 'subject' | 'sessionsPage' | 'idOf'>,
  person: P,
  actor: Actor,
): Promise<number> {
  const id = kind.idOf(person)
  const [now, realNow] = [deps.clock.now(), deps.clock.realNow()]
  const passkeys = await endPasskeys(tx, deps, tenant, kind, id)
  if (passkeys === 0) return 0
  await revokeTokens(tx, tenant, kind.session, id, realNow)
  await mailPasskey(tx, tenant, kind, person, { isAdded: false, name: null }, now)
  await audit(tx, tenant, {
    at: now,
    actor,
    action: 'end-passkey',
    subjectKind: kind.subject,
    subjectId: id,
    change: { before: { passkeys }, after: { passkeys: 0 } },
  })
  return passkeys
}
