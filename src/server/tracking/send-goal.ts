import { createHash } from 'node:crypto'
import { goals } from '../../domain/tracking-goals.ts'
import { isConsentGiven } from '../base/consent-store.ts'
import { findSecret } from '../base/secret-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { sendToMatomo } from '../gateways/analytics/matomo.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'
import type { GoalJob } from './goal-job.ts'

/**
 * Sends a goal to the tenant's Matomo, unless that or the consent is gone. Throws on failure: the queue retries for two hours,
 * then keeps the job for `jobs retry`.
 */
export async function sendGoal(
  deps: Deps,
  code: string,
  job: GoalJob,
  limitMs?: number,
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  const goal = goals.find(({ id }) => id === job.goal)
  if (!tenant.matomo || !goal) return
  const [isGiven, secret] = await withTenant(deps.db, code, async (tx) => [
    await isConsentGiven(tx, code, { kind: 'visitor', id: job.consentId }, 'cookies-analytical'),
    await findSecret(tx, deps.keys, code, 'analytics'),
  ])
  if (!isGiven) return
  const told = {
    goal: tenant.matomo.goals[goal.id] ?? goal.id,
    title: goal.title,
    // The step's name under the tenant's host: real URLs can hold numbers, codes and tokens.
    url: `${tenantOrigin(deps.publicOrigin, tenant)}/${job.locale}/${goal.event}`,
    visitor: visitorOf(deps, code, job.consentId),
    at: Temporal.Instant.from(job.at),
    now: deps.clock.realNow(),
    locale: job.locale,
    userAgent: job.userAgent,
    channel: job.channel === 'xx' ? null : job.channel,
    campaign: job.campaign,
  }
  await sendToMatomo(tenant.matomo, told, secret, limitMs)
}

/** Sixteen hex digits that do not reveal the consent id, different per tenant. */
function visitorOf({ keys }: Pick<Deps, 'keys'>, tenant: string, consentId: string): string {
  const keyed = keys.lookup(`matomo|${tenant}|${consentId}`)
  return createHash('sha256').update(keyed).digest('hex').slice(0, 16)
}
