import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { mostViews } from '../../contract/betrieb-ansichten.ts'
import { platformCode } from '../../domain/platform.ts'
import { withTenant } from '../db/connection.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const list = { Mandant: 'standard', Seite: 'ConsoleReviews' }
const calls = ({ token }: { token: string }) => {
  const at = '/betrieb/betrieb/ansichten'
  return {
    save: (Name: string, Ansicht: string, of = list) =>
      server.call('POST', at, { token, body: { ...of, Name, Ansicht } }),
    seen: async (of = list) => (await server.call('PUT', at, { token, body: of })).body.Ansichten,
    end: (id: string) => server.call('DELETE', `${at}/${id}`, { token }),
    undo: (id: string) => server.call('PUT', `${at}/${id}/rueckgaengig`, { token, body: {} }),
  }
}

test('a view is kept under its name, for its list and its person alone, and replaced by the next of that name', async () => {
  const mine = calls(await makeOperator(server, 'ansicht@post.example'))
  const other = calls(await makeOperator(server, 'andere@post.example'))
  expect((await mine.save('Haushalte', 'grund=same-household&richtung=ab')).status).toBe(200)
  await mine.save('Haushalte', 'grund=same-household')
  const [view] = await mine.seen()
  expect(await mine.seen()).toEqual([
    { Id: view.Id, Name: 'Haushalte', Ansicht: 'grund=same-household' },
  ])
  expect(await mine.seen({ ...list, Mandant: 'telko' })).toEqual([])
  expect(await mine.seen({ ...list, Seite: 'ConsoleClaims' })).toEqual([])
  expect(await other.seen()).toEqual([])
  expect((await other.end(view.Id)).status).toBe(404)
  expect((await mine.end(view.Id)).status).toBe(200)
  expect((await mine.end(view.Id)).status).toBe(404)
  expect(await mine.seen()).toEqual([])
})

test('a deleted view comes back within a minute, to its person alone, once, and not beside a new one of its name', async () => {
  const mine = calls(await makeOperator(server, 'zurueck@post.example'))
  const other = calls(await makeOperator(server, 'niemals@post.example'))
  await mine.save('Haushalte', 'grund=same-household')
  const [view] = await mine.seen()
  expect((await mine.undo(view.Id)).body.ErrorCode).toBe('PSOF0710')
  await mine.end(view.Id)
  expect((await other.undo(view.Id)).status).toBe(409)
  const answers = await Promise.all([1, 2, 3].map(() => mine.undo(view.Id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect(await mine.seen()).toEqual([view])
  await mine.end(view.Id)
  await mine.save('Haushalte', 'grund=same-iban')
  expect((await mine.undo(view.Id)).status).toBe(409)
  expect(await mine.seen()).toMatchObject([{ Ansicht: 'grund=same-iban' }])
  await mine.end(view.Id)
  const late = server.deps.clock.realNow().subtract({ seconds: 61 }).toString()
  await withTenant(server.db, platformCode, (tx) =>
    tx
      .updateTable('operator_views')
      .set({ ended_at: late })
      .where('tenant', '=', platformCode)
      .where('view_id', '=', view.Id)
      .execute(),
  )
  expect((await mine.undo(view.Id)).body.ErrorCode).toBe('PSOF0710')
  // It is deleted with the next one.
  await mine.save('Andere', '')
  await mine.end((await mine.seen())[0].Id)
  const left = await withTenant(server.db, platformCode, (tx) =>
    tx.selectFrom('operator_views').select('view_id').where('tenant', '=', platformCode).execute(),
  )
  expect(left.map(({ view_id }) => view_id)).not.toContain(view.Id)
})

test('a view keeps no search, as its term may be a name, and no other address', async () => {
  const { save, seen } = calls(await makeOperator(server, 'suche@post.example'))
  for (const query of ['suche=Dohlenau', 'stand=offen&suche=x', 'a=b#c', 'a=<b>', '//evil.example'])
    expect([query, (await save('Nie', query)).status]).toEqual([query, 400])
  expect((await save('Nie', '', { ...list, Seite: 'Homepage' })).status).toBe(400)
  expect(await seen()).toEqual([])
})

test('there are so many views of a list, and one more is refused in words', async () => {
  const { save, seen } = calls(await makeOperator(server, 'viele@post.example'))
  for (let number = 1; number <= mostViews; number++) await save(`Ansicht ${number}`, '')
  const { status, body } = await save('Eine mehr', '')
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('schon 20')])
  expect((await save('Ansicht 1', 'zeilen=100')).status).toBe(200)
  expect(await seen()).toHaveLength(mostViews)
})
