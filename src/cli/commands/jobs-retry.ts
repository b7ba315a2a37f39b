import { audit } from '../../server/base/audit-store.ts'
import { isUuid } from '../../server/base/uuid.ts'
import { withTenant } from '../../server/db/connection.ts'
import { retryJob } from '../../server/jobs/manage-jobs.ts'
import { command, CommandError, UsageError } from '../command.ts'
import { findTenantOfJob } from '../store.ts'

export const jobsRetry = command({
  group: 'jobs',
  name: 'retry',
  args: ['ID'],
  summary: 'Run a job again now that waits for its next try or used up its tries',
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ args, tenant: wanted, actor, deps }) {
    const id = args[0] ?? ''
    if (!isUuid(id)) throw new UsageError('ID is not the id of a job: "jobs list" shows them')
    const tenant = await findTenantOfJob(deps.db, id)
    if (tenant === null || (wanted !== '' && wanted !== tenant))
      throw new CommandError(`There is no job ${id}`)
    await withTenant(deps.db, tenant, async (tx) => {
      const state = await retryJob(tx, tenant, id)
      if (state === null) {
        throw new CommandError(
          `Job ${id} does not wait for another try: it is done, or running right now`,
        )
      }
      await audit(tx, tenant, {
        at: deps.clock.now(),
        actor,
        action: 'job-retried',
        subjectKind: 'job',
        subjectId: id,
        change: { before: { state }, after: { state: 'waiting' } },
      })
    })
    return { data: { id, tenant, retried: true }, text: `Job ${id} runs again.` }
  },
})
