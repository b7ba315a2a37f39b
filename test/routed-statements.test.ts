import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readHits } from '../src/server/base/limit-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { createTestDatabase } from './helpers/database.ts'
import { makeTestDeps } from './helpers/make-test-deps.ts'
import { findUnrouted } from './helpers/routed/find-unrouted.ts'
import { listUnrouted, tenantTables } from './helpers/routed/list-unrouted.ts'
import { makeBook, recordSent } from './helpers/routed/record-sent.ts'
import { unroutedOnPurpose } from './helpers/routed/unrouted-on-purpose.ts'
import { read } from './helpers/sources.ts'

// The reader that looks at every statement of all tests (expect-routed.ts) sees what it should.

const tables = tenantTables()
const reasonsOf = (text: string) => findUnrouted(text, tables)

test.each([
  'select from orders where tenant = $1',
  "select from orders where 'standard' = tenant and state = any ($1)",
  'select from orders where (tenant, number) = ($1, $2)',
  'select from orders where tenant in ($1)',
  'select from orders o join rewards r on r.tenant = o.tenant and r.order_number = o.number where o.tenant = $1',
  'select from orders o join rewards r using (tenant) where r.tenant = $1::text',
  'select from orders o left join rewards r on r.tenant = o.tenant where o.tenant = $1',
  'select from rewards r right join orders o on r.tenant = $1 where o.tenant = $1',
  'select from orders where tenant = $1 and exists (select from rewards r where r.tenant = orders.tenant)',
  'select from orders o, lateral (select from rewards r where r.tenant = o.tenant limit 1) r where o.tenant = $1',
  'with mine as (select * from orders where tenant = $1) select from mine join rewards r on r.tenant = $1',
  'select from (select * from orders where tenant = $1) o join rewards r on r.tenant = o.tenant',
  'insert into clicks (tenant, referral_number) values ($1, $2), ($1, $3) on conflict do nothing',
  'update orders set state = $1 from rewards r where r.tenant = orders.tenant and orders.tenant = $2',
  'update orders set state = v.state from (values ($1, $2)) as v (number, state) where tenant = $3 and orders.number = v.number',
  'delete from orders using rewards r where r.tenant = orders.tenant and r.tenant = $1',
  "select from pgboss.job where data ->> 'tenant' = $1",
  'select offset_seconds from clock',
])('goes to one node: %s', (text) => {
  expect(reasonsOf(text)).toEqual([])
})

test.each([
  ['select from orders', 'orders'],
  ['select from orders where number = $1', 'orders'],
  ['select from orders where tenant = $1 or number = $2', 'orders'],
  ['select from orders where tenant = any ($1)', 'orders'],
  ["select from orders where tenant = current_setting('app.tenant')", 'orders'],
  ['select from orders where not tenant = $1', 'orders'],
  [
    'select from orders o join rewards r on r.order_number = o.number where o.tenant = $1',
    'rewards',
  ],
  [
    'select from orders o left join rewards r on r.tenant = o.tenant where r.x is null',
    'orders rewards',
  ],
  ['select from orders o left join rewards r on r.tenant = $1 and o.tenant = $1', 'orders'],
  [
    'select from orders o full join rewards r on r.tenant = o.tenant where o.tenant = $1',
    'rewards',
  ],
  [
    'select from orders where tenant = $1 and exists (select from rewards r where r.order_number = number)',
    'rewards',
  ],
  [
    'select from orders where exists (select from rewards r where r.tenant = orders.tenant and r.tenant = $1)',
    'orders',
  ],
  ['select (select count(*) from rewards) from orders where tenant = $1', 'rewards'],
  [
    'select from orders where tenant = $1 and number in (select order_number from rewards)',
    'rewards',
  ],
  ['select from orders where tenant = $1 union all select from rewards', 'rewards'],
  [
    'with mine as (select * from orders where tenant = $1) select from mine join rewards using (tenant)',
    'rewards',
  ],
  [
    'with gone as (delete from orders returning tenant) select from gone where tenant = $1',
    'orders',
  ],
  ['insert into clicks (referral_number) values ($1)', 'clicks'],
  ['insert into clicks (tenant, referral_number) values ($1, $2), (current_user, $3)', 'clicks'],
  [
    'insert into clicks (tenant, referral_number) select tenant, number from orders',
    'clicks orders',
  ],
  ['update orders set state = $1 where number = $2', 'orders'],
  ['update orders set state = (select max(state) from rewards) where tenant = $1', 'rewards'],
  ['delete from orders using rewards r where orders.tenant = $1', 'rewards'],
])('is found: %s', (text, found) => {
  expect(reasonsOf(text).toSorted()).toEqual(
    found.split(' ').map((table) => `${table} without its tenant`),
  )
})

test('every table and view of a tenant is known', () => {
  expect(tables.size).toBeGreaterThan(110)
  for (const name of ['orders', 'tenants', 'outbox', 'operators', 'orders_to_report'])
    expect(tables).toContain(name)
  for (const name of ['clock', 'secret_keys']) expect(tables).not.toContain(name)
})

test('what the product sends is recorded with who sends it, and nothing of a test', async () => {
  const database = await createTestDatabase()
  const { deps } = makeTestDeps(database.appUrl)
  const book = makeBook()
  recordSent(deps.db.pool, book)
  try {
    await withTenant(deps.db, 'standard', async (tx) => {
      await sql`select from orders`.execute(tx)
      await readHits(tx, 'standard', 'trial', deps.clock.now(), 60)
    })
    await sql`select from rewards`.execute(deps.db.kysely)
  } finally {
    await deps.db.close()
    await database.drop()
  }
  expect(book.sent.map(({ sender }) => sender)).toEqual(['src/server/base/limit-store.ts readHits'])
  expect(listUnrouted(book.sent)).toEqual([])
  const planted = { text: 'select from orders', sender: 'src/server/order/store.ts findOrder' }
  expect(listUnrouted([planted])).toEqual([
    'src/server/order/store.ts findOrder: orders without its tenant\nselect from orders',
  ])
})

test('whoever may look over all tenants is there, and says why', () => {
  for (const [sender, why] of Object.entries(unroutedOnPurpose)) {
    const [file = '', name] = sender.split(' ')
    expect(read(file)).toContain(`function ${name}(`)
    expect(why.length).toBeGreaterThan(20)
  }
})
