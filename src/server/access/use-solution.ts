import type { Tenant } from '../../domain/tenant.ts'
import { countHit } from '../base/limit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { useCaptcha } from './captcha.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'

/** The caller's captcha: the work, the mail that confirms, or nothing. */
export type Solution = 'work' | 'mail' | false

// What a form without script sends: the mail confirms it. Anybody can send it, so it buys only a few more attempts an hour.
const byMail = 'mail'
export const byMailPerHour = 5

/** The kind of a solution that `useSolution` does not refuse. */
export const kindOfSolution = (captcha: string | undefined): Solution =>
  captcha === undefined || captcha === '' ? false : captcha === byMail ? byMail : 'work'

/** Checks the given solution and returns its kind; throws if wrong. */
export async function useSolution(
  tx: Tx,
  {
    deps,
    tenant,
    realNow,
    visitor,
  }: {
    deps: Pick<Deps, 'keys'>
    tenant: Pick<Tenant, 'code'>
    realNow: Temporal.Instant
    visitor: string
  },
  captcha: string | undefined,
): Promise<Solution> {
  const kind = kindOfSolution(captcha)
  if (captcha === undefined || !kind) return false
  if (kind === byMail) {
    const tries = await countHit(tx, tenant.code, `by-mail|visitor|${visitor}`, realNow, hour)
    if (tries > byMailPerHour) throw tooManyRequests(secondsLeft(hour, realNow))
    return kind
  }
  await useCaptcha(tx, deps.keys, tenant.code, captcha, realNow)
  return kind
}
