import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './password-hash.ts'

test('a password counts as it was typed, in its whole length, but for the two spellings of one letter', async () => {
  const typed = `Über-See 2026 ${'lang'.repeat(46)}!`
  expect(typed.length).toBeGreaterThan(190)
  const hash = await hashPassword(typed)
  for (const same of [typed, typed.normalize('NFD')])
    expect(await verifyPassword(hash, same)).toBe(true)
  for (const other of [
    typed.slice(0, -1),
    `${typed} `,
    ` ${typed}`,
    typed.toLowerCase(),
    typed.replace('Ü', 'U'),
    typed.replace('-', '‐'),
  ])
    expect(await verifyPassword(hash, other)).toBe(false)
})
