import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { accepted, countAudited, readRecipients, recommended } from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const confirm = (Token: string, tenant = 'standard') =>
  server.call('PUT', `/${tenant}/empfaenger/bestaetigung`, { body: { Token } })

test('confirming works by the mailed token, twenty times at once as once', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => confirm(recipient.confirmToken)),
  )
  for (const { status: code, body } of answers) {
    expect(code).toBe(200)
    expect(body).toMatchObject({ Empfaengernummer: recipient.Empfaengernummer, Bestaetigt: true })
  }
  expect(await countAudited(server, 'confirm-recipient', recipient.Empfaengernummer)).toBe(1)
  expect((await confirm(recipient.confirmToken, 'telko')).body.ErrorCode).toBe('PSOF0205')
  expect((await confirm(recipient.Token)).body.ErrorCode).toBe('PSOF0205')
})

test('twenty entries of one address confirmed at once are one recipient; their numbers lead to it, the secrets of the others to nothing', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  const entries = []
  for (let round = 0; round < 5; round++)
    entries.push(await accepted(server, made.Empfehlungsnummer, email))
  const answers = await Promise.all(
    entries.flatMap((entry) => [1, 2, 3, 4].map(() => confirm(entry.confirmToken))),
  )
  const numbers = new Set(answers.map(({ body }) => body.Empfaengernummer))
  expect(answers.map(({ status: code }) => code)).toEqual(Array.from({ length: 20 }, () => 200))
  expect(numbers.size).toBe(1)
  const [first] = [...numbers] as string[]
  const states = (await readRecipients(server, made.Empfehlungsnummer))
    .map(({ state }) => state)
    .toSorted()
  expect(states).toEqual(['confirmed', 'withdrawn', 'withdrawn', 'withdrawn', 'withdrawn'])
  for (const entry of entries) {
    // Whoever typed the address holds these, and that need not be its owner.
    const isFirst = entry.Empfaengernummer === first
    expect((await server.call('GET', `/standard/empfaenger/${entry.Hex}`)).status).toBe(
      isFirst ? 200 : 404,
    )
    const options = await server.call('GET', `/standard/empfaenger/${first}/praemie/`, {
      token: entry.Token,
    })
    expect(options.status).toBe(isFirst ? 200 : 403)
    const shop = await server.call(
      'GET',
      `/standard/empfehlung/${made.Empfehlungsnummer}/produkt/produktlink?empfaengernummer=${entry.Empfaengernummer}`,
    )
    expect(shop.body.Url).toContain(`empfaengernummer=${first}`)
  }
})

test('a link is known as used once its data is confirmed, also where it led to another entry, and looking uses nothing up', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const look = (Token: string, tenant = 'standard') =>
    server.call('PUT', `/${tenant}/empfaenger/bestaetigung/pruefen`, { body: { Token } })
  const fresh = { Bestaetigt: false, VertragGeschlossen: false }
  expect((await look(recipient.confirmToken)).body).toMatchObject(fresh)
  expect((await look(recipient.confirmToken)).body).toMatchObject(fresh)
  expect((await look(recipient.confirmToken, 'telko')).body.ErrorCode).toBe('PSOF0205')
  expect((await look(recipient.Token)).body.ErrorCode).toBe('PSOF0205')
  const other = await accepted(server, made.Empfehlungsnummer, recipient.email)
  expect((await confirm(recipient.confirmToken)).body.Token).toBeTruthy()
  expect((await look(other.confirmToken)).body).toMatchObject(fresh)
  await confirm(other.confirmToken)
  for (const token of [recipient.confirmToken, other.confirmToken])
    expect((await look(token)).body).toEqual({
      Empfaengernummer: recipient.Empfaengernummer,
      Empfehlungsnummer: made.Empfehlungsnummer,
      Bestaetigt: true,
      VertragGeschlossen: false,
    })
})

test('the same address in two referrals is two recipients', async () => {
  const { email } = stranger()
  const [one, two] = [await recommended(server), await recommended(server)]
  const first = await accepted(server, one.Empfehlungsnummer, email)
  const second = await accepted(server, two.Empfehlungsnummer, email)
  expect((await confirm(first.confirmToken)).body.Empfaengernummer).toBe(first.Empfaengernummer)
  expect((await confirm(second.confirmToken)).body.Empfaengernummer).toBe(second.Empfaengernummer)
})

test('a merged entry hands its reported orders over', async () => {
  const made = await recommended(server)
  const { email } = stranger()
  const [one, two] = [
    await accepted(server, made.Empfehlungsnummer, email),
    await accepted(server, made.Empfehlungsnummer, email),
  ]
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .insertInto('orders')
      .values({
        tenant: 'standard',
        number: 'ORDER-OF-TWO',
        referral_number: made.Empfehlungsnummer,
        recipient_number: two.Empfaengernummer,
        product_id: '101',
        contract_on: '2026-11-17',
        state: 'reported',
        source: 'browser',
        channel: 'co',
        reported_at: '2026-11-17T11:00:00Z',
      })
      .execute(),
  )
  await confirm(one.confirmToken)
  await confirm(two.confirmToken)
  const order = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('orders')
      .select('recipient_number')
      .where('tenant', '=', 'standard')
      .where('number', '=', 'ORDER-OF-TWO')
      .executeTakeFirstOrThrow(),
  )
  expect(order.recipient_number).toBe(one.Empfaengernummer)
})

test('the link to confirm lasts to the end of twelve weeks, the recipient token for twelve months', async () => {
  const made = await recommended(server)
  const [late, intime] = [
    await accepted(server, made.Empfehlungsnummer),
    await accepted(server, made.Empfehlungsnummer),
  ]
  const options = () =>
    server.call('GET', `/standard/empfaenger/${intime.Empfaengernummer}/praemie`, {
      token: intime.Token,
    })
  server.clock.set('2027-02-09T22:59:59Z')
  expect((await confirm(intime.confirmToken)).status).toBe(200)
  server.clock.set('2027-02-09T23:00:00Z')
  expect((await confirm(late.confirmToken)).body.ErrorCode).toBe('PSOF0205')
  // The used link still shows its owner that all is done.
  expect((await confirm(intime.confirmToken)).body.Bestaetigt).toBe(true)
  server.clock.set('2027-11-17T22:59:59Z')
  expect((await options()).status).toBe(200)
  server.clock.set('2027-11-17T23:00:00Z')
  expect((await options()).body.ErrorCode).toBe('PSOF0212')
})
