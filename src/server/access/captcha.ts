import { createHash } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { Challenge, Payload } from 'altcha-lib/types'
import { countHit } from '../base/limit-store.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { fail, type AppError } from '../errors.ts'

// About half a second on a laptop and two on an old phone.
const cost = 1_000
const counter = { from: 200, to: 800 }
const validSeconds = 10 * 60

type Keyring = Pick<Keys, 'derive'>

/**
 * A signed ALTCHA proof-of-work challenge (version 2), valid 10 minutes of real time in one tenant. `level`: how many times the usual
 * work.
 */
export async function makeChallenge(
  keys: Keyring,
  tenant: string,
  now: Temporal.Instant,
  level = 1,
): Promise<Record<string, unknown>> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    // Not the cost of one round, which checking a solution pays, too.
    counter: randomInt(counter.to, counter.from) * level,
    deriveKey,
    // The library's expiry uses the machine's clock; ours is an argument. The signature covers both.
    data: { tenant, level, expiresAt: Math.floor(now.epochMilliseconds / 1000) + validSeconds },
    ...secrets(keys),
  })
  return challenge as unknown as Record<string, unknown>
}

/** Refuses for lack of a solution, with a challenge, because only this call knows that one is due. */
export async function captchaRequired(
  keys: Keyring,
  tenant: string,
  now: Temporal.Instant,
  level = 1,
): Promise<AppError> {
  return fail('captcha-required', {
    details: { Challenge: await makeChallenge(keys, tenant, now, level) },
  })
}

/**
 * Accepts a solved challenge once, or throws `captcha-wrong`, or asks again if more work is due by now. In the transaction of what it
 * allows: a rollback keeps the solution. @param solution base64 of ALTCHA's JSON `{ challenge, solution }`
 */
export async function useCaptcha(
  tx: Tx,
  keys: Keyring,
  tenant: string,
  solution: string,
  now: Temporal.Instant,
  level = 1,
): Promise<void> {
  const payload = readPayload(solution)
  const { tenant: madeFor, expiresAt, level: solved } = payload?.challenge.parameters.data ?? {}
  const fresh = typeof expiresAt === 'number' && expiresAt * 1000 > now.epochMilliseconds
  if (!payload || madeFor !== tenant || !fresh || !(await isSolved(keys, payload)))
    throw fail('captcha-wrong')
  if (typeof solved !== 'number' || solved < level)
    throw await captchaRequired(keys, tenant, now, level)
  const bucket = `captcha|${createHash('sha256').update(payload.challenge.signature).digest('base64url')}`
  // The window depends on the challenge's expiry, so that a solution always meets the same counter.
  const window = Temporal.Instant.fromEpochMilliseconds(expiresAt * 1000)
  if ((await countHit(tx, tenant, bucket, window, validSeconds)) > 1) throw fail('captcha-wrong')
}

type Signed = Payload & { challenge: Challenge & { signature: string } }

async function isSolved(keys: Keyring, { challenge, solution }: Signed): Promise<boolean> {
  try {
    const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets(keys) })
    return verified
  } catch {
    return false
  }
}

function readPayload(text: string): Signed | null {
  try {
    const value = JSON.parse(Buffer.from(text, 'base64').toString('utf8')) as Partial<Signed> | null
    const { challenge, solution } = value ?? {}
    if (typeof challenge?.signature !== 'string' || typeof challenge.parameters !== 'object')
      return null
    return solution && challenge.parameters ? ({ challenge, solution } as Signed) : null
  } catch {
    return null
  }
}

const secrets = (keys: Keyring) => ({
  hmacSignatureSecret: keys.derive('captcha'),
  hmacKeySignatureSecret: keys.derive('captcha-key'),
})
