import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { runCliHere } from '../../src/cli/cli.test-helper.ts'
import { distribute } from '../../src/server/db/distribute.ts'
import { distribution } from '../../src/server/db/distribution.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'
import { addDatabase } from '../helpers/citus.ts'
import { withDatabase } from '../helpers/database.ts'
import { makeTestDeps } from '../helpers/make-test-deps.ts'
import { testSecret } from '../helpers/test-secrets.ts'

// `npm run cli -- database distribute`, on a database that was used before.

const nodes = inject('database').nodes!
const tables = Object.values(distribution).flat()
let database: Awaited<ReturnType<typeof addDatabase>>
let admin: pg.Client
beforeAll(async () => {
  database = await addDatabase(nodes, 'moved')
  await migrate(database.ownerUrl)
  await installQueue(database.ownerUrl)
  const { deps } = makeTestDeps(database.appUrl)
  await seedDemo(deps)
  await deps.db.close()
  admin = new pg.Client({ connectionString: withDatabase(nodes[0]!, 'moved') })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await database.drop()
})

const environment = () => ({
  DATABASE_URL: database.appUrl,
  DATABASE_OWNER_URL: database.ownerUrl,
  SECRET_KEY: testSecret,
  PUBLIC_ORIGIN: 'https://empfehlen.example',
})

async function countRows(): Promise<Record<string, string>> {
  const counts: Record<string, string> = {}
  // The command itself notes its key.
  for (const table of tables.filter((one) => one !== 'secret_keys')) {
    const { rows } = await admin.query<{ many: string }>(`select count(*) as many from ${table}`)
    counts[table] = rows[0]!.many
  }
  return counts
}

const placed = async () => {
  const { rows } = await admin.query<{ name: string }>(
    'select logicalrelid::text as name from pg_dist_partition order by 1',
  )
  return rows.map(({ name }) => name)
}

// One story: each step begins where the last one ended.
describe('a database that is in use', { shuffle: false }, () => {
  let before: Record<string, string>

  test('cut off in the middle, the move leaves every row where it was or on its node', async () => {
    before = await countRows()
    expect(Number(before['audit_log'])).toBeGreaterThan(10)
    const cut = distribute(database.ownerUrl, (done) => {
      if (done === 40)
        void admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
          where datname = 'moved' and usename = 'zuspruch_owner' and pid <> pg_backend_pid()`)
    })
    await expect(cut).rejects.toThrow()
    const now = await placed()
    expect(now.length).toBeGreaterThan(20)
    expect(now.length).toBeLessThan(tables.length)
    expect(await countRows()).toEqual(before)
  })

  test('the command ends the move, keeps every row, and leaves none behind on the coordinator', async () => {
    const ran = await runCliHere(environment(), ['database', 'distribute'])
    expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/^Citus 14.*, 2 nodes/)])
    expect(await placed()).toEqual(tables.toSorted())
    expect(await countRows()).toEqual(before)
    const { rows } = await admin.query<{ name: string }>(
      `select relname as name from pg_class where oid = any ($1::regclass[]) and pg_relation_size(oid) > 0`,
      [distribution.byTenant],
    )
    expect(rows).toEqual([])
  })

  test('each tenant is on one node, in every table, and both nodes have some', async () => {
    const { rows } = await admin.query<{ groups: number }>(
      `select count(distinct colocationid)::int as groups from pg_dist_partition where partmethod = 'h'`,
    )
    expect(rows).toEqual([{ groups: 1 }])
    const { rows: used } = await admin.query<{ nodes: number }>(
      `select count(distinct nodeport)::int as nodes from citus_shards where table_name = 'tenants'::regclass`,
    )
    expect(used).toEqual([{ nodes: 2 }])
  })

  test('run again, the command changes nothing', async () => {
    const ran = await runCliHere(environment(), ['database', 'distribute', '--json'])
    expect([ran.code, ran.json().placed]).toEqual([0, []])
    expect(await countRows()).toEqual(before)
  })

  test('the log still refuses to be changed and emptied, and a tenant’s login sees no other tenant, on every node', async () => {
    await expect(admin.query('truncate audit_log')).rejects.toThrow('only grows')
    await expect(admin.query(`delete from audit_log where tenant = 'bgv'`)).rejects.toThrow(
      'only grows',
    )
    for (const node of nodes) {
      const url = Object.assign(new URL(withDatabase(node, 'moved')), { username: 'zuspruch_app' })
      const app = new pg.Client({ connectionString: url.href })
      await app.connect()
      await app.query('begin')
      await app.query(`select set_tenant('bgv')`)
      const { rows } = await app.query('select distinct tenant from accounts')
      expect(rows).toEqual([{ tenant: 'bgv' }])
      await expect(
        app.query(
          `insert into outbox (tenant, outbox_id, kind, payload) values ('telko', uuidv7(), 'x', '{}')`,
        ),
      ).rejects.toThrow('row-level security')
      await app.query('rollback')
      await expect(app.query('create temporary table x (y int)')).rejects.toThrow('permission')
      await app.end()
    }
  })
})

test('a database without Citus is refused with one sentence, and stays as it is', async () => {
  const plain = await addDatabase(nodes, 'plain', { extension: false })
  try {
    await migrate(plain.ownerUrl)
    const { code, err } = await runCliHere(
      { ...environment(), DATABASE_URL: plain.appUrl, DATABASE_OWNER_URL: plain.ownerUrl },
      ['database', 'distribute'],
    )
    expect([code, err.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('The database has no Citus: ')],
    ])
  } finally {
    await plain.drop()
  }
})
