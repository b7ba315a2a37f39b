import { sql } from 'kysely'
import { startBoss } from '../../src/server/jobs/boss.ts'
import { ensureQueue } from '../../src/server/jobs/ensure-queue.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import type { TestServer } from './server.ts'

/** A queue without workers, as in a process that only serves; stop it after the tests. */
export const openQueue = ({ deps, database }: TestServer) =>
  startBoss({
    url: database.appUrl,
    db: deps.queue,
    workers: false,
    handlers: {} as never,
    onError: () => {},
  })

type Queue = Awaited<ReturnType<typeof openQueue>>

/** A job as it is after its last try, which would take two hours. Returns its id. */
export async function makeDeadJob(
  { deps }: TestServer,
  { boss }: Queue,
  job: { tenant: string; kind: string; payload: unknown; error?: string },
): Promise<string> {
  const { tenant, kind, payload, error = 'Error: never' } = job
  const id = uuidv7()
  await ensureQueue(boss, kind)
  await boss.insert('dead-letter', [{ data: { id, tenant, payload } }])
  await sql`
    update pgboss.job set source_name = ${kind}, source_id = id, source_retry_count = 7, source_created_on = created_on,
      source_output = ${JSON.stringify({ message: error })}::jsonb
    where name = 'dead-letter' and data ->> 'id' = ${id}`.execute(deps.queue.kysely)
  return id
}
