import { endOfLocalDay, localDate } from '../../domain/dates.ts'
import { objectUntil } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { issueToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailLink } from '../mail/store.ts'

type Writing = Pick<Deps, 'clock' | 'keys'>

/** What a mailed link about a held or refused reward lets its owner write, once. */
export type ReviewLink = { kind: 'appeal' } | { kind: 'question'; question: string }

/** To object to a refusal of now. */
export function linkToAppeal(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  rewardId: string,
): Promise<{ link: MailLink }> {
  const until = objectUntil(localDate(deps.clock.now()))
  return issue(tx, deps, tenant, { rewardId, until, asked: { kind: 'appeal' } })
}

/** To answer a question, until the day on which the case comes back. */
export const linkToAnswer = (
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  { rewardId, question, until }: { rewardId: string; question: string; until: Temporal.PlainDate },
): Promise<{ link: MailLink }> =>
  issue(tx, deps, tenant, { rewardId, until, asked: { kind: 'question', question } })

async function issue(
  tx: Tx,
  deps: Writing,
  tenant: Tenant,
  { rewardId, until, asked }: { rewardId: string; until: Temporal.PlainDate; asked: ReviewLink },
): Promise<{ link: MailLink }> {
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'review-answer',
    subject: rewardId,
    now: deps.clock.now(),
    expiresAt: endOfLocalDay(until),
    uses: 1,
    details: asked,
  })
  return { link: { page: 'ReviewAnswer', token: { id, as: 't' } } }
}
