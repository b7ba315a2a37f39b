import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { uuidv7 } from '../base/uuid.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { blankMailsAbout } from './blank-store.ts'
import { queueMail } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)

test('a mail about somebody who is deleted loses its address, also one of a version that wrote no subject; others keep theirs', async () => {
  const [gone, stays] = [uuidv7(), uuidv7()]
  const keys = [gone, stays].flatMap((id) => [`reward-ready|${id}|1`, `reward-withdrawn|${id}`])
  const before = keys[1]!
  await run(async (tx) => {
    for (const dedupeKey of keys)
      await queueMail(tx, 'standard', {
        template: 'welcome',
        to: 'konny@post.example',
        locale: 'de',
        data: {},
        dedupeKey,
        now: server.clock.now(),
      })
    await sql`update mails set subject_id = null where tenant = 'standard' and dedupe_key = ${before}`.execute(
      tx,
    )
    await blankMailsAbout(tx, 'standard', sql`${[gone]}::text[]`)
  })
  const mails = await run((tx) =>
    tx
      .selectFrom('mails')
      .select(['dedupe_key', 'to_address'])
      .where('tenant', '=', 'standard')
      .where('dedupe_key', 'in', keys)
      .execute(),
  )
  const addressOf = new Map(mails.map((mail) => [mail.dedupe_key, mail.to_address]))
  expect(keys.map((key) => addressOf.get(key))).toEqual([
    '',
    '',
    'konny@post.example',
    'konny@post.example',
  ])
})
