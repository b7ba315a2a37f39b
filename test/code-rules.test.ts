import { expect, test } from 'vitest'
import { read, sources } from './helpers/sources.ts'

// What the sources may do with processes, code and cryptography (docs/security/asvs.md). Each pattern is proven by a planted line.

const rules: [what: string, pattern: RegExp, planted: string[], known: Record<string, string>][] = [
  [
    'processes',
    /child_process|\bworker_threads\b|\bcluster\b['"]/,
    ["import { exec } from 'node:child_process'"],
    {
      'src/server/supervise.ts': 'the server itself again, as its own children',
      'src/server/base/parts.ts': 'a child that outlives its parent by what it has in hand',
      'src/server/gateways/mail/dev-inbox.ts': 'the demo’s inbox',
      'src/server/db/embedded/choose-user.ts': 'the demo’s database',
      'src/server/db/embedded/identify-process.ts': 'the demo’s database',
      'src/server/db/embedded/init-cluster.ts': 'the demo’s database',
      'src/server/db/embedded/run-postmaster.ts': 'the demo’s database',
    },
  ],
  [
    'text that is run as code',
    /\beval\(|\bnew Function\b|['"]node:vm['"]|\bset(Timeout|Interval)\(\s*['"`]/,
    ['eval(text)', 'new Function(text)', "import { run } from 'node:vm'", "setTimeout('go()', 1)"],
    {},
  ],
  [
    'ciphers',
    /create(C|Dec)ipheriv|publicEncrypt|subtle\.encrypt/,
    ["createCipheriv('aes-128-cbc', key, iv)"],
    { 'src/server/base/seal-formats.ts': 'AES-256-GCM, whose type knows no other' },
  ],
  [
    'hashes that are not SHA-256',
    /\b(md5|sha-?1)\b|\b(createHash|createHmac|hkdfSync)\((?!\s*'sha256')/i,
    ["createHash('md5')", "createHmac('sha512', key)", 'createHash(name)', 'md5(text)'],
    {
      'src/server/billing/note-payment-store.ts': 'numbers payouts',
      'src/server/reward/due-store.ts': 'numbers payouts',
    },
  ],
  ['numbers that could be guessed', /Math\.random\(/, ['Math.random()'], {}],
]

test.each(rules)('%s are in no source, but for what is known', (_what, pattern, planted, known) => {
  for (const line of planted) expect(line).toMatch(pattern)
  const found = sources.filter((file) => pattern.test(read(file)))
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})
