import { listJobs } from '../../server/jobs/manage-jobs.ts'
import { command, UsageError } from '../command.ts'
import { table } from '../table.ts'

const states = ['created', 'retry', 'active', 'completed', 'cancelled', 'failed', 'dead'] as const

/** Without payloads, which hold personal data. */
export const jobsList = command({
  group: 'jobs',
  name: 'list',
  args: [],
  summary: 'Show background jobs, newest first; --state dead shows those that used up their tries',
  tenant: 'none',
  needs: 'set-up',
  options: {
    state: { value: 'STATE', text: `only ${states.join(', ')}` },
    kind: { value: 'KIND', text: 'only jobs of this kind, for example send-mail' },
    limit: { value: 'N', text: 'at most so many (100)' },
  },
  async run({ values, tenant, deps }) {
    const state = states.find((known) => known === values.state)
    if (values.state !== undefined && !state)
      throw new UsageError(`--state is one of ${states.join(', ')}`)
    const limit = Number(values.limit ?? 100)
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
      throw new UsageError('--limit is a number from 1 to 10000')
    const jobs = await listJobs(deps.db, {
      limit,
      ...(state && { state }),
      ...(values.kind !== undefined && { kind: values.kind }),
      ...(tenant !== '' && { tenant }),
    })
    return {
      data: jobs,
      text: table(
        ['Id', 'Kind', 'Tenant', 'State', 'Tries', 'Created', 'Due', 'Error'],
        jobs.map((job) => [
          job.id,
          job.kind,
          job.tenant,
          job.state,
          job.attempts,
          job.createdAt,
          job.dueAt,
          job.error,
        ]),
        'There are no such jobs.',
      ),
    }
  },
})
