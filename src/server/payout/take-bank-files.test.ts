import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { camt, makeFixtures, notice, of } from './payout.test-helper.ts'
import { takeBankFiles } from './take-bank-files.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let folder = ''
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-bank-'))
  mkdirSync(join(folder, 'standard'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server.stop()
})

const put = (name: string, file: Uint8Array | string, isNew = false) => {
  const path = join(folder, 'standard', name)
  writeFileSync(path, file)
  // The files' times are the machine's, the clock is the test's.
  const at = server.deps.clock.realNow().epochMilliseconds / 1000 - (isNew ? 1 : 60)
  utimesSync(path, at, at)
}
const listed = (of = '') => {
  try {
    return readdirSync(join(folder, 'standard', of)).toSorted()
  } catch {
    return []
  }
}

test('files of the folder are applied and moved, damaged ones with the reason beside; what is written just now waits', async () => {
  const { ids, rewards } = await fixtures.sent(1000, 2000, 3000)
  const [a = '', b = '', c = ''] = ids
  put('1.xml', notice({ id: a, cents: 1000 }))
  put('2.xml', 'no xml')
  put(
    '3.xml',
    of(
      'bgv',
      camt('<Ntry><Amt Ccy="EUR">1.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts></Ntry>'),
    ),
  )
  put('4.xml', notice({ id: b, cents: 2000 }))
  put('5.xml', notice({ id: c, cents: 3000 }), true)
  put('.hidden', notice({ id: c, cents: 3000 }))
  symlinkSync(join(folder, 'standard', '1.xml'), join(folder, 'standard', '0.xml'))
  await Promise.all([takeBankFiles(server.deps, folder), takeBankFiles(server.deps, folder)])
  expect((await fixtures.states(rewards)).map(([, state]) => state)).toEqual([
    'paid',
    'paid',
    'in-transit',
  ])
  expect(listed('done')).toEqual(['1.xml', '4.xml'])
  expect(listed('failed')).toEqual(['2.xml', '2.xml.txt', '3.xml', '3.xml.txt'])
  expect(readFileSync(join(folder, 'standard', 'failed', '3.xml.txt'), 'utf8')).toContain(
    'not the account for payouts',
  )
  expect(listed()).toEqual(['.hidden', '0.xml', '5.xml', 'done', 'failed'])
})

test('a file that was applied before it was moved is applied again without effect, and never overwrites another', async () => {
  const { ids } = await fixtures.sent(4000)
  const file = notice({ id: ids[0]!, cents: 4000 })
  put('6.xml', file)
  await takeBankFiles(server.deps, folder)
  const before = await fixtures.snapshot()
  put('6.xml', file)
  await takeBankFiles(server.deps, folder)
  expect(await fixtures.snapshot()).toEqual(before)
  expect(listed('done')).toEqual(['1.xml', '2-6.xml', '4.xml', '6.xml'])
})

test('what of a file was not applied stands beside it in done, and its numbers in the log', async () => {
  const { ids } = await fixtures.sent(5000, 6000)
  const [a = '', b = ''] = ids
  const warn = vi.spyOn(server.deps.log, 'warn')
  const ahead = notice({ id: b, cents: 6000 })
    .toString()
    .replace('<NtryDtls>', '<BookgDt><Dt>2031-01-01</Dt></BookgDt><NtryDtls>')
  const entry = (file: string) => file.slice(file.indexOf('<Ntry>'), file.indexOf('</Ntfctn>'))
  const whole = (...files: string[]) => camt(files.map(entry).join(''))
  const good = notice({ id: a, cents: 5000 }).toString()
  const foreign = notice({ id: 'FREMD-7', cents: 100, status: 'PDNG' }).toString()
  put('7.xml', whole(good, ahead, foreign))
  put('8.xml', whole(good))
  put('9.xml', whole(ahead))
  await takeBankFiles(server.deps, folder)
  const own = (name: string) => /^[789]/.test(name)
  expect(listed('done').filter(own)).toEqual(['7.xml', '7.xml.txt', '8.xml'])
  const text = readFileSync(join(folder, 'standard', 'done', '7.xml.txt'), 'utf8')
  expect(text.split('\n')).toEqual([
    'Not applied:',
    `${b}: its booking day, 2031-01-01, is yet to come, so the entry is not understood: ask the bank`,
    'FREMD-7: it is no payment of ours',
    '',
  ])
  expect(listed('failed').filter(own)).toEqual(['9.xml', '9.xml.txt'])
  expect(readFileSync(join(folder, 'standard', 'failed', '9.xml.txt'), 'utf8')).toContain(
    'not one entry',
  )
  expect(warn.mock.calls[0]).toEqual([
    { tenant: 'standard', refused: 1, unclear: 1 },
    'bank file applied in part',
  ])
  expect(warn.mock.calls).toHaveLength(2)
  warn.mockRestore()
  // Handed in again it says so again, beside the second one.
  put('7.xml', whole(good, ahead, foreign))
  await takeBankFiles(server.deps, folder)
  expect(listed('done').filter((name) => name.includes('7.xml'))).toEqual([
    '2-7.xml',
    '2-7.xml.txt',
    '7.xml',
    '7.xml.txt',
  ])
})
