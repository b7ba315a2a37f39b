import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { system } from '../server/base/audit-store.ts'
import { applyBankFile } from '../server/payout/apply-status.ts'
import { notice } from '../server/payout/payout.test-helper.ts'
import { changeTenant } from '../../test/helpers/agency.ts'
import { makePartnerBench } from '../../test/helpers/sales-partner.ts'
import { startEachAfresh } from '../../test/helpers/start-each-afresh.ts'
import { telko } from '../server/demo/demo-tenants.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
startEachAfresh(() => installation.server)
afterAll(() => installation.stop())

const on = (...words: string[]) => installation.cli('sales-partners', ...words, '--tenant', 'telko')

type Listed = {
  number: string
  state: string
  openCents: number
  heldCents: number
  accountProblem: string | null
}
const nordlicht = async () =>
  ((await on('list', '--json')).json() as Listed[]).find(({ number }) => number === 'VP-NRDL-0001')

test('sales partners: listed with what they are to be paid, stopped, closed and let sell again, with who did it', async () => {
  expect(await nordlicht()).toMatchObject({
    state: 'active',
    openCents: 18445,
    accountProblem: null,
  })
  expect((await on('list')).out).toMatch(/VP-NRDL-0001 .* active .* €184\.45 +ok/)
  expect((await on('deactivate', 'vp-nrdl-0001')).out).toBe('The sales partner is inactive.\n')
  expect((await on('deactivate', 'VP-NRDL-0001')).out).toBe('It was inactive before.\n')
  expect((await on('activate', 'VP-NRDL-0001')).out).toBe('The sales partner is active.\n')
  expect((await on('activate', 'VP-NRDL-0001', '--json')).json()).toMatchObject({ already: true })
  expect((await on('deactivate', 'VP-NRDL-0001', '--close')).out).toContain('closed')
  expect(await nordlicht()).toMatchObject({ state: 'closed', openCents: 18445 })
  for (const verb of ['activate', 'deactivate']) {
    const unknown = await on(verb, 'VP-NONE-0000')
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining('telko has no sales partner with the number VP-NONE-0000'),
    ])
  }
  const elsewhere = await installation.cli('sales-partners', 'list', '--tenant', 'bgv')
  expect([elsewhere.code, elsewhere.out]).toEqual([0, 'bgv has no sales partners.\n'])
})

test('a commission plan is set once for each group and day, and what is no plan is refused', async () => {
  expect((await on('plan', 'DP', '6500', '2027-01-01')).out).toBe(
    'DP earns 6500 cents from 2027-01-01 on.\n',
  )
  for (const [words, says] of [
    [['DP', '7000', '2027-01-01'], 'DP has a plan from 2027-01-01 on already'],
    [['DP', '65.00', '2027-02-01'], 'CENTS is a whole number'],
    [['DP', '1000001', '2027-02-01'], 'CENTS is a whole number'],
    [['DP', '6500', '2027-02-30'], 'FROM is a day like 2026-12-01'],
    [['DP', '6500', '01.02.2027'], 'FROM is a day like 2026-12-01'],
  ] as const) {
    const refused = await on('plan', ...words)
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(says)])
  }
  expect(await installation.audited('commission-plan-added', 'telko')).toMatchObject([
    { actor_id: installation.jo },
  ])
})

/** What an operator hears who removes sales partners from the tenant's file. */
async function remove(tenant: string) {
  const { cli, file } = installation
  const { salesPartners: _, ...rest } = (await cli('tenant', 'show', tenant, '--json')).json()
  return cli('tenant', 'create', file('without.json', JSON.stringify(rest)), '--replace', '--yes')
}

test('sales partners leave a tenant’s file only when none of them is owed anything: number and sums are named', async () => {
  const { cli, server } = installation
  const refused = await remove('telko')
  expect(refused.code).toBe(1)
  expect(refused.err).toMatch(
    /salesPartners: \d+ sales partners? (is|are) still owed (€\S+ net for \d+ open orders? and )?€184\.45 on unpaid credit notes/,
  )
  expect((await cli('tenant', 'show', 'telko', '--json')).json().salesPartners).toBeTruthy()
  await changeTenant(server, 'bgv', { salesPartners: telko.tenant.salesPartners })
  const free = await remove('bgv')
  expect([free.code, free.out]).toEqual([0, expect.stringContaining('is changed')])
  // A commission that is on no credit note yet is owed as well.
  const bench = await makePartnerBench(server, 'bgv')
  const order = await bench.order()
  expect((await remove('bgv')).err).toContain(
    'salesPartners: 1 sales partner is still owed €60.00 net for 1 open order, and would no longer',
  )
  await bench.cancel(order)
  expect((await remove('bgv')).code).toBe(0)
})

test('credit notes are paid by the payout commands, beside rewards, and the list says which transfers are for partners', async () => {
  const { cli } = installation
  const telko = (...words: string[]) => cli('payout', ...words, '--tenant', 'telko')
  const created = (await installation.pay('telko'))!
  expect(created).toMatchObject({ payments: 1, totalCents: 18445 })
  expect((await telko('propose')).out).toBe('Nothing is due.\n')
  expect((await telko('list', '--json')).json()).toMatchObject([
    { batchId: created.batch, transfers: 1, partners: 1, states: { 'in-transit': { count: 1 } } },
  ])
  expect(await nordlicht()).toMatchObject({ openCents: 0 })
  const target = created.file
  expect(readFileSync(target, 'utf8')).toContain('<InstdAmt Ccy="EUR">184.45</InstdAmt>')
  expect((await telko('confirm', created.batch)).out).toBe('1 paid now, 0 paid before.\n')
  expect((await telko('confirm', created.batch)).out).toBe('0 paid now, 1 paid before.\n')
  // It comes back for a reason that an operator decides about: open, and in no batch until then.
  const id = /<EndToEndId>(\w+)</.exec(readFileSync(target, 'utf8'))?.[1] ?? ''
  const back = { id, cents: 18445, direction: 'CRDT', reason: 'MS03' } as const
  // By the bank's folder: of a file that a person hands in it would wait for a second one.
  const { iban } = (await installation.server.deps.tenants.get('telko')).payoutAccount
  const told = Buffer.from(notice(back))
    .toString()
    .replace(/<IBAN>\w+</, `<IBAN>${iban.replaceAll(' ', '')}<`)
  await applyBankFile(installation.server.deps, 'telko', Buffer.from(told), system)
  expect(await nordlicht()).toMatchObject({ openCents: 0, heldCents: 18445 })
  expect((await on('list')).out).toMatch(/VP-NRDL-0001 .* €0\.00 +€184\.45 +ok/)
  expect((await telko('propose')).out).toBe('Nothing is due.\n')
  await telko('decide', id, 'pay')
  expect(await nordlicht()).toMatchObject({ openCents: 18445, heldCents: 0 })
  expect(await installation.audited('payout-settled', 'telko')).toMatchObject([
    { actor_id: installation.jo },
  ])
})
