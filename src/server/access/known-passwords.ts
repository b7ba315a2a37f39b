import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isOfRuns, isOnePart, spellingsOf } from '../../domain/known-password.ts'

/** 32 bits of the SHA-256 of each, sorted (scripts/write-known-passwords.ts). */
const file = new URL('./known-passwords.bin', import.meta.url)
const bytesEach = 4

// Read when somebody first chooses a password: 1.1 MB.
let list: Buffer | null = null
const read = () => (list ??= readFileSync(file))

export const knownPasswordCount = () => read().length / bytesEach

/**
 * Whether a password is known in one of its spellings. It takes at most one good one in 2,500 for known, since prefixes meet: for six
 * spellings, 285,588 prefixes of 4.3 billion. Another choice is all that costs.
 */
export const isKnownPassword = (password: string) =>
  isOnePart(password) || isOfRuns(password) || spellingsOf(password).some(isListed)

function isListed(text: string): boolean {
  const wanted = createHash('sha256').update(text).digest().readUInt32BE()
  const prefixes = read()
  let [from, to] = [0, prefixes.length / bytesEach]
  while (from < to) {
    const middle = (from + to) >> 1
    const found = prefixes.readUInt32BE(middle * bytesEach)
    if (found === wanted) return true
    if (found < wanted) from = middle + 1
    else to = middle
  }
  return false
}
