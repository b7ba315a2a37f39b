import { hash, verify } from '@node-rs/argon2'

// Argon2id (the library's default algorithm) with the parameters of OWASP's password storage cheat sheet: about 20 ms and 19 MiB.
export const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Of random bytes that nobody kept, with the parameters above: verifying against it costs what a real one costs.
export const decoyHash =
  '$argon2id$v=19$m=19456,t=2,p=1$6BKLk6ptlIUSNQnLzDarOA$/VgwqWyZW6P3A1BrGErG7umTRYK0rWEqUL5ssbK6mYs'

export function hashPassword(password: string): Promise<string> {
  return hash(spelling(password), argon2Options)
}

/** Takes the same time whether there is a password to compare with or not. */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? decoyHash, spelling(password))
  return matches && passwordHash !== null && passwordHash !== undefined
}

// An ü is one sign on one keyboard and two on another.
const spelling = (password: string) => password.normalize('NFC')
