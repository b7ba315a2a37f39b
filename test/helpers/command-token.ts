import { operatorRoles, type OperatorRole } from '../../src/domain/operator-abilities.ts'
import { platformCode } from '../../src/domain/platform.ts'
import { makeClock } from '../../src/server/base/clock.ts'
import { issueToken } from '../../src/server/base/token-store.ts'
import type { Deps } from '../../src/server/context.ts'
import { withTenant, type Database } from '../../src/server/db/connection.ts'
import { startOperatorSession, type ScriptKind } from '../../src/server/team/session.ts'
import { ensureOperator, insertGrant, joinOperator } from '../../src/server/team/store.ts'

type Wanted = {
  tenant: string
  email?: string
  name?: string
  roles?: readonly OperatorRole[]
  kind?: ScriptKind
}

/** Somebody's token for the command line (or for scripts), by its clock, which is the real one. */
export async function makeCommandToken(
  { db, deps }: { db: Database; deps: Pick<Deps, 'keys'> },
  { tenant, email = 'jo@beispiel.example', name = 'Jo Beispiel', ...wanted }: Wanted,
): Promise<{ id: string; token: string; session: string }> {
  const at = { keys: deps.keys, clock: makeClock() }
  const now = at.clock.realNow()
  const isPlatform = tenant === platformCode
  const roles = (wanted.roles ?? operatorRoles).filter(
    (role) => (role === 'platform-operator') === isPlatform,
  )
  const made = await withTenant(db, platformCode, async (tx) => {
    const { operator_id: id } = await ensureOperator(tx, { email, name, language: 'de' }, now)
    await joinOperator(tx, id, { name, now })
    const { id: session } = await startOperatorSession(tx, at, id, { device: 'Test' })
    const { text } = await issueToken(tx, deps.keys, platformCode, {
      kind: wanted.kind ?? 'operator-command',
      subject: id,
      now,
      expiresAt: now.add({ minutes: 60 }),
      uses: null,
      details: { name: 'Test', tenant, roles, session },
    })
    return { id, token: text, session }
  })
  await withTenant(db, tenant, async (tx) => {
    for (const role of roles)
      await insertGrant(tx, tenant, { operatorId: made.id, role, by: 'test', expiresAt: null }, now)
  })
  return made
}
