import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { audit, system } from '../base/audit-store.ts'
import { listAuditRows } from '../base/audit-rows-store.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
let auditor: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  auditor = await makeOperator(server, 'revision@post.example', ['auditor'], 'bgv')
  await withTenant(server.db, 'bgv', async (tx) => {
    for (let at = 0; at < 120; at += 1)
      await audit(tx, 'bgv', {
        at: server.clock.now().add({ hours: at }),
        actor:
          at % 2 ? system : { kind: 'operator', id: auditor.id, role: 'reviewer', session: 's1' },
        action: (at % 3 ? 'planted-one' : 'planted-two') as 'log-in',
        subjectKind: 'planted',
        subjectId: `P-${at}`,
        ...(at % 2 ? {} : { reason: '=HYPERLINK("x")' }),
      })
  })
})
afterAll(() => server.stop())

const list = async (body: object, tenant = 'bgv') =>
  server.call('PUT', `/${tenant}/betrieb/protokoll`, { token: auditor.token, body })
const planted = (more: object) => ({ Gegenstand: 'planted', ...more })

test('the log is listed from its newest row, page by page, without gaps', async () => {
  const { body } = await list({ Pagesize: 50 })
  const { body: next } = await list({ Pagesize: 50, Pagenumber: 2 })
  const numbers = [...body.Content, ...next.Content].map((row: { Nummer: number }) => row.Nummer)
  expect(numbers).toEqual(numbers.map((_, at) => body.TotalCount - at))
  expect(body.Content[1]).toMatchObject({
    Wer: 'Person revision',
    Rolle: 'reviewer',
    Aktion: 'planted-one',
    Grund: '=HYPERLINK("x")',
    Sitzung: 's1',
  })
})

test('each filter keeps what it names, alone and with others', async () => {
  const count = async (filter: object) => (await list({ Filter: filter })).body.TotalCount
  expect(await count(planted({}))).toBe(120)
  expect(await count(planted({ Aktion: 'planted-two' }))).toBe(40)
  expect(await count(planted({ Aktion: ['planted-one', 'planted-two'], Art: 'system' }))).toBe(60)
  expect(await count(planted({ Suche: 'P-7' }))).toBe(1)
  expect(await count(planted({ Suche: auditor.id }))).toBe(60)
  expect(await count(planted({ Suche: 's1' }))).toBe(60)
  expect(await count(planted({ Suche: 'P-' }))).toBe(0)
  const today = server.clock.today().toString()
  // From noon in Berlin: twelve of the first day’s hours are left.
  expect(await count(planted({ Bis: today }))).toBe(12)
  expect(await count(planted({ Von: server.clock.today().add({ days: 1 }).toString() }))).toBe(108)
  expect(await count({ Aktion: 'nothing' })).toBe(0)
  expect(await count(planted({ Aktion: 'planted-two', Art: 'referrer' }))).toBe(0)
})

test('an operator’s name finds what they did, in list and file, with other filters, and never another tenant’s rows', async () => {
  const count = async (filter: object, tenant = 'bgv', token = auditor.token) =>
    (await server.call('PUT', `/${tenant}/betrieb/protokoll`, { token, body: { Filter: filter } }))
      .body.TotalCount
  expect(await count(planted({ Suche: 'person REVISION' }))).toBe(60)
  expect(await count(planted({ Suche: 'revision@post' }))).toBe(60)
  expect(await count(planted({ Suche: 'visio', Aktion: 'planted-two' }))).toBe(20)
  expect(await count(planted({ Suche: 'Person niemand' }))).toBe(0)
  const query = 'Gegenstand=planted&Suche=Person%20revision'
  const answer = await server.call('GET', `/bgv/betrieb/protokoll/csv?${query}`, {
    token: auditor.token,
  })
  expect(String(answer.body).trim().split('\r\n')).toHaveLength(61)
  const other = await makeOperator(server, 'fremd@post.example', ['auditor'], 'telko')
  expect(await count({ Suche: 'Person revision' }, 'telko', other.token)).toBe(0)
})

test('an entry opens by its number wherever it stands, is found by it in list and file, and never another tenant’s', async () => {
  const { body } = await list({ Filter: planted({}), Pagesize: 1, Pagenumber: 120 })
  const entry = body.Content[0]
  const open = (number: string | number, tenant = 'bgv', token = auditor.token) =>
    server.call('GET', `/${tenant}/betrieb/protokoll/eintrag/${number}`, { token })
  expect(await open(entry.Nummer)).toMatchObject({ status: 200, body: entry })
  const { body: found } = await list({ Filter: { Suche: String(entry.Nummer) } })
  expect(found.Content.map((row: { Nummer: number }) => row.Nummer)).toEqual([entry.Nummer])
  expect(
    (await list({ Filter: { Suche: `${entry.Nummer}`, Art: 'referrer' } })).body.Content,
  ).toEqual([])
  const file = await server.call('GET', `/bgv/betrieb/protokoll/csv?Suche=${entry.Nummer}`, {
    token: auditor.token,
  })
  expect(String(file.body).trim().split('\r\n')).toHaveLength(2)
  for (const number of [0, '1e3', 'keine', '9'.repeat(15), '9'.repeat(20), `0${entry.Nummer}`])
    expect([number, (await open(number)).status]).toEqual([number, 404])
  const [newest] = (await list({ Filter: planted({}), Pagesize: 1 })).body.Content
  // Only this tenant's log has come so far.
  const other = await makeOperator(server, 'nummer@post.example', ['auditor'], 'telko')
  expect((await open(newest.Nummer, 'telko', other.token)).status).toBe(404)
  expect((await open(entry.Nummer, 'telko')).status).toBe(403)
  const support = await makeOperator(server, 'ohne@post.example', ['support'], 'bgv')
  expect((await open(entry.Nummer, 'bgv', support.token)).status).toBe(403)
})

test('the values to filter by are those that there are', async () => {
  const { body } = await server.call('GET', '/bgv/betrieb/protokoll/woerter', {
    token: auditor.token,
  })
  expect(body.Gegenstaende).toContain('planted')
  expect(body.Aktionen).toEqual([...new Set<string>(body.Aktionen)].toSorted())
  expect(body.Aktionen).toEqual(expect.arrayContaining(['planted-one', 'planted-two']))
})

test('the file has every row of the filter with its hash, runs no formula, and is in the log itself', async () => {
  const answer = await server.call('GET', '/bgv/betrieb/protokoll/csv?Gegenstand=planted', {
    token: auditor.token,
  })
  const lines = String(answer.body).trim().split('\r\n')
  expect(lines).toHaveLength(121)
  expect(lines[1]).toMatch(/;"'=HYPERLINK\(""x""\)";.*;[0-9a-f]{64}$/)
  const { body } = await list({ Pagesize: 1 })
  expect(body.Content[0]).toMatchObject({
    Aktion: 'export-audit',
    WerId: auditor.id,
    Einzelheiten: { filter: { subjectKind: 'planted' } },
  })
})

test('another tenant’s log is out of reach, by list, words and file', async () => {
  for (const [method, path] of [
    ['PUT', ''],
    ['GET', '/woerter'],
    ['GET', '/csv'],
  ] as const) {
    const { status } = await server.call(method, `/telko/betrieb/protokoll${path}`, {
      token: auditor.token,
      ...(method === 'PUT' ? { body: {} } : {}),
    })
    expect([path, status]).toEqual([path, 403])
  }
})

test('a record shows its own part of the log to whoever may see it: who, when, what and why; before and after to whoever may read the log', async () => {
  const reviewer = await makeOperator(server, 'spur@post.example', ['reviewer'], 'bgv')
  await withTenant(server.db, 'bgv', async (tx) => {
    const at = server.clock.now()
    const actor = { kind: 'operator' as const, id: auditor.id }
    for (const [subjectKind, subjectId] of [
      ['claim', 'SPUR-1'],
      ['claim', 'SPUR-2'],
      ['reward', 'SPUR-1'],
    ] as const)
      await audit(tx, 'bgv', {
        at,
        actor,
        action: 'planted-three' as 'log-in',
        subjectKind,
        subjectId,
        reason: 'weil es so ist',
        details: { before: { state: 'neu' }, after: { state: 'alt' } },
      })
  })
  const ask = (kind: string, id: string, token = reviewer.token, tenant = 'bgv') =>
    server.call('GET', `/${tenant}/betrieb/protokoll/zu/${kind}/${id}`, { token })
  const { body } = await ask('claim', 'SPUR-1')
  expect(body).toEqual({
    Namen: {},
    Verlauf: [
      {
        Am: expect.any(String),
        Aktion: 'planted-three',
        Titel: 'planted-three',
        Von: 'Person revision',
        VonArt: 'operator',
        Grund: 'weil es so ist',
        Einzelheiten: null,
      },
    ],
  })
  const { body: whole } = await ask('claim', 'SPUR-1', auditor.token)
  expect(whole.Verlauf).toMatchObject([
    { Einzelheiten: { before: { state: 'neu' }, after: { state: 'alt' } } },
  ])
  const payer = await makeOperator(server, 'zahlt@post.example', ['payout-preparer'], 'bgv')
  expect((await ask('claim', 'SPUR-1', payer.token)).status).toBe(403)
  expect((await ask('reward', 'SPUR-1', payer.token)).status).toBe(200)
  expect((await ask('claim', 'SPUR-1', reviewer.token, 'telko')).status).toBe(403)
})

test('the log names the team members that a row speaks of, in its list, its entry and a record’s own part, and nobody else', async () => {
  const named = await makeOperator(server, 'berechtigt@post.example', ['reviewer'], 'bgv')
  const other = '01a21883-0000-7000-8000-000000000000'
  await withTenant(server.db, 'bgv', async (tx) => {
    const row = {
      at: server.clock.now(),
      actor: { kind: 'operator' as const, id: auditor.id },
      details: { before: { by: [named.id] }, after: { by: [auditor.id], reward: other } },
    }
    await audit(tx, 'bgv', {
      ...row,
      action: 'planted-four' as 'log-in',
      subjectKind: 'operator',
      subjectId: named.id,
    })
    await audit(tx, 'bgv', {
      ...row,
      action: 'planted-four' as 'log-in',
      subjectKind: 'claim',
      subjectId: 'NAME-1',
    })
  })
  const names = { [named.id]: 'Person berechtigt', [auditor.id]: 'Person revision' }
  const { Content } = (await list({ Filter: { Aktion: 'planted-four', Gegenstand: 'operator' } }))
    .body
  expect(Content).toMatchObject([{ GegenstandId: named.id, Namen: names }])
  expect(Content[0].Namen).toEqual(names)
  const ask = async (path: string, token: string) =>
    (await server.call('GET', `/bgv/betrieb/protokoll/${path}`, { token })).body.Namen
  expect(await ask(`eintrag/${Content[0].Nummer}`, auditor.token)).toEqual(names)
  expect(await ask('zu/claim/NAME-1', auditor.token)).toEqual(names)
  // Without the right to read the log its details are not shown either.
  expect(await ask('zu/claim/NAME-1', named.token)).toEqual({})
})

test('a count ends at ten thousand, so that a filter of a long log is quick', async () => {
  await withTenant(server.db, 'bgv', async (tx) => {
    for (let at = 0; at < 10_100; at += 1)
      await audit(tx, 'bgv', {
        at: server.clock.now(),
        actor: system,
        action: 'planted-many' as 'log-in',
        subjectKind: 'many',
        subjectId: 'M',
      })
  })
  const found = await withTenant(server.db, 'bgv', (tx) =>
    listAuditRows(tx, 'bgv', { filter: { action: ['planted-many'] }, limit: 1, offset: 0 }),
  )
  expect(found.count).toBe(10_000)
})
