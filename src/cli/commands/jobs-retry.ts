import { audit } from '../../server/base/audit-store.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { withTenant } from '../../server/db/connection.ts'
import { startBoss } from '../../server/jobs/boss.ts'
import { retryJob } from '../../server/jobs/manage-jobs.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { findTenantOfJob } from '../store.ts'

export const jobsRetry = command({
  group: 'jobs',
  name: 'retry',
  args: ['ID'],
  summary: 'Run a job again now that waits for its next try or used up its tries',
  tenant: 'none',
  options: {},
  async run({ args, tenant: wanted, actor, deps, databaseUrl }) {
    const id = args[0] ?? ''
    if (!isUuid(id)) throw new UsageError('ID is not the id of a job: "jobs list" shows them')
    const tenant = await findTenantOfJob(deps.db, id)
    if (tenant === null || (wanted !== '' && wanted !== tenant))
      throw new CommandError(`There is no job ${id}`)
    const jobs = await startBoss({
      url: databaseUrl,
      db: deps.db,
      workers: false,
      // Never called without workers.
      handlers: { 'send-mail': () => Promise.reject(new Error('not a worker')) },
      onError: (error) =>
        deps.log.warn({ error: error instanceof Error ? error.name : 'unknown' }, 'job queue'),
    })
    try {
      if (!(await retryJob(deps.db, jobs.boss, id))) {
        throw new CommandError(
          `Job ${id} does not wait for another try: it is done, or running right now`,
        )
      }
    } finally {
      await jobs.stop()
    }
    await withTenant(deps.db, tenant, (tx) =>
      audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'job-retried',
        subjectKind: 'job',
        subjectId: id,
      }),
    )
    return { data: { id, tenant, retried: true }, text: `Job ${id} runs again.` }
  },
})
