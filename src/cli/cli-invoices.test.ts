import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeCommandToken } from '../../test/helpers/command-token.ts'
import { makeAgencyBench } from '../server/agency/billing.test-helper.ts'
import { withTenant } from '../server/db/connection.ts'
import { runCliHere } from './cli.test-helper.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

// Processes that start on a busy machine take their time.
vi.setConfig({ testTimeout: 120_000 })

let installation: Installation

beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.stop())

test('invoices: written once for months that are over, listed, and their files written to a file', async () => {
  const { cli, file, server } = installation
  // A month ago by the machine's clock, which is the command's.
  server.clock.set(
    Temporal.Now.instant()
      .subtract({ hours: 24 * 40 })
      .toString(),
  )
  const agency = await makeAgencyBench(server, 'bgv')
  await agency.makeReleased()
  const create = () => cli('invoices', 'create', '--tenant', 'bgv', '--json')
  const first = await create()
  expect(first).toMatchObject({ code: 0, err: '' })
  const [written] = first.json().created as { number: string; totalCents: number }[]
  expect(written).toMatchObject({ totalCents: 5298 })
  const number = written!.number
  expect(number).toMatch(new RegExp(`^${agency.number}-\\d{4}-1$`))
  expect((await create()).json().created).toEqual([])
  expect((await cli('invoices', 'create', '--tenant', 'telko')).out).toBe(
    'telko bills its agencies nothing.\n',
  )
  const list = await cli('invoices', 'list', '--tenant', 'bgv')
  expect(list.out).toContain(`${number}  invoice`)
  expect(list.out).toContain('€52.98')
  expect(list.out).toMatch(/€52\.98 +(open|overdue)/)
  const paid = (...more: string[]) => cli('invoices', 'paid', number, '--tenant', 'bgv', ...more)
  expect((await paid('--on', '22.11.2026')).code).toBe(2)
  expect((await paid('--on', '2999-01-01')).err).toContain('That day is still to come')
  const { email } = await withTenant(server.db, 'bgv', (tx) =>
    tx
      .selectFrom('agencies')
      .select('email')
      .where('tenant', '=', 'bgv')
      .where('number', '=', agency.number)
      .executeTakeFirstOrThrow(),
  )
  const { token } = await makeCommandToken(server, { tenant: 'bgv', email })
  for (const undo of [[], ['--undo']]) {
    const own = await runCliHere({ ...installation.environment, ZUSPRUCH_TOKEN: token }, [
      'invoices',
      'paid',
      number,
      ...undo,
      '--tenant',
      'bgv',
      '--reason',
      'Versuch',
    ])
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('concerns yourself')])
  }
  expect((await paid('--reference', 'KTO-1')).out).toContain(`${number} is paid`)
  expect((await paid()).out).toContain('It stays so')
  expect((await paid('--undo')).out).toBe(`${number} is not paid any more.\n`)
  expect((await paid('--undo')).out).toBe(`${number} was not marked as paid.\n`)
  const [pdf, xml] = [file('invoice.pdf', ''), file('invoice.xml', '')]
  expect((await cli('invoices', 'file', number, '--tenant', 'bgv', '--out', pdf)).code).toBe(0)
  await cli('invoices', 'file', number, '--tenant', 'bgv', '--out', xml, '--xml')
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  expect(readFileSync(xml, 'utf8')).toContain(`<ram:ID>${number}</ram:ID>`)
  const none = await cli('invoices', 'file', 'X-1', '--tenant', 'bgv', '--out', pdf)
  expect(none).toMatchObject({ code: 1 })
  expect(none.err).toContain('There is no invoice X-1')
  expect((await cli('invoices', 'file', number, '--tenant', 'bgv')).code).toBe(2)
})
