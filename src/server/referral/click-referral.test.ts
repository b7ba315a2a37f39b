import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'

let server: TestServer
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer()
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await server.stop()
})

// A deferred trigger runs inside COMMIT, after every statement of the transaction has succeeded.
const failAtCommit = `
  create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
  create constraint trigger refuse_commit after insert on clicks deferrable initially deferred
    for each row execute function refuse_commit()`

test('nobody is sent on before the click is committed: when the commit fails there is no 302, and the next click counts', async () => {
  const made = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  const number = made.referral.Empfehlungsnummer
  const counted = async () =>
    (await owner.query(`select from clicks where referral_number = $1`, [number])).rows.length
  const click = () => server.call('GET', `/standard/empfehlen/click/${number}?channel=wa`)
  const before = await counted()

  await owner.query(failAtCommit)
  const answers = await Promise.all([click(), click(), click()])
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(await counted()).toBe(before)

  await owner.query('drop function refuse_commit cascade')
  expect((await click()).status).toBe(302)
  expect(await counted()).toBe(before + 1)
})

test('what messengers hang on to a link, or cut off it, stops nobody and is no channel', async () => {
  const { referral } = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  const number = referral.Empfehlungsnummer
  for (const query of [
    'channel=wa&fbclid=IwAR0abc&utm_source=share',
    'channel=wa&channel=fb',
    `channel=${'x'.repeat(300)}`,
    `pk_campaign=${'ä'.repeat(2000)}`,
    'channel=wa&empfaengernummer=',
    '__proto__=1&constructor[x]=2&&&=',
  ]) {
    const answer = await server.call('GET', `/standard/empfehlen/click/${number}?${query}`)
    expect([query, answer.status]).toEqual([query, 302])
    expect(answer.headers.location).toContain(number)
  }
})
