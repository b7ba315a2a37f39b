import { sql } from 'kysely'
import type { TestServer } from './server.ts'
import { asOwner } from './as-owner.ts'

/** After the clock was moved: whoever was logged in at the tenant has come back meanwhile, and is so for another hour. */
export const stillLoggedIn = (
  server: Pick<TestServer, 'database' | 'clock'>,
  tenant: string,
): Promise<void> =>
  asOwner(server, tenant, async (tx) => {
    const now = server.clock.realNow()
    await sql`
      update tokens set created_at = ${now.toString()}, expires_at = ${now.add({ hours: 1 }).toString()}, details = details || ${JSON.stringify({ seenAt: now.toString() })}::jsonb
      where tenant = ${tenant} and kind like '%-session' and revoked_at is null`.execute(tx)
  })
