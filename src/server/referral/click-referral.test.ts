import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { accepted, recommended } from './journey.test-helper.ts'

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
const failAtCommit = [
  `create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$`,
  `create constraint trigger refuse_commit after insert on clicks deferrable initially deferred
    for each row execute function refuse_commit()`,
]

test('nobody is sent on before the click is committed: when the commit fails there is no 302, and the next click counts', async () => {
  const made = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  const number = made.referral.Empfehlungsnummer
  const countedNow = async () => (await counted(number)).length
  const click = () => server.call('GET', `/standard/empfehlen/click/${number}?channel=wa`)
  const before = await countedNow()

  for (const statement of failAtCommit) await owner.query(statement)
  const answers = await Promise.all([click(), click(), click()])
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500])
  expect(await countedNow()).toBe(before)

  await owner.query('drop function refuse_commit cascade')
  expect((await click()).status).toBe(302)
  expect(await countedNow()).toBe(before + 1)
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

const click = (number: string, query = '', tenant = 'standard') =>
  server.call('GET', `/${tenant}/empfehlen/click/${number}${query}`)
const counted = (number: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('clicks')
      .select(['channel', 'recipient_number as recipient', 'source'])
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', number)
      .orderBy('at')
      .execute(),
  )

test('a click is kept with its channel and the contact it names, and leads to the page of the contact under that channel', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { Empfaengernummer: contact } = await accepted(server, number)
  const page = `http://localhost:3000/de/empfaengerdaten/${number}`
  const clicks: [string, string, object][] = [
    [
      `?channel=fb&empfaengernummer=${contact}`,
      '?channel=fb',
      { channel: 'fb', recipient: contact },
    ],
    ['?channel=qr', '?channel=qr', { channel: 'qr', recipient: null }],
    ['?channel=rauchzeichen', '?channel=xx', { channel: 'xx', recipient: null }],
    ['?channel=WA&empfaengernummer=keiner', '?channel=wa', { channel: 'wa', recipient: null }],
  ]
  for (const [query, leads, row] of clicks) {
    const before = (await counted(number)).length
    const { status, headers } = await click(number, query)
    expect([query, status, headers.location]).toEqual([query, 302, page + leads])
    const rows = await counted(number)
    expect([query, rows.length]).toEqual([query, before + 1])
    expect(rows).toContainEqual({ ...row, source: 'Einsprungslink' })
    server.clock.advance('PT1S')
  }
})

test('where the tenant says so a click leads into the shop, with the numbers and the channel that its address asks for', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { Empfaengernummer: contact } = await accepted(server, number)
  const shop = 'https://shop.example/tarife?e={number}&p={recipient}&k={channel}'
  const stored = await server.deps.tenants.get('standard')
  await changeTenant(server, 'standard', { clickTarget: 'shop', shopUrl: shop })
  try {
    const { headers } = await click(number, `?channel=wa&empfaengernummer=${contact}`)
    expect(headers.location).toBe(`https://shop.example/tarife?e=${number}&p=${contact}&k=wa`)
    expect(await counted(number)).toMatchObject([{ channel: 'wa', recipient: contact }])
  } finally {
    await changeTenant(server, 'standard', { clickTarget: 'page', shopUrl: stored.shopUrl })
  }
})

test('a click on what is over, withdrawn, unknown or another tenant’s leads to the page that says so, and is not counted', async () => {
  const over = 'http://localhost:3000/de/empfehlungabgelaufen'
  const [late, gone] = [await recommended(server), await recommended(server)]
  const change = (number: string, row: { state?: string; valid_until?: string }) =>
    withTenant(server.db, 'standard', (tx) =>
      tx
        .updateTable('referrals')
        .set(row)
        .where('tenant', '=', 'standard')
        .where('number', '=', number)
        .execute(),
    )
  await change(late.Empfehlungsnummer, { valid_until: '2026-11-16' })
  await change(gone.Empfehlungsnummer, { state: 'cancelled' })
  const leads = async (number: string, tenant?: string) =>
    (await click(number, '?channel=wa', tenant)).headers.location
  expect(await leads(late.Empfehlungsnummer)).toBe(over)
  expect(await leads(gone.Empfehlungsnummer)).toBe(`${over}?grund=storniert`)
  expect(await leads('7777777777777777')).toBe(`${over}?grund=unbekannt`)
  expect(await leads('unsinn')).toBe(`${over}?grund=unbekannt`)
  expect(await leads((await recommended(server)).Empfehlungsnummer, 'telko')).toMatch(
    /^http:\/\/telko\.localhost:3000\/de\/\S*\?grund=unbekannt$/,
  )
  for (const { Empfehlungsnummer: number } of [late, gone])
    expect(await counted(number)).toEqual([])
})
