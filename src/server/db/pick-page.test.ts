import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { withTenant } from './connection.ts'
import { pickPage } from './pick-page.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
  await asOwner(server, 'standard', (tx) =>
    // As many as are counted and one more of `many`; amounts repeat (the last digit), so that ids decide.
    sql`insert into mails (tenant, mail_id, dedupe_key, template, to_address, locale, data, state, created_at)
      select 'standard', md5(i::text)::uuid, 'pick-' || i, case when i <= ${mostCounted} + 1 then 'many' else 'few' end,
        'x@post.example', 'de', '{}', 'sent', now() from generate_series(1, ${mostCounted} + 31) as i`.execute(
      tx,
    ),
  )
})
afterAll(() => server.stop())

const digit = sql`right(dedupe_key, 1)::int`

const pick = (template: string, descending: boolean, offset: number, limit = 20) =>
  withTenant(server.db, 'standard', (tx) =>
    pickPage(tx, {
      table: sql`mails`,
      id: sql`mail_id`,
      column: digit,
      cents: digit,
      matches: sql`tenant = 'standard' and template = ${template}`,
      descending,
      limit,
      offset,
    }),
  )

const inOrder = (template: string, descending: boolean) =>
  withTenant(server.db, 'standard', async (tx) => {
    const way = descending ? sql`desc` : sql`asc`
    const { rows } = await sql<{ id: string; cents: number }>`
      select mail_id as id, ${digit} as cents from mails where tenant = 'standard' and template = ${template}
      order by cents ${way}, mail_id ${way}`.execute(tx)
    return rows
  })

test.each([
  ['few', false],
  ['few', true],
  ['many', false],
  ['many', true],
] as const)('the pages of %s rows, falling %s, follow one another', async (template, falls) => {
  const all = (await inOrder(template, falls)).map(({ id }) => id)
  for (const offset of [0, 20])
    expect((await pick(template, falls, offset)).ids).toEqual(all.slice(offset, offset + 20))
  expect((await pick(template, falls, all.length)).ids).toEqual([])
})

test('what matches is counted and summed, but not more than anybody reads', async () => {
  const few = await inOrder('few', false)
  const cents = few.reduce((sum, row) => sum + row.cents, 0)
  expect(await pick('few', false, 0)).toMatchObject({ count: few.length, cents })
  expect(await pick('many', false, 0)).toMatchObject({ count: mostCounted, cents: null })
  expect(await pick('none', false, 0)).toEqual({ ids: [], count: 0, cents: 0 })
})
