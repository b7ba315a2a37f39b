import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeadJob, openQueue } from '../../../test/helpers/dead-job.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { nameLine } from '../payout/named-line-store.ts'
import { camt, ibans, makeFixtures } from '../payout/payout.test-helper.ts'
import { payDue } from '../payout/play-both.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'
import { runBankUpload, stopUpload } from './run-bank-upload.ts'
import { tellOperators } from './tell-operators.test-helper.ts'
import { countTasks } from './today-store.ts'

let server: TestServer
let bench: Bench
let queue: Awaited<ReturnType<typeof openQueue>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  queue = await openQueue(server)
  await makeOperator(server, 'pruefung@post.example', ['reviewer'])
  await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
  await makeOperator(server, 'auszahlung@post.example', ['payout-preparer'])
  await makeOperator(server, 'auswertung@post.example', ['analyst'])
  await makeOperator(server, 'fremd@post.example', ['reviewer', 'tenant-admin'], 'telko')
})
afterAll(async () => {
  await queue.stop()
  await server.stop()
})

type Sent = { template: string; to_address: string; data: Record<string, unknown> }
const sent = (tenant = 'standard') =>
  withTenant(server.db, tenant, (tx) =>
    tx
      .selectFrom('mails')
      .select(['template', 'to_address', 'data'])
      .where('tenant', '=', tenant)
      .where('template', 'in', ['operatorDaily', 'operatorAlarm'])
      .orderBy('to_address')
      .orderBy('mail_id')
      .execute(),
  ) as Promise<Sent[]>
beforeEach(() =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('mails')
      .set({ template: 'contactReceived' })
      .where('tenant', '=', 'standard')
      .where('template', 'in', ['operatorDaily', 'operatorAlarm'])
      .execute(),
  ),
)
const tell = () => tellOperators(server.deps, 'standard')
const dead = () =>
  makeDeadJob(server, queue, { tenant: 'standard', kind: 'send-mail', payload: { mailId: 'x' } })

async function makeHeld() {
  const referral = await bench.makeReferral({ share: 100 })
  const recipient = await bench.makeRecipient(referral)
  const day = server.deps.clock.today().subtract({ days: 3 }).toString()
  await bench.release(await bench.makeOrder(referral, recipient, { contractOn: day }))
}

test('from seven o’clock on everybody is told what waits for them, once a day, and nobody of nothing', async () => {
  server.clock.set('2026-11-17T05:59:00Z')
  await makeHeld()
  await tell()
  expect(await sent()).toEqual([])
  server.clock.set('2026-11-17T06:00:00Z')
  await Promise.all([tell(), tell(), tell(), tell()])
  expect(await sent()).toEqual([
    {
      template: 'operatorDaily',
      to_address: 'pruefung@post.example',
      data: {
        reviews: 1,
        link: { link: { page: 'ConsoleToday', params: { mandant: 'standard' } } },
      },
    },
  ])
  await tell()
  expect(await sent()).toHaveLength(1)
  expect(await sent('telko')).toEqual([])
  // The next day, and on the day when the promised answer is missed.
  server.clock.set('2026-12-05T09:00:00Z')
  await tell()
  expect(await sent()).toMatchObject([{}, { data: { reviews: 1, overdueReviews: 1 } }])
})

test('a day on which nothing waits sends nothing, and whoever has no right to it is not told', async () => {
  server.clock.set('2026-12-06T09:00:00Z')
  await tellOperators(server.deps, 'bgv')
  expect(await sent('bgv')).toEqual([])
  await dead()
  server.clock.set('2026-12-07T09:00:00Z')
  await tell()
  const daily = (await sent()).filter(({ template }) => template === 'operatorDaily')
  expect(daily.map(({ to_address }) => to_address)).toEqual([
    'pruefung@post.example',
    'verwaltung@post.example',
  ])
  expect(daily[1]?.data).toEqual({
    deadJobs: 1,
    failedMails: 1,
    link: { link: { page: 'ConsoleToday', params: { mandant: 'standard' } } },
  })
})

test('the mail has what the page Today has: claims, orders without a person and payments, with what of them is late', async () => {
  server.clock.set('2026-12-20T09:00:00Z')
  await makeOperator(server, 'service@post.example', ['support'])
  const { product_id } = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('products')
      .select('product_id')
      .where('tenant', '=', 'standard')
      .limit(1)
      .executeTakeFirstOrThrow(),
  )
  const now = server.deps.clock.now().toString()
  await withTenant(server.db, 'standard', async (tx) => {
    for (const answerBy of ['2026-12-19', '2026-12-30'])
      await sql`insert into claims (tenant, claim_id, claimant_kind, claimant_id, referral_number, product_id, contract_on, made_at, answer_by, changed_at)
        values ('standard', gen_random_uuid(), 'recipient', 'E-1', 'R-1', ${product_id}, '2026-12-01', ${now}, ${answerBy}, ${now})`.execute(
        tx,
      )
    await sql`insert into unmatched_orders (tenant, external_number, product_id, product_external_id, contract_on, source, seen_at)
      values ('standard', 'V-9', ${product_id}, 'P', '2026-12-01', 'feed', ${now})`.execute(tx)
  })
  const money = makeFixtures(server)
  const today = server.deps.clock.today()
  await money.collect(await money.provided(5000), ibans.first, today.subtract({ days: 2 }))
  await money.collect(await money.provided(2500), ibans.first, today)
  await tell()
  const dataOf = async (address: string) =>
    (await sent()).find(
      ({ to_address, template }) => to_address === address && template === 'operatorDaily',
    )?.data
  expect(await dataOf('service@post.example')).toMatchObject({ claims: 2, overdueClaims: 1 })
  expect(await dataOf('pruefung@post.example')).toMatchObject({
    claims: 2,
    overdueClaims: 1,
    unmatchedOrders: 1,
  })
  expect(await dataOf('auszahlung@post.example')).toMatchObject({
    payments: 2,
    overduePayments: 1,
    amount: '75,00\u00a0€',
  })
})

test('who may run jobs again is told at once that some died: once an hour, and once each', async () => {
  const alarms = async () =>
    (await sent()).filter(({ data }) => data['alarm'] === 'dead-jobs').map((one) => one.to_address)
  server.clock.set('2026-12-08T09:00:00Z')
  await dead()
  await Promise.all([tell(), tell(), tell()])
  expect(await alarms()).toEqual(['verwaltung@post.example'])
  server.clock.advance('PT59M')
  await dead()
  await tell()
  expect(await alarms()).toHaveLength(1)
  server.clock.advance('PT2M')
  await tell()
  expect(await alarms()).toHaveLength(2)
  server.clock.advance('PT5H')
  await tell()
  expect(await alarms()).toHaveLength(2)
})

test('who pays is told of a batch that the bank left unanswered for three of its days', async () => {
  const alarms = async () => (await sent()).filter(({ data }) => data['alarm'] === 'late-payout')
  server.clock.set('2027-01-04T09:00:00Z')
  const money = makeFixtures(server)
  await money.collected()
  expect(await payDue(server.deps, 'standard', system)).not.toBeNull()
  // Tuesday, and three bank days later it is Friday; Monday is after.
  server.clock.set('2027-01-08T09:00:00Z')
  await tell()
  expect(await alarms()).toEqual([])
  server.clock.set('2027-01-11T09:00:00Z')
  await tell()
  expect(await alarms()).toMatchObject([
    { to_address: 'auszahlung@post.example', data: { count: 1 } },
  ])
  server.clock.set('2027-01-12T09:00:00Z')
  await tell()
  expect(await alarms()).toHaveLength(1)
  const daily = (await sent()).filter(
    ({ to_address, template }) =>
      to_address === 'auszahlung@post.example' && template === 'operatorDaily',
  )
  expect(daily.at(-1)?.data).toMatchObject({ latePayouts: 1 })
})

test('money on its way for more than five bank days is a task of Today and stands in the mail of each morning; the note after three days comes before', async () => {
  server.clock.set('2027-02-01T09:00:00Z')
  const money = makeFixtures(server)
  await money.collected()
  expect(await payDue(server.deps, 'standard', system)).not.toBeNull()
  const seen = async (day: string) => {
    server.clock.set(`${day}T09:00:00Z`)
    await tell()
    const mails = (await sent()).filter(
      ({ to_address, template }) =>
        to_address === 'auszahlung@post.example' && template === 'operatorDaily',
    )
    const [task] = await withTenant(server.db, 'standard', (tx) =>
      countTasks(tx, 'standard', ['lost-payments'], {
        today: day,
        now: server.deps.clock.now(),
        self: null,
      }),
    )
    return [Number(mails.at(-1)?.data['lostPayments'] ?? 0), task!.undated]
  }
  const [, before = 0] = await seen('2027-02-01')
  // Executed on Tuesday the 2nd; the fifth bank day after it is the next Tuesday.
  expect(await seen('2027-02-09')).toEqual([before, before])
  expect(await seen('2027-02-10')).toEqual([before + 1, before + 1])
  expect(await seen('2027-02-11')).toEqual([before + 1, before + 1])
})

test('open lines of the statement stand in the morning’s mail as on Today, for those who explain them and nobody else', async () => {
  server.clock.set('2027-03-01T09:00:00Z')
  await makeOperator(server, 'freigabe@post.example', ['payout-approver'])
  await makeOperator(server, 'revision@post.example', ['auditor'])
  await makeOperator(server, 'freigabe@bgv.example', ['payout-approver'], 'bgv')
  const line = (cents: number) =>
    `<Ntry><Amt Ccy="EUR">${cents / 100}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2027-03-01</Dt></BookgDt><AcctSvcrRef>M-${cents}</AcctSvcrRef><NtryDtls><TxDtls>
    <RmtInf><Ustrd>Kontoführung</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
  const report = await applyBankFile(
    server.deps,
    'standard',
    Buffer.from(camt(line(900) + line(1100))),
    system,
  )
  expect(report).toMatchObject({ openLines: 2 })
  server.clock.set('2027-03-02T09:00:00Z')
  await tell()
  await tellOperators(server.deps, 'bgv')
  const linesOf = async (tenant = 'standard', name = 'bankLines') =>
    (await sent(tenant)).flatMap(({ to_address, data }) =>
      data[name] === undefined ? [] : [[to_address, data[name]]],
    )
  const { token } = await makeOperator(server, 'heute@post.example', ['payout-approver'])
  const today = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
  const task = today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'bank-lines')
  expect(task).toMatchObject({ OhneFrist: 2 })
  expect(await linesOf()).toEqual([['freigabe@post.example', task.OhneFrist]])
  expect(await linesOf('bgv')).toEqual([])
  // What somebody said of one of them is for a second person, and open no more.
  await withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select line_id as id from bank_lines where tenant = 'standard' and cents = 900`.execute(tx)
    const named = { kind: 'charge', subject: null, by: 'jemand', reason: 'Gebühr' } as const
    await nameLine(tx, 'standard', rows[0]!.id, { ...named, at: server.clock.now() })
  })
  server.clock.set('2027-03-03T09:00:00Z')
  await tell()
  const approver = 'freigabe@post.example'
  expect((await linesOf()).filter(([to]) => to === approver)).toEqual([
    [approver, 2],
    [approver, 1],
  ])
  expect((await linesOf('standard', 'namedLines')).filter(([to]) => to === approver)).toEqual([
    [approver, 1],
  ])
})

test('bank files that nobody has applied stand on Today and in the morning’s mail of those who upload, for a week or until the file is in', async () => {
  server.clock.set('2027-04-05T09:00:00Z')
  const uploader = { name: 'laden@post.example', roles: ['payout-preparer'] as const }
  const by = await makeOperator(server, uploader.name, uploader.roles)
  await makeOperator(server, 'zweite@post.example', ['payout-approver'])
  await makeOperator(server, 'pruefung@post.example', ['auditor'])
  await makeOperator(server, 'laden@bgv.example', ['payout-preparer'], 'bgv')
  const ids: string[] = []
  const put = async (Name: string | null, file: string | Uint8Array = '<no xml') => {
    const { token } = await makeOperator(server, uploader.name, uploader.roles)
    const body = { Datei: Buffer.from(file).toString('base64'), ...(Name && { Name }) }
    const answer = await server.call('POST', '/standard/betrieb/bankdateien', { token, body })
    expect(answer.status).toBe(200)
    ids.push(answer.body.Id)
  }
  const stop = (id: string | undefined, why: 'broken-off' | 'right-ended') =>
    withTenant(server.db, 'standard', (tx) =>
      stopUpload(tx, server.deps, 'standard', { id: id!, tries: null }, why),
    )
  for (const name of ['a.xml', 'b.xml', null, 'refused.xml', 'waits.xml']) await put(name)
  const [a, b, c, refused] = ids
  await stop(a, 'broken-off')
  await stop(b, 'right-ended')
  await stop(c, 'broken-off')
  await runBankUpload(server.deps, 'standard', refused!, new AbortController().signal)
  const seen = async (now: string) => {
    server.clock.set(`${now}T09:00:00Z`)
    await tell()
    await tellOperators(server.deps, 'bgv')
    const mails = (await sent('standard')).flatMap(({ to_address, data }) =>
      data['stoppedUploads'] === undefined ? [] : [[to_address, data['stoppedUploads']]],
    )
    const { token } = await makeOperator(server, uploader.name, uploader.roles)
    const today = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
    const task = today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === 'stopped-uploads')
    return { task: task.OhneFrist, mails }
  }
  const morning = await seen('2027-04-06')
  expect(morning).toEqual({
    task: 3,
    mails: [
      ['auszahlung@post.example', 3],
      [by.email, 3],
    ],
  })
  expect((await sent('bgv')).filter(({ data }) => data['stoppedUploads'])).toEqual([])
  // The same one again, by its name: only once it is applied.
  await put('a.xml', camt(''))
  expect(await seen('2027-04-07')).toMatchObject({ task: 3 })
  const line = `<Ntry><Amt Ccy="EUR">9.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2027-04-05</Dt></BookgDt><AcctSvcrRef>U-1</AcctSvcrRef></Ntry>`
  await put('a.xml', camt(line))
  await runBankUpload(server.deps, 'standard', ids.at(-1)!, new AbortController().signal)
  expect(await seen('2027-04-08')).toMatchObject({ task: 2 })
  expect(await seen('2027-04-12')).toMatchObject({ task: 2 })
  expect(await seen('2027-04-13')).toMatchObject({ task: 0 })
})
