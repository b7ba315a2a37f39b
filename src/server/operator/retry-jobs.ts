import * as contract from '../../contract/betrieb-lage.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { hideSecrets } from '../../domain/operations.ts'
import { platformCode } from '../../domain/platform.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { retryDead } from '../jobs/manage-jobs.ts'
import type { DeadJob } from '../jobs/store.ts'
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

const which = {
  de: 'Bitte einen Vorgang oder eine Art nennen.',
  en: 'Please name a job or a kind.',
}

export const retryJobs = serve(contract.retryJobs, async (call) => {
  const { deps, tenant, body, locale } = call
  if ((body.job === undefined) === (body.kind === undefined))
    throw fail('validation', { fields: [{ field: 'Vorgang', message: which[locale] }] })
  // The platform's operators retry those of all tenants; each tenant's log has its own.
  const codes = tenant.code === platformCode ? await deps.tenants.codes() : [tenant.code]
  let retried = 0
  for (const code of codes) retried += (await retryAt(call, code)).length
  return { retried }
})

function retryAt(
  {
    deps,
    body,
    caller,
    now,
  }: Pick<Call, 'deps' | 'caller' | 'now'> & {
    body: { job?: string | undefined; kind?: string | undefined; reason: string }
  },
  code: string,
): Promise<DeadJob[]> {
  const { job, kind, reason } = body
  return withTenant(deps.db, code, async (tx) => {
    const jobs = await retryDead(tx, {
      tenant: code,
      ...(job === undefined ? {} : { id: job }),
      ...(kind === undefined ? {} : { kind }),
    })
    const row = { at: now, actor: actorOf(caller), reason }
    const [first] = jobs
    if (first && job !== undefined)
      await audit(tx, code, {
        ...row,
        action: 'job-retried',
        subjectKind: 'job',
        subjectId: first.id,
        details: { kind: first.kind },
      })
    if (first && job === undefined)
      await audit(tx, code, {
        ...row,
        action: 'jobs-retried',
        subjectKind: 'job',
        subjectId: first.kind,
        details: { count: jobs.length, jobs: jobs.map(({ id }) => id) },
      })
    return jobs
  })
}
