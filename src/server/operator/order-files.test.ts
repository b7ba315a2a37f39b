import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { orderKey } from '../../domain/claim.ts'
import { errorCatalogue } from '../../domain/errors.ts'
import { leftToImport } from '../../domain/goodwill.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { endGrantOf } from '../team/store.ts'
import { withTenant } from '../db/connection.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { matchUnmatched } from '../reward/match-unmatched.ts'
import { findUnmatched } from '../order/unmatched-store.ts'
import { createApiKey } from './create-api-key.ts'
import { forgetOrderFiles } from './order-files.ts'
import { endBrokenImports, importCommanded } from './import-commanded.ts'
import { sumStarted } from './order-import-store.ts'
import { isOwnMatch } from './own-case.ts'
import { runOrderImport } from './run-order-import.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[] = ['payout-preparer'], tenant = 'standard') =>
  makeOperator(server, `datei${++made}@betrieb.example`, roles, tenant)
type Operator = Awaited<ReturnType<typeof operator>>
const Grund = 'Monatsdatei des Anbieters'

const call = (method: string, path: string, { token }: Operator, body?: object, at = 'standard') =>
  server.call(method, `/${at}/betrieb/auftraege/einlesungen${path}`, {
    token,
    ...(body ? { body } : {}),
  })
const head = 'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status'
const upload = (by: Operator, content: string | Buffer) =>
  call('POST', '', by, {
    Name: 'mai.csv',
    Datei: Buffer.from(content).toString('base64'),
  })
const signal = new AbortController().signal
const run = (id: string) => runOrderImport(server.deps, bench.tenant, id, signal)
const show = async (by: Operator, id: string) => (await call('GET', `/${id}`, by)).body
const start = (by: Operator, id: string, Version = 2) =>
  call('PUT', `/${id}/ausfuehrung`, by, { Version, Grund })

async function makeLine(more: { number?: string; status?: string; email?: string } = {}) {
  const referral = await bench.makeReferral({ share: 100 })
  const recipient = await bench.makeRecipient(referral, more.email ? { email: more.email } : {})
  const { externalNumber, productExternalId, contractOn } = bench.line(referral)
  const { number = externalNumber, status = 'abgeschlossen' } = more
  return [number, recipient.number, productExternalId, contractOn, status].join(';')
}
const countOrders = () =>
  bench.run(async (tx) => {
    const { count } = await tx
      .selectFrom('orders')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tenant', '=', 'standard')
      .executeTakeFirstOrThrow()
    return Number(count)
  })

test('a file is checked without a trace, then imported once, and the log says by whom and why', async () => {
  const by = await operator()
  const [one, two] = [await makeLine(), await makeLine()]
  const cancelled = two.replace('abgeschlossen', 'storniert')
  const wrong = [
    'X-1;NIEMAND00000000A;GIBT-ES-NICHT;2026-01-01;abgeschlossen',
    '=HYPERLINK("x");;;;',
  ]
  const { body } = await upload(by, [head, one, one, two, cancelled, ...wrong].join('\n'))
  const before = await countOrders()
  await run(body.Id)
  expect(await countOrders()).toBe(before)
  const checked = await show(by, body.Id)
  expect(checked).toMatchObject({
    Stand: 'checked',
    Zeilen: 6,
    Pruefung: { Neu: 2, Unveraendert: 1, Storniert: 1, Fehler: 2 },
    Fehlerzeilen: [{ Zeile: 6, ExterneAuftragsnummer: 'X-1' }, { Zeile: 7 }],
  })
  const starts = await Promise.all([1, 2, 3].map(() => start(by, body.Id)))
  expect(starts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  // A job may be delivered twice.
  await Promise.all([run(body.Id), run(body.Id)])
  await run(body.Id)
  const done = await show(by, body.Id)
  expect(done).toMatchObject({ Stand: 'done', DateiDa: false, Grund })
  const { Neu, Unveraendert, Storniert, Fehler } = done.Ergebnis
  expect([Neu + Unveraendert + Storniert, Fehler]).toEqual([4, 2])
  expect(await countOrders()).toBe(before + 2)
  const csv = await call('GET', `/${body.Id}/fehler`, by)
  expect(csv.body).toContain('6;X-1;')
  expect(csv.body).not.toMatch(/(^|;|")=/m)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', body.Id)
      .orderBy('number')
      .execute(),
  )
  expect(log).toEqual([
    { action: 'order-file-checked', actor_id: by.id, reason: null },
    { action: 'order-file-started', actor_id: by.id, reason: Grund },
    { action: 'order-file-imported', actor_id: by.id, reason: Grund },
  ])
})

test('a contract of nobody is neither in nor faulty: it is counted apart, told, and kept by the import alone', async () => {
  const by = await operator()
  const [one] = [await makeLine()]
  const [, , product, day] = one.split(';')
  const waits = `WARTET-1;NIEMAND00000000A;${product};${day};abgeschlossen`
  const gone = `WARTET-2;NIEMAND00000000A;${product};${day};storniert`
  const { body } = await upload(by, [head, one, waits, gone].join('\n'))
  const isKept = () =>
    bench.run(
      async (tx) => (await findUnmatched(tx, 'standard', orderKey('WARTET-1'))) !== undefined,
    )
  await run(body.Id)
  expect(await show(by, body.Id)).toMatchObject({
    Pruefung: { Neu: 1, Storniert: 0, OhnePerson: 1, Fehler: 1 },
    Fehlerzeilen: [{ Zeile: 3 }, { Zeile: 4 }],
  })
  expect(await isKept()).toBe(false)
  expect((await start(by, body.Id)).status).toBe(200)
  await run(body.Id)
  expect(await show(by, body.Id)).toMatchObject({
    Ergebnis: { Neu: 1, Storniert: 0, OhnePerson: 1, Fehler: 1 },
  })
  expect(await isKept()).toBe(true)
})

test('hostile files are refused before anything is kept', async () => {
  const by = await operator()
  const refused = async (content: string | Buffer) => {
    const { status, body } = await upload(by, content)
    return [status, body.Fields?.[0]?.Message ?? body.ErrorCode]
  }
  for (const content of [
    head,
    'Nummer;Name\n1;2',
    Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0]),
    `${head}\n${';;;;\n'.repeat(100_001).replaceAll(';;;;', 'a;b;c;d;e')}`,
    Buffer.alloc(8 * 1024 * 1024 + 1, 'a'),
  ])
    expect((await refused(content))[0]).toBe(400)
  expect((await refused('Nummer;Name\n1;2'))[1]).toContain('ExterneAuftragsnummer')
  const named = { Name: 'mai.csv\nZweite Zeile', Datei: Buffer.from(head).toString('base64') }
  expect((await call('POST', '', by, named)).body.Fields).toMatchObject([{ Field: 'Name' }])
  const wide = Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(`${head}\n${await makeLine()}`, 'utf16le'),
  ])
  const { body } = await upload(by, wide)
  await run(body.Id)
  expect(await show(by, body.Id)).toMatchObject({
    Pruefung: { Neu: 1, Fehler: 0 },
  })
})

test('who imports finds the own contract faulty, and whose right ends imports no further', async () => {
  const by = await operator()
  const lines = [await makeLine({ email: by.email.replace('@', '+z@') }), await makeLine()]
  const { body } = await upload(by, [head, ...lines].join('\n'))
  await run(body.Id)
  expect(await show(by, body.Id)).toMatchObject({
    Pruefung: { Neu: 1, Fehler: 1 },
  })
  expect((await start(by, body.Id)).status).toBe(200)
  await withTenant(server.db, 'standard', (tx) =>
    endGrantOf(
      tx,
      'standard',
      { operatorId: by.id, role: 'payout-preparer', by: 'test' },
      server.deps.clock.realNow(),
    ),
  )
  const before = await countOrders()
  await run(body.Id)
  expect(await show(await operator(), body.Id)).toMatchObject({
    Stand: 'stopped',
    DateiDa: false,
  })
  expect(await countOrders()).toBe(before)
})

test('who imports brings neither the own sales partner’s contract nor one that finds the own contact later', async () => {
  const partner = await makePartnerBench(server, 'standard')
  const by = await makeOperator(server, partner.email, ['payout-preparer'])
  const referral = await bench.makeReferral({ share: 0 })
  const { productExternalId, contractOn } = bench.line(referral)
  const head =
    'ExterneAuftragsnummer;Verkaufspartnernummer;Email;ProduktExterneId;Vertragsdatum;Status'
  const said = [productExternalId, contractOn, 'abgeschlossen'].join(';')
  const product = [partner.product.external_id, contractOn, 'abgeschlossen'].join(';')
  const lines = [
    `EIGEN-1;${partner.number};;${product}`,
    `EIGEN-2;;${by.email.replace('@', '+spaeter@')};${said}`,
    `FREMD-1;;niemand@post.example;${said}`,
  ]
  const tenant = await server.deps.tenants.get('standard')
  const { body } = await upload(by, [head, ...lines].join('\n'))
  const run = () => runOrderImport(server.deps, tenant, body.Id, signal)
  await run()
  const { Version } = await show(by, body.Id)
  expect((await start(by, body.Id, Version)).status).toBe(200)
  await run()
  const { Fehlerzeilen } = await show(by, body.Id)
  const { de, du } = errorCatalogue['own-case']
  const isOwn = ({ Meldung }: { Meldung: string }) => [de, du].includes(Meldung)
  expect(Fehlerzeilen.map(isOwn)).toEqual([true, true, false])
  const kept = await bench.run((tx) =>
    tx
      .selectFrom('unmatched_orders')
      .select('external_number')
      .where('tenant', '=', 'standard')
      .where('external_number', 'like', '%-_')
      .execute(),
  )
  expect(kept.map((one) => one.external_number)).toContain('FREMD-1')
  expect(kept.map((one) => one.external_number)).not.toContain('EIGEN-2')
  const taken = await bench.run((tx) =>
    tx
      .selectFrom('partner_orders')
      .select('number')
      .where('tenant', '=', 'standard')
      .where('partner_id', '=', partner.partnerId)
      .execute(),
  )
  expect(taken).toEqual([])
})

test('a contract that only names somebody else’s recommendation never becomes the importer’s by itself, nor their household’s; another’s does', async () => {
  const by = await operator()
  const home = { street: 'Amselweg', houseNumber: '3', zip: '26122' }
  await bench.makeRecipient(await bench.makeReferral(), { email: by.email, ...home })
  const people = [
    { email: by.email.replace('@', '+spaeter@') },
    { email: 'mitbewohner@post.example', ...home },
    { email: 'niemandes@post.example' },
  ]
  const referrals = await Promise.all(people.map(() => bench.makeReferral({ share: 0 })))
  const head = 'ExterneAuftragsnummer;Empfehlungsnummer;ProduktExterneId;Vertragsdatum;Status'
  const lines = referrals.map((referral) => {
    const { externalNumber, productExternalId, contractOn } = bench.line(referral)
    return [externalNumber, referral.number, productExternalId, contractOn, 'abgeschlossen']
  })
  const { body } = await upload(by, [head, ...lines.map((line) => line.join(';'))].join('\n'))
  await run(body.Id)
  expect((await start(by, body.Id)).status).toBe(200)
  await run(body.Id)
  expect(await show(by, body.Id)).toMatchObject({ Ergebnis: { Neu: 0, OhnePerson: 3, Fehler: 0 } })
  const matched: number[] = []
  for (const [at, referral] of referrals.entries()) {
    const { number } = await bench.makeRecipient(referral, people[at])
    const isOwn = isOwnMatch(server.deps)
    matched.push(await matchUnmatched(server.deps, bench.tenant, number, isOwn))
  }
  expect(matched).toEqual([0, 0, 1])
  const kept = await bench.run((tx) =>
    tx
      .selectFrom('unmatched_orders')
      .select(['external_number', 'brought_by'])
      .where('tenant', '=', 'standard')
      .where(
        'external_number',
        'in',
        lines.map(([number]) => number!),
      )
      .orderBy('external_number')
      .execute(),
  )
  const own = lines.slice(0, 2).map(([number]) => ({ external_number: number, brought_by: by.id }))
  expect(kept).toEqual(expect.arrayContaining(own))
  expect(kept).toHaveLength(2)
})

test('a key made on the server, by nobody’s id, imports contracts and keeps what fits nobody', async () => {
  const key = await bench.run((tx) =>
    createApiKey(
      tx,
      server.deps,
      'standard',
      { name: 'made on the server', login: false },
      { kind: 'operator', id: 'betrieb' },
    ),
  )
  if (typeof key === 'string') throw new Error(key)
  const [fits, waits] = await Promise.all([1, 2].map(() => bench.makeReferral()))
  const { number } = await bench.makeRecipient(fits!)
  const lines = [bench.line(fits!), bench.line(waits!)].map((line, at) => ({
    ExterneAuftragsnummer: line.externalNumber,
    ProduktExterneId: line.productExternalId,
    Vertragsdatum: line.contractOn,
    Status: 'abgeschlossen',
    ...(at === 0 ? { Empfaengernummer: number } : { Empfehlungsnummer: waits!.number }),
  }))
  const { body } = await server.call('POST', '/standard/auftraege', {
    token: key.text,
    body: lines,
  })
  expect(body.Ergebnisse.map((one: Record<string, string>) => one['Ergebnis'])).toEqual([
    'neu',
    'fehler',
  ])
  expect(body.Ergebnisse[1].ErrorCode).toBe(errorCatalogue['not-found'].code)
})

test('a key imports no contract of whoever made it, now or once it fits; of anybody else it does', async () => {
  const by = await operator(['tenant-admin', 'payout-preparer'])
  const key = await bench.run((tx) =>
    createApiKey(
      tx,
      server.deps,
      'standard',
      { name: 'feed of mine', login: false },
      {
        kind: 'operator',
        id: by.id,
      },
    ),
  )
  if (typeof key === 'string') throw new Error(key)
  const post = async (lines: Record<string, string>[]) =>
    (await server.call('POST', '/standard/auftraege', { token: key.text, body: lines })).body
      .Ergebnisse as Record<string, string>[]
  const [own, other, waits] = await Promise.all([1, 2, 3].map(() => bench.makeReferral()))
  const mine = await bench.makeRecipient(own!, { email: by.email.replace('@', '+eins@') })
  const theirs = await bench.makeRecipient(other!)
  const lineOf = (referral: typeof own, clue: Record<string, string>) => {
    const { externalNumber, productExternalId, contractOn } = bench.line(referral!)
    return {
      ExterneAuftragsnummer: externalNumber,
      ProduktExterneId: productExternalId,
      Vertragsdatum: contractOn,
      Status: 'abgeschlossen',
      ...clue,
    }
  }
  const later = lineOf(waits, { Empfehlungsnummer: waits!.number })
  const results = await post([
    lineOf(own, { Empfaengernummer: mine.number }),
    lineOf(other, { Empfaengernummer: theirs.number }),
    lineOf(waits, { Email: by.email }),
    later,
  ])
  const refused = errorCatalogue['own-case'].code
  expect(results.map(({ Ergebnis }) => Ergebnis)).toEqual(['fehler', 'neu', 'fehler', 'fehler'])
  expect([0, 2].map((at) => results[at]!['ErrorCode'])).toEqual([refused, refused])
  expect(results[3]!['ErrorCode']).not.toBe(refused)
  const { number } = await bench.makeRecipient(waits!, { email: by.email.replace('@', '+zwei@') })
  const isOwn = isOwnMatch(server.deps)
  expect(await matchUnmatched(server.deps, bench.tenant, number, isOwn)).toBe(0)
  const kept = await bench.run((tx) =>
    tx
      .selectFrom('unmatched_orders')
      .select('brought_by')
      .where('tenant', '=', 'standard')
      .where('external_number', '=', later.ExterneAuftragsnummer)
      .execute(),
  )
  expect(kept).toEqual([{ brought_by: by.id }])
})

test('an import is stopped where it is; the file goes with its end, or after a week', async () => {
  const by = await operator()
  const lines = await Promise.all(Array.from({ length: 3 }, () => makeLine()))
  const file = [head, ...lines].join('\n')
  const [stopped, kept] = [await upload(by, file), await upload(by, file)]
  const end = { Version: 1, Grund: 'Falsche Datei' }
  expect((await call('PUT', `/${stopped.body.Id}/ende`, by, end)).status).toBe(200)
  await run(stopped.body.Id)
  expect(await show(by, stopped.body.Id)).toMatchObject({
    Stand: 'stopped',
    Erledigt: 0,
  })
  expect((await call('PUT', `/${stopped.body.Id}/ende`, by, end)).status).toBe(409)
  await run(kept.body.Id)
  server.clock.advance('P8D')
  await forgetOrderFiles(server.deps, 'standard')
  const again = await operator()
  expect(await show(again, kept.body.Id)).toMatchObject({
    Stand: 'stopped',
    DateiDa: false,
  })
  server.clock.advance('P90D')
  await forgetOrderFiles(server.deps, 'standard')
  expect((await call('GET', `/${kept.body.Id}`, await operator())).status).toBe(404)
})

const lines = (count: number) => Promise.all(Array.from({ length: count }, () => makeLine()))
const price = () => bench.products[0]!.commission_cents
const tooMany = () => Math.floor(leftToImport(0, ['payout-preparer']) / price()) + 1
const file = async (by: Operator, rows: readonly string[]) => {
  const { body } = await upload(by, [head, ...rows].join('\n'))
  await run(body.Id)
  return body.Id as string
}
const approve = (by: Operator, id: string, Version = 3) =>
  call('PUT', `/${id}/freigabe`, by, { Version, Grund: 'Mit dem Auszug verglichen' })

test('above a sum whoever brought a file asks a second person, who alone can start it; the others are mailed', async () => {
  const by = await operator(['payout-preparer', 'reviewer'])
  const [second, admin] = [await operator(['reviewer']), await operator(['tenant-admin'])]
  const lost = (await makeLine()).replace(/;[^;]+;/, ';NIEMAND00000000A;')
  const id = await file(by, [...(await lines(tooMany())), lost])
  expect(await show(by, id)).toMatchObject({
    WertCent: (tooMany() + 1) * price(),
    UeberEigenerGrenze: true,
    WartetAufZweite: false,
  })
  const before = await countOrders()
  const asked = await start(by, id)
  expect([asked.status, asked.body]).toEqual([200, { Ergebnis: 'vorgelegt' }])
  await run(id)
  expect(await countOrders()).toBe(before)
  expect(await show(second, id)).toMatchObject({
    Stand: 'checked',
    WartetAufZweite: true,
    VorgelegtGrund: Grund,
    Eigene: false,
  })
  const mails = await bench.mails('operatorOrderFile')
  expect(mails[0]!.data).toMatchObject({ count: tooMany(), waits: 1 })
  const mailed = mails.map(({ to_address }) => to_address)
  expect(mailed).toEqual(expect.arrayContaining([second.email, admin.email]))
  expect(mailed).not.toContain(by.email)
  for (const tried of [await start(by, id, 3), await approve(by, id)])
    expect([tried.status, tried.body.ErrorCode]).toEqual([403, 'PSOF0708'])
  expect((await approve(await operator(['support']), id)).status).toBe(403)
  await expect(
    bench.run((tx) =>
      sql`update order_imports set state = 'running', started_by = made_by, started_at = now()
        where tenant = 'standard' and import_id = ${id}`.execute(tx),
    ),
  ).rejects.toThrow('ask_second_person')
  const fetched = await call('GET', `/${id}/datei`, second)
  expect([fetched.status, fetched.body]).toEqual([200, expect.stringContaining(lost)])
  expect((await call('GET', `/${id}/datei`, await operator(['auditor']))).status).toBe(403)
  // Today has it as work of whoever may start it, until the file is deleted, and its list has as many.
  const waiting = async (who: Operator) => {
    const today = await server.call('PUT', '/standard/betrieb/heute', {
      token: who.token,
      body: {},
    })
    const { body } = await call('GET', '?Stand=wartet', who)
    const [task, brought] = ['order-files', 'own-order-files'].map((kind) =>
      today.body.Aufgaben.find(({ Art }: { Art: string }) => Art === kind),
    )
    const own = brought.Heute + brought.Woche
    expect([brought.Entscheidbar, body.Dateien.length]).toEqual([
      false,
      task.Heute + task.Woche + own,
    ])
    return { ...task, own, isListed: body.Dateien.some((one: { Id: string }) => one.Id === id) }
  }
  const Bis = server.clock.today().add({ days: 7 }).toString()
  expect(await waiting(second)).toMatchObject({
    Entscheidbar: true,
    Woche: 1,
    Heute: 0,
    WertCent: (tooMany() + 1) * price(),
    Bis,
    isListed: true,
    own: 0,
  })
  expect(await waiting(by)).toMatchObject({ Woche: 0, WertCent: 0, own: 1, isListed: true })
  expect(await waiting(await operator(['support']))).toMatchObject({ Entscheidbar: false })
  server.clock.advance('P7D')
  const [late, bringer] = [await operator(['reviewer']), await operator()]
  expect(await waiting(late)).toMatchObject({ Woche: 0, Heute: 1, Bis })
  expect((await call('GET', '?Stand=alle', bringer)).status).toBe(400)
  await forgetOrderFiles(server.deps, 'standard')
  const again = await makeOperator(server, second.email, ['reviewer'])
  const done = await Promise.all([approve(again, id), approve(again, id)])
  expect(done.map(({ status }) => status).toSorted()).toEqual([200, 409])
  await run(id)
  expect(await waiting(again)).toMatchObject({ Heute: 0, Woche: 0, Bis: null, isListed: false })
  expect(await show(again, id)).toMatchObject({ Stand: 'done', Ergebnis: { Neu: tooMany() } })
  const kept = await bench.run((tx) =>
    tx
      .selectFrom('unmatched_orders')
      .select('brought_by')
      .where('tenant', '=', 'standard')
      .where('external_number', '=', lost.split(';')[0]!)
      .execute(),
  )
  expect(kept).toEqual([{ brought_by: by.id }])
})

test('the sum counts all files of a person and day, also two that are started at once; another person and another day have their own', async () => {
  const [by, other] = [await operator(), await operator()]
  const half = Math.ceil(tooMany() / 2)
  const [one, two] = [await file(by, await lines(half)), await file(by, await lines(half))]
  const left = async (who: Operator, id: string) => (await show(who, id)).AlleinCent
  const most = leftToImport(0, ['payout-preparer'])
  expect([await left(by, one), await left(other, one)]).toEqual([most, null])
  const started = await Promise.all([start(by, one), start(by, two)])
  expect(started.map(({ body }) => body.Ergebnis).toSorted()).toEqual(['begonnen', 'vorgelegt'])
  expect([await left(by, one), await left(by, two)].toSorted()).toEqual([
    most - half * price(),
    null,
  ])
  expect((await start(other, await file(other, await lines(half)))).body.Ergebnis).toBe('begonnen')
  server.clock.advance('PT25H')
  const later = await makeOperator(server, by.email, ['payout-preparer'])
  expect((await start(later, await file(later, await lines(half)))).body.Ergebnis).toBe('begonnen')
})

test('a file brings its bringer no more than was checked, whatever has come to be possible since', async () => {
  const by = await operator()
  const inTwoDays = server.deps.clock.today().add({ days: 2 }).toString()
  const id = await file(
    by,
    (await lines(2)).map((line) => line.replace(/\d{4}-\d\d-\d\d/, inTwoDays)),
  )
  expect(await show(by, id)).toMatchObject({ WertCent: 0, Pruefung: { Neu: 0, Fehler: 2 } })
  server.clock.advance('PT48H')
  const later = await makeOperator(server, by.email, ['payout-preparer'])
  expect((await start(later, id)).body.Ergebnis).toBe('begonnen')
  await run(id)
  expect(await show(later, id)).toMatchObject({ Ergebnis: { Neu: 0, Fehler: 2 } })
})

const commanded = (by: Operator, rows: readonly string[]) =>
  importCommanded(
    server.deps,
    bench.tenant,
    { path: '/tmp/mai.csv', bytes: Buffer.from(rows.join('\n')) },
    { actor: { kind: 'operator', id: by.id, reason: Grund }, onProgress: () => undefined },
  )
test('by the command line somebody imports what is left of their sum, also with two files at once; what is above is refused', async () => {
  const by = await operator()
  const half = Math.ceil(tooMany() / 2)
  const files = [await lines(half), await lines(half)]
  const results = (await Promise.all(files.map((rows) => commanded(by, [head, ...rows])))).flat()
  const fresh = results.filter(({ result }) => result === 'neu')
  expect(fresh.length * price()).toBeLessThanOrEqual(leftToImport(0, ['payout-preparer']))
  expect(fresh.length).toBeGreaterThan(0)
  expect(new Set(results.flatMap(({ errorCode }) => errorCode ?? []))).toEqual(
    new Set(['PSOF0708']),
  )
  const refused = results.find(({ result }) => result === 'fehler')
  expect(refused?.message).toMatch(/^This is above what you import alone in a day \(€[\d.]+ left\)/)
  expect((await start(by, await file(by, await lines(half)))).body.Ergebnis).toBe('vorgelegt')
})

const logOf = (subject: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_id', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .orderBy('number')
      .execute(),
  )
const fileOf = async (by: Operator) => {
  const { body } = await call('GET', '', by)
  return body.Dateien.map(({ Id }: { Id: string }) => Id)
    .toSorted()
    .at(-1) as string
}

test('an import by command line is in the log with its person, reason and counts, also one that only kept lines', async () => {
  const by = await operator()
  const lost = (await makeLine()).replace(/;[^;]+;/, ';NIEMAND00000000A;')
  await commanded(by, [head, lost])
  const who = { actor_id: by.id, reason: Grund }
  expect(await logOf(await fileOf(by))).toMatchObject([
    { action: 'order-file-started', ...who, details: { lines: 1, after: { state: 'running' } } },
    {
      action: 'order-file-imported',
      ...who,
      details: {
        after: { state: 'done', created: 0, kept: 0, cancelled: 0, waiting: 1, failed: 0 },
      },
    },
  ])
})

test('an import by command line that dies is ended by the next sweep, and has used what it brought alone', async () => {
  const by = await operator()
  const rows = await lines(3)
  const dies = importCommanded(
    server.deps,
    bench.tenant,
    { path: 'mai.csv', bytes: Buffer.from([head, ...rows].join('\n')) },
    {
      actor: { kind: 'operator', id: by.id, reason: Grund },
      onProgress: (done) => {
        if (done === 2) throw new Error('killed')
      },
      atOnce: 2,
    },
  )
  await expect(dies).rejects.toThrow('killed')
  const id = await fileOf(by)
  const spent = async () =>
    bench.run((tx) =>
      sumStarted(tx, 'standard', by.id, server.deps.clock.now().subtract({ hours: 24 })),
    )
  await endBrokenImports(server.deps, 'standard')
  expect((await show(by, id)).Stand).toBe('running')
  expect(await spent()).toBe(leftToImport(0, ['payout-preparer']))
  server.clock.advance('PT11M')
  await Promise.all([1, 2].map(() => endBrokenImports(server.deps, 'standard')))
  expect(await show(by, id)).toMatchObject({ Stand: 'stopped', BeendetAm: expect.any(String) })
  expect(await spent()).toBe(2 * price())
  const log = await logOf(id)
  expect(log.map(({ action }) => action)).toEqual(['order-file-started', 'order-file-stopped'])
  expect(log[1]).toMatchObject({ actor_kind: 'system', details: { why: 'broken-off', lines: 3 } })
  expect((await commanded(by, [head, ...rows])).map(({ result }) => result)).toEqual([
    'unveraendert',
    'unveraendert',
    'neu',
  ])
})

test('an import by command line that somebody stops brings nothing more', async () => {
  const [by, other] = [await operator(), await operator()]
  const rows = await lines(25)
  let stopping: Promise<unknown> = Promise.resolve()
  const before = await countOrders()
  const stopped = importCommanded(
    server.deps,
    bench.tenant,
    { path: 'mai.csv', bytes: Buffer.from([head, ...rows].join('\n')) },
    {
      actor: { kind: 'operator', id: by.id, reason: Grund },
      onProgress: (done) => {
        if (done !== 1) return
        const end = { Version: 1, Grund: 'Läuft aus Versehen' }
        stopping = fileOf(by).then((id) => call('PUT', `/${id}/ende`, other, end))
      },
      atOnce: 2,
    },
  )
  await expect(stopped).rejects.toThrow('stopped')
  await stopping
  expect(await countOrders()).toBeLessThan(before + 20)
  expect((await show(by, await fileOf(by))).Stand).toBe('stopped')
})

test('a kept line that finds its person names in its order’s log whose file brought it, by the console and by command line', async () => {
  const by = await operator(['payout-preparer', 'reviewer'])
  const head = 'ExterneAuftragsnummer;Empfehlungsnummer;ProduktExterneId;Vertragsdatum;Status'
  const referrals = await Promise.all([1, 2].map(() => bench.makeReferral({ share: 0 })))
  const [one, two] = referrals.map((referral) => {
    const { externalNumber, productExternalId, contractOn } = bench.line(referral)
    const cells = [externalNumber, referral.number, productExternalId, contractOn, 'abgeschlossen']
    return cells.join(';')
  })
  const { body } = await upload(by, `${head}\n${one}`)
  await run(body.Id)
  expect((await start(by, body.Id)).status).toBe(200)
  await run(body.Id)
  await commanded(by, [head, two!])
  const files = [body.Id, await fileOf(by)]
  expect(new Set(files).size).toBe(2)
  for (const [at, referral] of referrals.entries()) {
    const { number } = await bench.makeRecipient(referral)
    expect(await matchUnmatched(server.deps, bench.tenant, number, isOwnMatch(server.deps))).toBe(1)
    const order = await bench.run((tx) =>
      tx
        .selectFrom('orders')
        .select('number')
        .where('tenant', '=', 'standard')
        .where('recipient_number', '=', number)
        .executeTakeFirstOrThrow(),
    )
    expect(await logOf(order.number)).toMatchObject([
      {
        action: 'order-confirmed',
        actor_kind: 'system',
        details: { source: 'file', broughtBy: by.id, orderFile: files[at] },
      },
    ])
    const shown = await server.call('GET', `/standard/betrieb/auftraege/${order.number}`, by)
    expect(shown.body.Verlauf.at(-1).Grund).toBe(
      `Eingelesen von Person ${by.email.split('@')[0]} mit der Datei „mai.csv“.`,
    )
  }
})

test('a file is another tenant’s to nobody, and begun by nobody without the right or the version', async () => {
  const by = await operator()
  const { body } = await upload(by, `${head}\n${await makeLine()}`)
  await run(body.Id)
  for (const role of ['support', 'auditor', 'reviewer'] as const)
    expect((await start(await operator([role]), body.Id)).status).toBe(403)
  const elsewhere = await operator(tenantRoles, 'telko')
  expect((await call('GET', `/${body.Id}`, elsewhere, undefined, 'telko')).status).toBe(404)
  expect((await call('GET', `/${body.Id}/fehler`, elsewhere, undefined, 'telko')).status).toBe(404)
  expect((await start(by, body.Id, 1)).status).toBe(409)
  expect((await start(by, body.Id)).status).toBe(200)
})
