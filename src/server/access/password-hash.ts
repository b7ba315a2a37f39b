import { hash, parseOptions, verify, type Algorithm } from '@node-rs/argon2'

/** Argon2id (the library's default) with OWASP's parameters: about 20 ms and 19 MiB. */
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Of discarded random bytes with the parameters above: verifying costs as much as a real hash. */
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$6BKLk6ptlIUSNQnLzDarOA$/VgwqWyZW6P3A1BrGErG7umTRYK0rWEqUL5ssbK6mYs'

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), argon2Options)
}

/** Takes the same time without a stored hash. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? decoyHash, spelling(password))
  return matches && passwordHash !== null && passwordHash !== undefined
}

// The library's enum is for compilers that inline it.
const argon2id = 2 satisfies Algorithm.Argon2id as Algorithm

/** Whether a hash was made with less than today's parameters, so that the next login makes it again. */
export function isOutdated(passwordHash: string): boolean {
  const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(passwordHash)
  return (
    algorithm !== argon2id ||
    memoryCost < argon2Options.memoryCost ||
    timeCost < argon2Options.timeCost ||
    parallelism < argon2Options.parallelism
  )
}

// ü is one code point on some keyboards and two on others.
const spelling = (password: string) => password.normalize('NFC')
