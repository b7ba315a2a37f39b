import { audit, type LoggedChange } from '../base/audit-store.ts'
import {
  countTry,
  ownPasswordTries,
  quarterHour,
  takeBackTry,
  tooManyRequests,
} from '../base/limits.ts'
import { findTokenById, forgetDetail } from '../base/token-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { passwordNeeded } from '../password-needed.ts'
import { serve, type Served } from '../serve.ts'
import { sessionOf, type Kind, type Person } from './kind.ts'
import { mailPasskey } from './mail-passkey.ts'
import { offerPasskey, readNewPasskey } from './passkey-ceremony.ts'
import { insertPasskey, listPasskeys, lockPasskeys, removePasskeys } from './passkey-store.ts'
import { verifyPassword } from './password-hash.ts'

/** After a log-in its session may change passkeys without the password. */
export const freshMinutes = 10

type OwnCall = Pick<Call, 'deps' | 'tenant' | 'caller' | 'now' | 'realNow'>

/** Who asks, as they are now, and the session they ask in. */
async function self(tx: Tx, { tenant, caller }: OwnCall, kind: Kind) {
  const { tokenId } = sessionOf(kind, caller)
  const id = actorOf(caller).id
  const person = await kind.find(tx, tenant.code, id)
  if (!person) throw fail('session-missing')
  return { tokenId, id, person }
}

/** What shows that it is the owner: nothing more for a session that has just begun. */
async function proofOf(
  tx: Tx,
  { tenant, realNow }: OwnCall,
  tokenId: string,
  { password_hash: hash }: Person,
): Promise<'nichts' | 'passwort' | 'anmeldung'> {
  const session = await findTokenById(tx, tenant.code, tokenId)
  const end = session?.created_at.add({ minutes: freshMinutes })
  if (end && Temporal.Instant.compare(realNow, end) < 0) return 'nichts'
  return hash === null ? 'anmeldung' : 'passwort'
}

/** Throws unless the session is fresh, or the password right; a wrong one counts. */
async function needProof(call: OwnCall, kind: Kind, password: string | undefined): Promise<void> {
  const { deps, tenant, realNow } = call
  const { code } = tenant
  const { proof, person, id } = await withTenant(deps.db, code, async (tx) => {
    const { tokenId, ...who } = await self(tx, call, kind)
    return { ...who, proof: await proofOf(tx, call, tokenId, who.person) }
  })
  if (proof === 'nichts') return
  if (password === undefined || proof === 'anmeldung') throw passwordNeeded()
  const limits = [{ bucket: `passkey|${id}`, most: ownPasswordTries, windowSeconds: quarterHour }]
  const wait = await withTenant(deps.db, code, (tx) => countTry(tx, code, limits, realNow))
  if (wait !== null) throw tooManyRequests(wait)
  if (!(await verifyPassword(person.password_hash, password))) throw fail('wrong-credentials')
  await withTenant(deps.db, code, (tx) => takeBackTry(tx, code, limits, realNow))
}

const log = (
  tx: Tx,
  call: OwnCall,
  kind: Kind,
  entry: { action: 'add-passkey' | 'end-passkey'; change: LoggedChange },
) => {
  const actor = actorOf(call.caller)
  return audit(tx, call.tenant.code, {
    at: call.now,
    actor,
    subjectKind: kind.subject,
    subjectId: actor.id,
    ...entry,
  })
}

/** The endpoints of one's own passkeys. */
export const servePasskeys = (kind: Kind): Served[] => {
  const { passkeys } = kind
  return [
    serve(passkeys.listPasskeys, async (call) => {
      kind.needPasswords(call.tenant)
      return call.transaction(async (tx) => {
        const { tokenId, id, person } = await self(tx, call, kind)
        const known = await listPasskeys(tx, call.tenant.code, kind, id)
        return {
          passkeys: known.map((one) => ({
            id: one.passkey_id,
            name: one.name,
            createdAt: one.created_at.toString(),
            lastUsedAt: one.last_used_at?.toString() ?? null,
          })),
          proof: await proofOf(tx, call, tokenId, person),
          isRequired: kind.needsPasskey?.(call.tenant, person) === true,
        }
      })
    }),

    serve(passkeys.beginPasskey, async (call) => {
      const { deps, tenant, body } = call
      kind.needPasswords(tenant)
      await needProof(call, kind, body.password)
      return call.transaction(async (tx) => {
        const { tokenId, id, person } = await self(tx, call, kind)
        const purpose = `make ${tokenId}`
        const { email, first_name: first, last_name: last } = person
        const who = { id, email, name: `${first} ${last}`.trim() || email }
        const known = await listPasskeys(tx, tenant.code, kind, id)
        return { options: await offerPasskey({ tx, deps, tenant, purpose }, who, known) }
      })
    }),

    // The challenge is of this session, which has proved itself.
    serve(passkeys.addPasskey, async (call) => {
      const { deps, tenant, body, now, realNow } = call
      const { code } = tenant
      kind.needPasswords(tenant)
      await call.transaction(async (tx) => {
        const { tokenId, id, person } = await self(tx, call, kind)
        const purpose = `make ${tokenId}`
        const made = await readNewPasskey({ tx, deps, tenant, purpose }, body.answer)
        const { name } = body
        const passkey = { ...made, person_id: id, name }
        if (!(await insertPasskey(tx, code, kind, passkey, realNow))) throw fail('passkey-refused')
        if (!(await forgetDetail(tx, code, tokenId, 'passkeyMissing')))
          throw fail('session-missing')
        await mailPasskey(tx, code, kind, person, { isAdded: true, name }, now)
        const change = { before: null, after: { name } }
        await log(tx, call, kind, { action: 'add-passkey', change })
      })
      return {}
    }),

    serve(passkeys.endPasskey, async (call) => {
      const { tenant, params, body, now } = call
      const { code } = tenant
      kind.needPasswords(tenant)
      await needProof(call, kind, body.password)
      await call.transaction(async (tx) => {
        const { id, person } = await self(tx, call, kind)
        const known = await lockPasskeys(tx, code, kind, id)
        const ended = known.find(({ passkey_id }) => passkey_id === params.id)
        if (!ended) throw fail('not-found')
        if (known.length === 1 && kind.needsPasskey?.(tenant, person)) throw fail('last-passkey')
        await removePasskeys(tx, code, kind, id, params.id)
        const { name } = ended
        await mailPasskey(tx, code, kind, person, { isAdded: false, name }, now)
        const change = { before: { name }, after: null }
        await log(tx, call, kind, { action: 'end-passkey', change })
      })
      return {}
    }),
  ]
}
