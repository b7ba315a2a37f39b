import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/helpers/database.ts'
import { testSecret } from '../../test/helpers/test-secrets.ts'
import { runCliHere, runCliProcess } from './cli.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let database: TestDatabase
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-cli-'))
  environment = {
    DATABASE_URL: database.appUrl,
    SECRET_KEY: testSecret,
    PUBLIC_ORIGIN: 'https://empfehlen.example',
    DATA_DIR: folder,
  }
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true, force: true })
})

const here = (...words: string[]) => runCliHere(environment, words)

test('explains everything and each command', async () => {
  const all = await here('--help')
  expect(all.code).toBe(0)
  for (const line of [
    'tenant create FILE.json',
    'orders import FILE',
    'payout apply FILE',
    'jobs retry ID',
  ])
    expect(all.out).toContain(line)
  const one = await here('payout', 'file', '--help')
  expect([one.code, one.out.includes('--out FILE')]).toEqual([0, true])
  expect((await here('orders', '--help')).out).not.toContain('payout')
  const orders = await here('orders', 'import', '--help')
  for (const column of [
    'ExterneAuftragsnummer  required',
    'Vertragsdatum          required',
    'Email',
  ])
    expect(orders.out).toContain(column)
})

test('wrong usage exits with 2 and one sentence, a failure with 1, and neither shows a stack', async () => {
  const wrong = [
    [],
    ['nonsense'],
    ['payout', 'nonsense'],
    ['payout', 'list'],
    ['payout', 'list', '--wrong'],
    ['payout', 'list', 'x', '--tenant', 'standard'],
    ['payout', 'list', '--tenant', 'standard', '--as', 'Jo'],
    ['accounts', 'block', '--all', '--tenant', 'standard'],
    ['orders', 'cancel', '--tenant', 'standard'],
  ]
  for (const words of wrong) {
    const ran = await here(...words)
    expect([words, ran.code, ran.out]).toEqual([words, 2, ''])
    expect(ran.err).not.toMatch(/\n\s+at /)
  }
  expect(await runCliProcess(environment, ['payout', 'list'])).toMatchObject({ code: 2, out: '' })
  const unknown = await here('payout', 'list', '--tenant', 'nobody')
  expect([unknown.code, unknown.err]).toEqual([
    1,
    'There is no such tenant: "tenant show" lists them. (PSOF0604)\n',
  ])
  const path = join(folder, 'not-there.json')
  const missing = await here('tenant', 'create', path)
  expect([missing.code, missing.err]).toEqual([1, `There is no file ${path}.\n`])
})

test('a wrong environment is one clear sentence', async () => {
  const run = (changes: Record<string, string>) =>
    runCliHere({ ...environment, ...changes }, ['tenant', 'show'])
  const closed = await run({ DATABASE_URL: 'postgres://nobody:x@127.0.0.1:9/none' })
  expect([closed.code, closed.err]).toEqual([
    1,
    'The database does not answer: check DATABASE_URL and that it is running.\n',
  ])
  const short = await run({ SECRET_KEY: 'short' })
  expect([short.code, short.err.startsWith('SECRET_KEY is too short')]).toEqual([1, true])
  const empty = await run({ DATABASE_URL: '' })
  expect([empty.code, empty.err.startsWith(`There is no database under ${folder}`)]).toEqual([
    1,
    true,
  ])
})
