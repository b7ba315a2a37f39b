import { fork } from 'node:child_process'
import { once } from 'node:events'
import { zipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { largestBankFile } from '../../domain/bank-line.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { batchNotice, camt, makeFixtures, notice, of } from '../payout/payout.test-helper.ts'
import { lockReward } from '../reward/store.ts'
import { endGrantOf } from '../team/store.ts'
import { forgetBankUploads, resumeBankUploads } from './bank-uploads.ts'
import { runBankUpload } from './run-bank-upload.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterAll(() => server.stop())

let made = 0
const operator = (roles: readonly OperatorRole[] = ['payout-preparer'], tenant = 'standard') =>
  makeOperator(server, `laedt${++made}@betrieb.example`, roles, tenant)
type Who = { token: string }

const at = '/standard/betrieb/bankdateien'
const upload = async (by: Who, file: string | Uint8Array, Name?: string) =>
  server.call('POST', at, {
    token: by.token,
    body: { Datei: Buffer.from(file).toString('base64'), ...(Name && { Name }) },
  })
const uploaded = async (...given: Parameters<typeof upload>) => {
  const { status, body } = await upload(...given)
  expect(status).toBe(200)
  return body.Id as string
}
const run = (id: string, deps: Deps = server.deps, signal = new AbortController().signal) =>
  runBankUpload(deps, 'standard', id, signal)
const show = async (by: Who, id: string) =>
  (await server.call('GET', `${at}/${id}`, { token: by.token })).body
const settling = async (...cents: number[]) => {
  const sent = await fixtures.sent(...cents)
  const said = sent.ids.map((endToEndId) => ({ endToEndId, status: 'ACSC' as const }))
  return { ...sent, file: fixtures.report(sent.messageId, said) }
}

const rows = () =>
  fixtures.inTenant(async (tx) => {
    const found = await sql<{ upload_id: string; state: string; content: string | null }>`
      select upload_id, state, content_encrypted as content from bank_uploads where tenant = 'standard' order by upload_id`.execute(
      tx,
    )
    return found.rows
  })
const rowOf = async (id: string) => (await rows()).find(({ upload_id }) => upload_id === id)!
/** The jobs that were queued, the oldest first. */
const jobs = () =>
  fixtures.inTenant(async (tx) => {
    const found = await sql<{ upload: string }>`
      select payload ->> 'uploadId' as upload from outbox where tenant = 'standard' and kind = 'apply-bank-file' order by created_at, outbox_id`.execute(
      tx,
    )
    return found.rows.map(({ upload }) => upload)
  })
/** As if the last sign of life of each file were so long ago. */
const silentFor = (time: string) =>
  fixtures.inTenant((tx) =>
    sql`update bank_uploads set seen_at = seen_at - ${time}::interval where tenant = 'standard'`.execute(
      tx,
    ),
  )
const triesOf = (id: string) =>
  fixtures.inTenant(async (tx) => {
    const found = await sql<{ state: string; tries: number }>`
      select state, tries from bank_uploads where tenant = 'standard' and upload_id = ${id}`.execute(
      tx,
    )
    return found.rows[0]
  })
const logOf = (...actions: string[]) =>
  fixtures.inTenant((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_id', 'actor_role', 'subject_kind'])
      .where('tenant', '=', 'standard')
      .where('action', 'in', actions)
      .orderBy('number')
      .execute(),
  )

const broken = (): Deps => ({
  ...server.deps,
  keys: {
    ...server.deps.keys,
    decrypt: () => {
      throw new Error('a fault that is not the file’s')
    },
  },
})

test('a file is kept sealed until its job has applied it, as whoever uploaded it; what came of it can be opened by all who see payouts', async () => {
  const by = await operator()
  const { rewards, ids, messageId } = await fixtures.sent(1_000, 1_100, 1_200)
  const [a = '', b = '', c = ''] = ids
  const file = fixtures.report(messageId, [
    { endToEndId: a, status: 'ACSC' },
    { endToEndId: b, status: 'RJCT', reasonCode: 'AC04' },
    { endToEndId: c, status: 'ACSC' },
    { endToEndId: 'FREMD-1', status: 'ACSC' },
  ])
  const id = await uploaded(by, file, 'status.xml')
  expect(await jobs()).toEqual([id])
  expect(await show(by, id)).toMatchObject({
    Stand: 'waiting',
    Name: 'status.xml',
    Teil: 0,
    Ergebnis: null,
    Fehler: null,
  })
  const { content } = await rowOf(id)
  expect(content).not.toContain(Buffer.from(file).toString('base64').slice(0, 40))
  expect(content!.length).toBeGreaterThan(file.length)
  expect(await fixtures.states(rewards)).toEqual(
    Array.from({ length: 3 }, () => ['collected', 'in-transit']),
  )

  await run(id)
  const auditor = await operator(['auditor'])
  for (const who of [by, auditor, await operator(['payout-approver'])])
    expect(await show(who, id)).toMatchObject({
      Stand: 'done',
      Von: `Person ${by.email.split('@')[0]}`,
      Neubegonnen: false,
      Teil: 1,
      Teile: 1,
      Erledigt: 3,
      Zahlungen: 3,
      Ergebnis: {
        Art: 'pain.002',
        Ausgefuehrt: 2,
        Gescheitert: 0,
        WartenAufZweite: 1,
        Ungeklaert: 1,
        Angaben: [
          { Art: 'waiting', Kennung: b },
          { Art: 'unclear', Kennung: 'FREMD-1' },
        ],
      },
    })
  expect(await rowOf(id)).toMatchObject({ state: 'done', content: null })
  expect((await server.call('GET', at, { token: auditor.token })).body.Dateien).toMatchObject([
    { Id: id, Name: 'status.xml', Stand: 'done' },
  ])
  const who = { actor_kind: 'operator', actor_id: by.id, actor_role: 'payout-preparer' }
  expect(await logOf('bank-file-uploaded', 'bank-file-applied', 'bank-file-not-applied')).toEqual([
    { action: 'bank-file-uploaded', subject_kind: 'bank-upload', ...who },
    { action: 'bank-file-applied', subject_kind: 'bank-file', ...who },
  ])
  // The queue delivers a job twice.
  const before = await fixtures.snapshot()
  await Promise.all([run(id), run(id)])
  expect(await fixtures.snapshot()).toEqual(before)
  expect(await logOf('bank-file-applied')).toHaveLength(1)
})

test('what cannot be a file of a bank is refused at once, and nothing of it is kept', async () => {
  const by = await operator()
  for (const [file, said] of [
    [Buffer.from('Konto;Betrag\n1;2'), 'die Datei ist kein XML und kein ZIP-Archiv.'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'die Datei ist kein XML und kein ZIP-Archiv.'],
    [Buffer.from('%%%'), 'die Datei ist kein XML und kein ZIP-Archiv.'],
    [Buffer.alloc(largestBankFile + 1, '<'), 'Die Datei ist größer als 8 MB'],
  ] as const) {
    const { status, body } = await upload(by, file)
    expect([status, body.Fields[0].Message]).toEqual([400, expect.stringContaining(said)])
  }
  // Letters that are no base64 are an empty file.
  const empty = await server.call('POST', at, { token: by.token, body: { Datei: '====' } })
  expect([empty.status, empty.body.Fields[0].Message]).toEqual([
    400,
    'Nichts davon ist eingelesen: die Datei ist leer.',
  ])
  for (const Datei of ['', undefined])
    expect((await server.call('POST', at, { token: by.token, body: { Datei } })).status).toBe(400)
  expect((await upload(by, '<Document/>', 'aus\nzug.xml')).status).toBe(400)
  expect(await rows()).toEqual([])
  expect(await jobs()).toEqual([])
})

test('what the job cannot read, or is of another account, is said in both languages, and changes nothing', async () => {
  const by = await operator()
  const before = await fixtures.snapshot()
  for (const [file, german, english] of [
    ['<no xml', 'kein XML oder beschädigt (Zeile 1).', 'not well-formed XML'],
    [of('bgv', camt('')), 'steht keine einzige Buchung.', 'there is none in it.'],
    [Buffer.from([0x50, 0x4b, 3, 4, 0, 0]), 'das Archiv ist beschädigt', 'archive is damaged'],
  ] as const) {
    const id = await uploaded(by, file)
    await run(id)
    const { body: inEnglish } = await server.call('GET', `${at}/${id}`, {
      token: by.token,
      headers: { 'accept-language': 'en' },
    })
    const inGerman = await show(by, id)
    expect(inGerman).toMatchObject({ Stand: 'refused', Ergebnis: null })
    expect(inGerman.Fehler).toMatch(/^Nichts davon ist eingelesen: /)
    expect(inGerman.Fehler).toContain(german)
    expect(inEnglish.Fehler).toMatch(/^This bank file cannot be used: /)
    expect(inEnglish.Fehler).toContain(english)
    expect((await rowOf(id)).content).toBeNull()
  }
  expect(await fixtures.snapshot()).toEqual(before)
  expect(new Set((await logOf('bank-file-not-applied')).map((row) => row.actor_id))).toEqual(
    new Set([by.id]),
  )
})

test('whose right has ended before the job applies nothing, and the page says so', async () => {
  const by = await operator()
  const { rewards, file } = await settling(2_000)
  const id = await uploaded(by, file)
  const begun = await uploaded(by, file)
  await expect(run(begun, broken())).rejects.toThrow('not the file’s')
  await withTenant(server.db, 'standard', (tx) =>
    endGrantOf(
      tx,
      'standard',
      { operatorId: by.id, role: 'payout-preparer', by: 'test' },
      server.deps.clock.realNow(),
    ),
  )
  await run(id)
  expect(await show(await operator(['auditor']), id)).toMatchObject({
    Stand: 'stopped',
    Weshalb: 'right-ended',
    Neubegonnen: false,
    Ergebnis: null,
  })
  await run(begun)
  // A part of it may be in.
  expect(await show(await operator(['auditor']), begun)).toMatchObject({
    Stand: 'stopped',
    Weshalb: 'right-ended',
    Neubegonnen: true,
  })
  expect(await rowOf(id)).toMatchObject({ content: null })
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
  expect(await logOf('bank-file-applied')).toEqual([])
  expect(await logOf('bank-file-not-applied')).toMatchObject([
    { actor_kind: 'system' },
    { actor_kind: 'system' },
  ])
  await run(id)
  expect(await show(await operator(['auditor']), id)).toMatchObject({ Stand: 'stopped' })
})

test('one’s own payment is left to somebody else, by the job as by the call before it', async () => {
  const { rewards, ids, file } = await settling(3_000)
  const { email } = await fixtures.inTenant((tx) =>
    sql<{ email: string }>`select email from accounts
      where tenant = 'standard' and account_id = (select account_id from rewards where tenant = 'standard' and reward_id = ${rewards[0]})`
      .execute(tx)
      .then((found) => found.rows[0]!),
  )
  const self = await makeOperator(server, email, ['payout-preparer'])
  const id = await uploaded(self, file)
  await run(id)
  expect(await show(self, id)).toMatchObject({
    Ergebnis: {
      Ausgefuehrt: 0,
      Ungeklaert: 1,
      Angaben: [
        {
          Art: 'unclear',
          Kennung: ids[0],
          Code: 'own-case',
          Weshalb: 'Sie betrifft, wer die Datei eingereicht hat: Das entscheidet jemand anderes.',
          Einzelheit: null,
          BetragCent: 3_000,
          PraemieId: rewards[0],
        },
      ],
    },
  })
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
  await run(await uploaded(await operator(), file))
  expect(await fixtures.states(rewards)).toEqual([['paid', 'paid']])
})

test('what a file says leads to its line, payout and reward, with its amount and our reason in the reader’s language', async () => {
  const by = await operator()
  const { rewards, ids, messageId } = await fixtures.sent(1_000, 1_100)
  const [a = '', b = ''] = ids
  await applyBankFile(server.deps, 'standard', notice({ id: a, cents: 1_000 }), system)
  const wrong = notice(
    { id: b, cents: 1_199 },
    { id: a, cents: 1_000 },
    { id: 'FREMD-9', cents: 77 },
  )
  const id = await uploaded(by, wrong)
  await run(id)
  const { Angaben } = (await show(by, id)).Ergebnis
  const noteOf = (kennung: string) =>
    Angaben.find(({ Kennung }: { Kennung: string }) => Kennung === kennung)
  expect(noteOf(b)).toMatchObject({
    Art: 'unclear',
    Code: 'other-amount',
    Weshalb: 'Der Betrag ist 11,99\u00a0€ statt 11,00\u00a0€.',
    Einzelheit: null,
    BetragCent: 1_100,
    PraemieId: rewards[1],
  })
  expect(noteOf('FREMD-9')).toMatchObject({ Art: 'open', Code: null, PraemieId: null })
  const line = await server.call(
    'GET',
    `/standard/betrieb/kontoauszuege/${noteOf('FREMD-9').BuchungId}`,
    by,
  )
  expect([line.status, line.body.BetragCent]).toEqual([200, 77])
  const { body } = await server.call('GET', `${at}/${id}`, {
    token: by.token,
    headers: { 'accept-language': 'en' },
  })
  expect(body.Ergebnis.Angaben).toContainEqual(
    expect.objectContaining({ Kennung: b, Weshalb: 'The amount is 1199 cents, not 1100.' }),
  )
  // Of the file as a whole.
  const other = batchNotice(messageId, 999, 2)
  const second = await uploaded(by, other)
  await run(second)
  expect((await show(by, second)).Ergebnis.Angaben).toMatchObject([
    { Kennung: messageId, BetragCent: 2_100, AuszahlungId: expect.any(String), BuchungId: null },
  ])
})

test('results that were kept before reasons had codes are said in words, too, and what has no code stays as it was', async () => {
  const by = await operator()
  const id = await uploaded(by, (await settling(1_500)).file)
  await run(id)
  await fixtures.inTenant((tx) =>
    sql`update bank_uploads set report = jsonb_set(report, '{notes}', ${JSON.stringify([
      { kind: 'unclear', id: 'A', detail: 'it concerns yourself: somebody else decides' },
      { kind: 'unclear', id: 'B', detail: 'something that is no longer said' },
      { kind: 'open', id: 'C' },
    ])}::jsonb) where tenant = 'standard' and upload_id = ${id}`.execute(tx),
  )
  expect((await show(by, id)).Ergebnis.Angaben).toMatchObject([
    { Kennung: 'A', Code: 'own-case', Einzelheit: null },
    { Kennung: 'B', Code: null, Weshalb: null, Einzelheit: 'something that is no longer said' },
    { Kennung: 'C', Code: null, Weshalb: null, Einzelheit: null, BuchungId: null },
  ])
})

test('other tenants and roles neither upload nor see a file', async () => {
  const by = await operator()
  const id = await uploaded(by, (await settling(4_000)).file)
  const other = await operator(['payout-preparer', 'payout-approver'], 'bgv')
  const statusOf = async (method: string, path: string, { token }: Who) =>
    (
      await server.call(method, path, {
        token,
        ...(method === 'POST' && { body: { Datei: 'PA==' } }),
      })
    ).status
  expect(await statusOf('GET', `${at}/${id}`, other)).toBe(403)
  expect(await statusOf('GET', `/bgv/betrieb/bankdateien/${id}`, other)).toBe(404)
  expect(
    (await server.call('GET', '/bgv/betrieb/bankdateien', { token: other.token })).body,
  ).toEqual({ Dateien: [] })
  await runBankUpload(server.deps, 'bgv', id, new AbortController().signal)
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
  const support = await operator(['support', 'reviewer', 'tenant-admin'])
  for (const path of [at, `${at}/${id}`]) expect(await statusOf('GET', path, support)).toBe(403)
  for (const role of ['payout-approver', 'auditor'] as const)
    expect(await statusOf('POST', at, await operator([role]))).toBe(403)
  expect(await statusOf('GET', `${at}/keine-kennung`, by)).toBe(404)
})

/** Runs a job that waits in the middle of its file, at a reward that is locked, and what is done meanwhile. */
async function inTheMiddle<T>(
  id: string,
  reward: string,
  meanwhile: () => Promise<T>,
  signal?: AbortSignal,
): Promise<{ first: PromiseSettledResult<void>; meanwhile: T }> {
  const held = await fixtures.inTenant(async (tx) => {
    await lockReward(tx, 'standard', reward)
    const first = run(id, server.deps, signal)
    const settled = first.then(
      (value) => ({ status: 'fulfilled' as const, value }),
      (reason: unknown) => ({ status: 'rejected' as const, reason }),
    )
    const waits = async () => {
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const found = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return found.rows.length
    }
    await expect.poll(waits, { timeout: 20_000 }).toBe(1)
    return { settled, meanwhile: await meanwhile() }
  })
  return { first: await held.settled, meanwhile: held.meanwhile }
}

test('while a file is applied its page says how far, and the next one waits for its end', async () => {
  const by = await operator()
  const { rewards, file } = await settling(5_000, 5_100, 5_200)
  const archive = zipSync({ 'a.xml': Buffer.from(file), 'b.xml': Buffer.from(file) })
  const [id, next] = [await uploaded(by, archive), await uploaded(by, file)]
  expect(await jobs()).toEqual([id, next])
  const { first, meanwhile } = await inTheMiddle(id, rewards[2]!, async () => {
    await run(next)
    expect(await rowOf(next)).toMatchObject({ state: 'waiting' })
    return show(by, id)
  })
  expect(first.status).toBe('fulfilled')
  expect(meanwhile).toMatchObject({
    Stand: 'running',
    Teil: 1,
    Teile: 2,
    Erledigt: 0,
    Zahlungen: 3,
    Ergebnis: null,
  })
  expect(await show(by, id)).toMatchObject({
    Stand: 'done',
    Teil: 2,
    Teile: 2,
    Erledigt: 3,
    Ergebnis: { Art: 'zip', Ausgefuehrt: 3, Bekannt: 3 },
  })
  expect(await jobs()).toEqual([id, next, next])
  await run(next)
  expect(await show(by, next)).toMatchObject({
    Stand: 'done',
    Neubegonnen: false,
    Ergebnis: { Ausgefuehrt: 0, Bekannt: 3 },
  })
})

test('the same file uploaded by two at once is applied one after the other, and pays once', async () => {
  const { rewards, file } = await settling(6_000, 6_100)
  const people = [await operator(), await operator()]
  const ids = await Promise.all(people.map((by) => uploaded(by, file)))
  const mails = (await fixtures.mails('payoutDone')).length
  await Promise.all([...ids, ...ids].map((id) => run(id).catch(() => null)))
  // Whatever the first jobs left is queued.
  for (const id of await jobs()) await run(id)
  const ends = await Promise.all(ids.map((id) => show(people[0]!, id)))
  expect(ends.map(({ Stand }) => Stand)).toEqual(['done', 'done'])
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
  expect((await fixtures.mails('payoutDone')).length).toBe(mails + 2)
  await fixtures.booksAreRight()
})

test('a job that was killed is done anew: everything is in once, and the page says that it began anew', async () => {
  const by = await operator()
  const { rewards, ids, messageId } = await fixtures.sent(7_000, 7_100, 7_200)
  const [a = '', b = '', c = ''] = ids
  const file = fixtures.report(messageId, [
    { endToEndId: a, status: 'ACSC' },
    { endToEndId: b, status: 'ACSC' },
    { endToEndId: c, status: 'RJCT', reasonCode: 'AC04' },
  ])
  const id = await uploaded(by, file)
  const script = new URL('./run-upload.test-process.ts', import.meta.url).pathname
  await fixtures.inTenant(async (tx) => {
    // What is noted of the third payment waits for it.
    await sql`select from payouts where tenant = 'standard' and end_to_end_id = ${c} for update`.execute(
      tx,
    )
    const args = [server.database.appUrl, server.clock.now().toString(), 'standard', id]
    const reading = fork(script, args, { stdio: 'ignore' })
    const end = once(reading, 'exit')
    await expect
      .poll(async () => (await fixtures.states(rewards)).map(([, state]) => state), {
        timeout: 60_000,
      })
      .toEqual(['paid', 'paid', 'in-transit'])
    reading.kill('SIGKILL')
    await end
  })
  // Whether it has died shows after a minute.
  await run(id)
  expect(await show(by, id)).toMatchObject({ Stand: 'running', Neubegonnen: false })
  await silentFor('61 seconds')
  await run(id)
  expect(await show(by, id)).toMatchObject({
    Stand: 'done',
    Neubegonnen: true,
    Ergebnis: { Ausgefuehrt: 0, Bekannt: 2, WartenAufZweite: 1 },
  })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
    ['collected', 'in-transit'],
  ])
  await fixtures.booksAreRight()
}, 120_000)

test('a second job of a file leaves a living try alone: it costs none of the eight, and the file comes to its end', async () => {
  const by = await operator()
  const { rewards, file } = await settling(8_000, 8_100)
  const id = await uploaded(by, file)
  await fixtures.inTenant((tx) =>
    // The last one it has, so that whoever took it would end it.
    sql`update bank_uploads set tries = 7 where tenant = 'standard'`.execute(tx),
  )
  const { first } = await inTheMiddle(id, rewards[0]!, async () => {
    await silentFor('59 seconds')
    for (let times = 1; times <= 9; times += 1) await run(id)
    expect(await triesOf(id)).toEqual({ state: 'running', tries: 8 })
  })
  expect(first.status).toBe('fulfilled')
  expect(await triesOf(id)).toEqual({ state: 'done', tries: 8 })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
  expect(await logOf('bank-file-applied', 'bank-file-not-applied')).toHaveLength(1)
})

test('a try gives a sign of life every ten seconds, however long its stage, until it is told to stop', async () => {
  const by = await operator()
  const { rewards, file } = await settling(8_200)
  const id = await uploaded(by, file)
  const seenAt = () =>
    fixtures.inTenant(async (tx) => {
      const found = await sql<{ at: Temporal.Instant }>`
        select seen_at as at from bank_uploads where tenant = 'standard' and upload_id = ${id}`.execute(
        tx,
      )
      return found.rows[0]!.at.toString()
    })
  const stops = new AbortController()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const { first } = await inTheMiddle(
      id,
      rewards[0]!,
      async () => {
        const begun = await seenAt()
        const later = server.clock.realNow().add({ seconds: 55 })
        server.clock.set(later.toString())
        vi.advanceTimersByTime(9_000)
        expect(await seenAt()).toBe(begun)
        vi.advanceTimersByTime(1_000)
        await expect.poll(seenAt).toBe(later.toString())
        stops.abort(new Error('the worker stops'))
        server.clock.advance('PT30S')
        vi.advanceTimersByTime(60_000)
        expect(await seenAt()).toBe(later.toString())
      },
      stops.signal,
    )
    expect(first.status).toBe('rejected')
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
  expect(await triesOf(id)).toEqual({ state: 'waiting', tries: 1 })
  await run(id)
  expect(await triesOf(id)).toEqual({ state: 'done', tries: 2 })
})

test('of two tries of one file, as the first was silent for a minute, the later one counts, and the earlier one ends quietly at its next set', async () => {
  const by = await operator()
  const { rewards, file } = await settling(8_000, 8_100)
  const id = await uploaded(by, file)
  const { first, meanwhile } = await inTheMiddle(id, rewards[0]!, async () => {
    await silentFor('61 seconds')
    const later = run(id)
    await expect.poll(async () => (await show(by, id)).Neubegonnen).toBe(true)
    return { later }
  })
  await meanwhile.later
  expect(first.status).toBe('fulfilled')
  expect(await triesOf(id)).toEqual({ state: 'done', tries: 2 })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
  expect(await logOf('bank-file-not-applied')).toEqual([])
  await fixtures.booksAreRight()
})

test('a try that the sweep took for dead is another one’s from then on, and a fault of it takes nothing back', async () => {
  const by = await operator()
  const { rewards, file } = await settling(8_300)
  const id = await uploaded(by, file)
  const { first } = await inTheMiddle(id, rewards[0]!, async () => {
    await silentFor('6 minutes')
    await resumeBankUploads(server.deps, 'standard')
    expect(await triesOf(id)).toEqual({ state: 'waiting', tries: 1 })
    expect(await jobs()).toEqual([id, id])
  })
  expect(first.status).toBe('fulfilled')
  expect(await triesOf(id)).toEqual({ state: 'waiting', tries: 1 })
  await run(id)
  expect(await triesOf(id)).toEqual({ state: 'done', tries: 2 })
  expect(await fixtures.states(rewards)).toEqual([['paid', 'paid']])
})

test('two files with a fault wait for the queue’s own tries, neither starts the other, and the end of a third hands on to both', async () => {
  const by = await operator()
  const { rewards, file } = await settling(9_300, 9_400)
  const [a, b] = [await uploaded(by, file), await uploaded(by, file)]
  const fails = (id: string) => expect(run(id, broken())).rejects.toThrow('not the file’s')
  await fails(a)
  expect(await jobs()).toEqual([a, b, b])
  await fails(b)
  expect(await jobs()).toEqual([a, b, b])
  for (const id of [a, b]) expect(await triesOf(id)).toEqual({ state: 'waiting', tries: 1 })
  // The queue tries one of them again, and nothing is due yet by the sweep.
  await fails(a)
  await silentFor('4 minutes')
  await resumeBankUploads(server.deps, 'standard')
  expect(await jobs()).toEqual([a, b, b])
  const c = await uploaded(by, '<no xml')
  await run(c)
  expect(await jobs()).toEqual([a, b, b, c, a])
  await run(a)
  expect((await jobs()).at(-1)).toBe(b)
  await run(b)
  for (const id of [a, b]) expect(await triesOf(id)).toMatchObject({ state: 'done' })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['paid', 'paid'],
  ])
})

test('a tried file whose job is gone is queued by the sweep, after longer than the queue lets it rest', async () => {
  const by = await operator()
  const [id, other] = [await uploaded(by, '<no xml'), await uploaded(by, '<no xml')]
  const setTries = (tries: number) =>
    fixtures.inTenant((tx) =>
      sql`update bank_uploads set tries = ${tries}, seen_at = ${server.clock.realNow().toString()}
        where tenant = 'standard' and upload_id = ${id}`.execute(tx),
    )
  await run(other)
  const before = await jobs()
  for (const [tries, minutes] of [
    [1, 5],
    [2, 5],
    [3, 8],
    [5, 32],
    [7, 128],
  ] as const) {
    await setTries(tries)
    await silentFor(`${minutes * 60 - 1} seconds`)
    await resumeBankUploads(server.deps, 'standard')
    expect([tries, await jobs()]).toEqual([tries, before])
    await silentFor('2 seconds')
    await resumeBankUploads(server.deps, 'standard')
    before.push(id)
    expect([tries, await jobs()]).toEqual([tries, before])
  }
})

test('a fault that is not the file’s lets others go first, is tried again, and ends after eight tries without keeping the file', async () => {
  const by = await operator()
  const { rewards, file } = await settling(9_000)
  const [id, next] = [await uploaded(by, file), await uploaded(by, '<no xml')]
  await expect(run(id, broken())).rejects.toThrow('not the file’s')
  expect(await rowOf(id)).toMatchObject({ state: 'waiting', content: expect.any(String) })
  expect((await jobs()).at(-1)).toBe(next)
  await run(next)
  expect((await jobs()).at(-1)).toBe(id)
  const stops = new AbortController()
  stops.abort(new Error('the worker stops'))
  await expect(run(id, server.deps, stops.signal)).rejects.toThrow('the worker stops')
  for (let tries = 3; tries <= 7; tries += 1) await run(id, broken()).catch(() => null)
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
  const error = vi.spyOn(server.deps.log, 'error')
  await expect(run(id, broken())).rejects.toThrow('not the file’s')
  expect(error.mock.calls).toEqual([
    [{ tenant: 'standard', kind: 'apply-bank-file', id }, 'bank file broken off'],
  ])
  error.mockRestore()
  expect(await show(by, id)).toMatchObject({ Stand: 'stopped', Weshalb: 'broken-off' })
  expect(await rowOf(id)).toMatchObject({ content: null })
  await run(id)
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
})

test('a file whose job is gone is queued anew after five minutes, ended after a day, and forgotten after 90 days', async () => {
  const by = await operator()
  const { file } = await settling(9_100)
  const id = await uploaded(by, file)
  await resumeBankUploads(server.deps, 'standard')
  expect(await jobs()).toEqual([id])
  await fixtures.inTenant((tx) =>
    sql`update bank_uploads set seen_at = seen_at - interval '6 minutes' where tenant = 'standard'`.execute(
      tx,
    ),
  )
  for (let times = 1; times <= 2; times += 1) await resumeBankUploads(server.deps, 'standard')
  expect(await jobs()).toEqual([id, id])
  const days = async (count: number) => {
    server.clock.advance(`P${count}D`)
    await forgetBankUploads(server.deps, 'standard')
  }
  await days(1)
  expect(await rowOf(id)).toMatchObject({ state: 'waiting' })
  await days(1)
  const auditor = await operator(['auditor'])
  expect(await show(auditor, id)).toMatchObject({ Stand: 'stopped', Weshalb: 'broken-off' })
  expect(await rowOf(id)).toMatchObject({ content: null })
  await run(id)
  expect(await logOf('bank-file-applied')).toEqual([])
  await days(87)
  expect(await rows()).toHaveLength(1)
  await days(3)
  expect(await rows()).toEqual([])
})

test('the database keeps no content of a file that has ended, and lets nobody change whose it is', async () => {
  const by = await operator()
  const id = await uploaded(by, '<no xml')
  await run(id)
  const change = (set: ReturnType<typeof sql>) =>
    fixtures.inTenant((tx) =>
      sql`update bank_uploads set ${set} where tenant = 'standard' and upload_id = ${id}`.execute(
        tx,
      ),
    )
  await expect(change(sql`content_encrypted = 'x'`)).rejects.toThrow('check constraint')
  await expect(change(sql`made_by = upload_id`)).rejects.toThrow('permission denied')
})
