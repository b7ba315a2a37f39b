import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { blankRecipients } from '../referral/deletion-store.ts'
import { askForErasure } from '../referral/erasure-store.ts'
import { findOwnRecipient, mergeRecipient } from '../referral/recipient-store.ts'
import { recipientFile } from './export-recipient.ts'

// A new column of a recipient is either of the person, and then goes with them, or kept for a reason.

let server: TestServer
let number: string
beforeAll(async () => {
  server = await startTestServer()
  const apiKey = await makeApiKey(server, 'standard')
  number = (await makeJourney(server, 'standard', apiKey)).recipient.Empfaengernummer
  await asOwner(server, 'standard', async (tx) => {
    for (const [column, { value }] of Object.entries(personal))
      await sql`update recipients set ${sql.ref(column)} = ${value} where tenant = 'standard' and number = ${number}`.execute(
        tx,
      )
  })
})
afterAll(() => server.stop())

type Column = {
  value: string | boolean // written, and then looked for
  afterRequest?: true // kept after a request for erasure: a contract or payment under way needs it
  afterMerge?: true // kept in a duplicate until its day: its links and mails are found by it
  inFile?: false // not in the person's own file
}

const personal: Record<string, Column> = {
  salutation: { value: 'Frau', afterRequest: true, afterMerge: true },
  first_name: { value: 'Wilhelmine', afterRequest: true },
  last_name: { value: 'Sonnentau', afterRequest: true },
  email: { value: 'wilhelmine@sonnentau.example', afterRequest: true, afterMerge: true },
  birth_date: { value: '1971-03-29' },
  phone: { value: '+4989123456' },
  street: { value: 'Kreuzweg', afterRequest: true },
  house_number: { value: '77b', afterRequest: true },
  zip: { value: '86911', afterRequest: true },
  city: { value: 'Diessen', afterRequest: true },
  advertising: { value: true },
  same_network: { value: true, afterRequest: true, inFile: false }, // an indication of misuse
}

/** Numbers, states, days and where somebody came from; they name nobody once the rest is gone. */
const kept =
  'tenant number referral_number state mailbox language channel campaign merged_into created_at created_on confirmed_at consented_at delete_on erase_asked_at person_hash person_until first_key first_back last_key last_back version email_corrected_at home_changed_by' // the four before the last follow the names

test('every column of recipients is of the person or known to be none', async () => {
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'recipients'`,
  )
  expect(rows.map(({ name }) => name).toSorted()).toEqual(
    [...Object.keys(personal), ...kept.split(' ')].toSorted(),
  )
})

/** The personal columns that still say what was written, after work that is then taken back. */
async function leftAfter(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let left: string[] = []
  await withTenant(server.db, 'standard', async (tx) => {
    await work(tx)
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(recipients) as row from recipients where tenant = 'standard' and number = ${number}`.execute(
      tx,
    )
    left = Object.keys(personal).filter(
      (column) => rows[0]!.row[column] === personal[column]!.value,
    )
    throw new Error('and back')
  }).catch((error: Error) => expect(error.message).toBe('and back'))
  return left
}
const columnsWith = (mark: keyof Column) =>
  Object.keys(personal).filter((column) => personal[column]![mark])

test('nothing of the person is left when a recipient is reduced to its number', async () => {
  expect(await leftAfter(async () => undefined)).toEqual(Object.keys(personal))
  expect(await leftAfter((tx) => blankRecipients(tx, 'standard', [number]))).toEqual([])
})

test('after a request for erasure only that is left which a contract needs', async () => {
  const asked = (tx: Tx) => askForErasure(tx, 'standard', number, server.clock.now())
  expect(await leftAfter(asked)).toEqual(columnsWith('afterRequest'))
})

test('a duplicate that is merged keeps only what finds its mails', async () => {
  const apiKey = await makeApiKey(server, 'standard')
  const into = (await makeJourney(server, 'standard', apiKey)).recipient.Empfaengernummer
  const merged = (tx: Tx) => mergeRecipient(tx, 'standard', number, into, { byOwner: true })
  expect(await leftAfter(merged)).toEqual(columnsWith('afterMerge'))
})

test('a person’s own file has all of it', async () => {
  const file = await withTenant(server.db, 'standard', async (tx) => {
    const recipient = await findOwnRecipient(tx, 'standard', number)
    return recipientFile(tx, 'standard', recipient!, {
      now: server.clock.now(),
      today: server.clock.today(),
    })
  })
  const said = JSON.stringify(file.recipient)
  const missing = Object.entries(personal).filter(
    ([, { value, inFile }]) => inFile !== false && !said.includes(String(value)),
  )
  expect(missing).toEqual([])
  expect(file.recipient.advertising).toBe(true)
})
