import { countHit, giveBackHit } from './limit-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail, type AppError } from '../errors.ts'
import { together } from '../db/together.ts'

/** At most `most` tries per fixed window of real time. `bucket` holds addresses only as keyed hash. */
export type Limit = { bucket: string; most: number; windowSeconds: number }

export const quarterHour = 15 * 60
export const hour = 60 * 60
export const day = 24 * 60 * 60

/** Tries of the own password by somebody who is logged in, in a quarter of an hour. */
export const ownPasswordTries = 10

/**
 * Counts a try against every limit; returns the seconds to wait, or null. Counted first, so that parallel guesses all count; a
 * refusal must not roll it back.
 */
export async function countTry(
  tx: Tx,
  tenant: string,
  limits: readonly Limit[],
  now: Temporal.Instant,
): Promise<number | null> {
  const hits = await together(
    limits.map(
      ({ bucket, windowSeconds }) =>
        () =>
          countHit(tx, tenant, bucket, now, windowSeconds),
    ),
  )
  const waits = limits.flatMap((limit, index) =>
    hits[index]! > limit.most ? [secondsLeft(limit.windowSeconds, now)] : [],
  )
  return waits.length === 0 ? null : Math.max(...waits)
}

/** A try that was right does not count. */
export async function takeBackTry(
  tx: Tx,
  tenant: string,
  limits: readonly Limit[],
  now: Temporal.Instant,
): Promise<void> {
  await together(
    limits.map(
      ({ bucket, windowSeconds }) =>
        () =>
          giveBackHit(tx, tenant, bucket, now, windowSeconds),
    ),
  )
}

export const tooManyRequests = (retryAfterSeconds: number): AppError =>
  fail('too-many-requests', { retryAfterSeconds })

export function secondsLeft(windowSeconds: number, now: Temporal.Instant): number {
  return windowSeconds - (Math.floor(now.epochMilliseconds / 1000) % windowSeconds)
}
