import * as contract from '../../contract/betrieb-lage.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { hideSecrets } from '../../domain/operations.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { retryDead } from '../jobs/manage-jobs.ts'
import { listDead } from '../jobs/store.ts'
import { serve } from '../serve.ts'

export const listDeadJobs = serve(contract.listDeadJobs, async (call) => {
  const { tenant, body } = call
  const { page = 1, pageSize = 50, filter = {} } = body
  const kinds = filter.kind === undefined ? {} : { kinds: [filter.kind].flat() }
  return call.transaction(async (tx) => {
    const { rows, count } = await listDead(tx, tenant.code === platformCode ? null : tenant.code, {
      ...kinds,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map(({ createdAt, diedAt, error, ...row }) => ({
        ...row,
        createdAt: createdAt.toString(),
        diedAt: diedAt.toString(),
        error: error === null ? null : hideSecrets(error),
      })),
    }
  })
})

export const retryJobs = serve(contract.retryJobs, async (call) => {
  const { deps, tenant } = call
  // The platform's operators retry those of all tenants; each tenant's log has its own.
  const codes = tenant.code === platformCode ? await deps.tenants.codes() : [tenant.code]
  let retried = 0
  for (const code of codes) retried += await retryAt(call, code)
  return { retried }
})

function retryAt(
  {
    deps,
    body: { job: id, reason },
    caller,
    now,
  }: Pick<Call, 'deps' | 'caller' | 'now'> & { body: { job: string; reason: string } },
  code: string,
): Promise<number> {
  return withTenant(deps.db, code, async (tx) => {
    const [job] = await retryDead(tx, { tenant: code, id })
    if (!job) return 0
    await audit(tx, code, {
      at: now,
      actor: actorOf(caller),
      reason,
      action: 'job-retried',
      subjectKind: 'job',
      subjectId: job.id,
      details: { kind: job.kind },
      change: { before: { state: 'dead' }, after: { state: 'waiting' } },
    })
    return 1
  })
}
