import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { openSupport } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { goodPassword, registered } from '../account/people.test-helper.ts'
import { openSession } from '../account/session.ts'
import { system } from '../base/audit-store.ts'
import type { Mail } from '../gateways/mail/mail-gateway.ts'
import { sendMail } from '../mail/send-mail.ts'
import { payDue } from '../payout/play-both.ts'
import { acceptance } from '../referral/journey.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import {
  bankData,
  ibanOf,
  makeBench,
  makeDesk,
  type Bench,
  type Desk,
} from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  desk = await makeDesk(server, bench)
})
afterEach(() => bench.expectLedger())
afterAll(() => server.stop())

/** Somebody with a session and a password, and the account's id. */
async function owner() {
  const person = await registered(server)
  const accountId = await bench.run(async (tx) => {
    const row = await tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    return row.account_id
  })
  return { ...person, accountId }
}

type Owner = Awaited<ReturnType<typeof owner>>

const remove = (
  token: string,
  body: object = { Password: goodPassword, PraemienVerfallen: true },
) => server.call('DELETE', '/standard/empfehler/delete', { token, body })
const show = (token: string) => server.call('GET', '/standard/empfehler/delete', { token })

/** Every text in the database that holds one of these words, by table. */
async function tablesThatSay(...words: string[]): Promise<string[]> {
  return bench.run(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.role_table_grants
      where table_schema = 'public' and privilege_type = 'SELECT' and table_name not like 'kysely%'`.execute(
      tx,
    )
    const found: string[] = []
    for (const { name } of rows)
      for (const word of words) {
        const hit = await sql`
          select from ${sql.table(name)} as t where row_to_json(t)::text ilike ${`%${word}%`} limit 1`.execute(
          tx,
        )
        if (hit.rows.length > 0) found.push(name)
      }
    return [...new Set(found)].toSorted()
  })
}

const wera = (person: Owner) => ({ account: { accountId: person.accountId, email: person.email } })

test('what is lost and what is still paid is shown first; without a word about it nothing is deleted', async () => {
  const person = await owner()
  const waiting = await desk.reward(wera(person))
  const taken = await desk.reward(wera(person))
  await desk.collect(taken.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(71)) })
  const referral = await bench.makeReferral({ share: 100, ...wera(person) })
  await bench.makeOrder(referral, await bench.makeRecipient(referral))
  const { body } = await show(person.token)
  expect(body.PasswortNoetig).toBe(true)
  expect(body.ErwartetCent).toBeGreaterThan(0)
  expect(body.Praemien).toMatchObject([
    { Id: waiting.id, Status: 'Bereitgestellt', Folge: 'verfaellt', Produkt: expect.any(String) },
    { Id: taken.id, Status: 'Abgeholt', Folge: 'wirdAusgezahlt' },
  ])
  const refused = await remove(person.token, { Password: goodPassword })
  expect([refused.status, refused.body.Fields[0].Field]).toEqual([400, 'PraemienVerfallen'])
  expect((await bench.readReward(waiting.id)).state).toBe('provided')
  expect((await show(person.token)).status).toBe(200)
})

test('a voucher that was chosen just before is still mailed, and its address is forgotten as soon as it is', async () => {
  const person = await owner()
  const taken = await desk.reward(wera(person))
  await desk.collect(taken.token, { PraemieId: desk.voucher })
  expect((await remove(person.token)).status).toBe(200)
  const mail = () =>
    bench.run((tx) =>
      tx
        .selectFrom('mails')
        .select(['mail_id', 'to_address', 'state'])
        .where('tenant', '=', 'standard')
        .where('dedupe_key', '=', `voucher|${taken.id}`)
        .executeTakeFirstOrThrow(),
    )
  expect(await mail()).toMatchObject({ state: 'queued', to_address: person.email })
  const sent: Mail[] = []
  const mailer = { send: async (one: Mail) => void sent.push(one), close: () => undefined }
  const renderMail = async ({ data }: { data: Record<string, unknown> }) => ({
    subject: '',
    html: '',
    text: String(data.codes),
  })
  await sendMail({ ...server.deps, renderMail }, mailer, 'standard', (await mail()).mail_id)
  expect(sent).toMatchObject([{ to: person.email, text: expect.stringMatching(/\w/) }])
  expect(await mail()).toMatchObject({ state: 'sent', to_address: '' })
})

test('the call says that it needs the password exactly where it does', async () => {
  const person = await owner()
  const byLink = await bench.run((tx) =>
    openSession(tx, server.deps, 'standard', person.accountId, { byLink: true }),
  )
  expect((await show(byLink.token)).body).toMatchObject({ PasswortNoetig: true })
  expect((await show(person.token)).body).toMatchObject({
    PasswortNoetig: false,
    PasswortVorhanden: true,
  })
  const waiting = await owner()
  await desk.reward(wera(waiting))
  expect((await show(waiting.token)).body.PasswortNoetig).toBe(true)
  const bare = ({ token }: Owner) => server.call('DELETE', '/standard/empfehler/delete', { token })
  expect((await bare(waiting)).body.Fields).toMatchObject([
    { Field: 'Password' },
    { Field: 'PraemienVerfallen' },
  ])
  expect((await bare(person)).status).toBe(200)
})

test('a wrong password deletes nothing, and cannot be guessed', async () => {
  const person = await owner()
  const answer = await remove(person.token, { Password: 'falsch' })
  expect([answer.status, answer.body.ErrorCode]).toEqual([400, 'PSOF0201'])
  for (let index = 0; index < 9; index += 1) await remove(person.token, { Password: 'falsch' })
  expect((await remove(person.token)).status).toBe(429)
})

test('a session that a mailed link opened deletes no account that has a password without it, be there rewards or not', async () => {
  const person = await owner()
  const { token } = await bench.run((tx) =>
    openSession(tx, server.deps, 'standard', person.accountId, { byLink: true }),
  )
  const without = () => server.call('DELETE', '/standard/empfehler/delete', { token })
  for (const answer of [await without(), await remove(token, { PraemienVerfallen: true })])
    expect([answer.status, answer.body.Fields]).toMatchObject([400, [{ Field: 'Password' }]])
  expect((await remove(token, { Password: goodPassword })).status).toBe(200)
})

test('a support session deletes nothing', async () => {
  const person = await owner()
  const support = await openSupport(server, person.accountId)
  expect((await remove(support)).status).toBe(403)
  expect((await show(person.token)).status).toBe(200)
})

test('nothing personal is left but the payment, which is made and stays without the account', async () => {
  const person = await owner()
  const { email, token } = person
  await bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ last_name: 'Quittenbaum' })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', person.accountId)
      .execute(),
  )
  await server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bankData(ibanOf(72)) })
  const lost = await desk.reward(wera(person))
  const owed = await desk.reward(wera(person))
  await desk.collect(owed.token, {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(73), 'Mara Quittenbaum'),
  })
  expect((await remove(token)).status).toBe(200)
  expect((await bench.readReward(lost.id)).state).toBe('cancelled')
  // Only the mail that says so knows the address, until it is sent.
  expect(await tablesThatSay(email)).toEqual(['mails'])
  expect((await queuedMails(server, 'standard', email)).map(({ template }) => template)).toEqual([
    'accountDeleted',
  ])
  expect(await tablesThatSay('Quittenbaum')).toEqual(['reward_bank_data'])
  server.clock.advance('P30D')
  expect(await payDue(server.deps, 'standard', system)).not.toBeNull()
  await runSweeps(server.deps)
  expect(await tablesThatSay('Quittenbaum')).toEqual(['payouts'])
  const kept = await bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .select(['cents', 'iban_mask'])
      .where('tenant', '=', 'standard')
      .where('holder', '=', 'Mara Quittenbaum')
      .execute(),
  )
  expect(kept).toEqual([{ cents: owed.rewards[0]!.cents, iban_mask: expect.stringContaining('*') }])
  expect((await bench.readReward(owed.id)).account_id).toBeNull()
  server.clock.set('2026-11-17T11:00:00Z')
})

test('whoever is deleted is logged out everywhere, can be registered anew, and is a stranger then', async () => {
  const person = await owner()
  const login = () =>
    server.call('POST', '/standard/account/login', {
      body: { Email: person.email, Password: goodPassword },
    })
  const other = (await login()).body.Token
  const reward = await desk.reward(wera(person))
  await remove(person.token)
  for (const token of [person.token, other])
    expect((await server.call('GET', '/standard/account/user', { token })).body.ErrorCode).toBe(
      'PSOF0204',
    )
  expect((await login()).body.ErrorCode).toBe('PSOF0201')
  expect((await desk.show(reward.token)).body.ErrorCode).toBe('PSOF0402')
  const again = await registered(server, 'standard', person.email)
  const list = await server.call('GET', '/standard/empfehler/empfehlungen?kulanz=1', {
    token: again.token,
  })
  expect(list.body).toEqual([])
})

test('of twenty deletions and collections at once each reward is lost or paid, never both', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => owner()))
  const made = []
  for (const person of people) made.push({ person, reward: await desk.reward(wera(person)) })
  await Promise.all(
    made.flatMap(({ person, reward }, index) => [
      desk.collect(reward.token, {
        PraemieId: desk.cash,
        Bankdaten: bankData(ibanOf(100 + index)),
      }),
      remove(person.token),
      remove(person.token),
    ]),
  )
  for (const { person, reward } of made) {
    const { state, account_id } = await bench.readReward(reward.id)
    expect(['collected', 'cancelled']).toContain(state)
    expect(account_id).toBeNull()
    expect(
      (await queuedMails(server, 'standard', person.email)).map(({ template }) => template),
    ).toEqual(['accountDeleted'])
  }
})

test('referrals end for everybody new, and who accepted goes on to the contract and the reward', async () => {
  const person = await owner()
  const referral = await bench.makeReferral({ share: 50, ...wera(person) })
  const recipient = await bench.makeRecipient(referral)
  const early = await bench.makeOrder(referral, recipient)
  await remove(person.token)
  const path = `/standard/empfehlen/${referral.number}`
  expect((await server.call('GET', path)).body).toMatchObject({
    Status: 'Storniert',
    Empfehler: { Vorname: '' },
  })
  const click = await server.call('GET', `/standard/empfehlen/click/${referral.number}`)
  expect(click.headers.location).toContain('grund=storniert')
  const refused = await server.call('POST', `/standard/empfaenger/create/${referral.number}`, {
    body: acceptance('zu.spaet@post.example'),
  })
  expect(refused.body.ErrorCode).toBe('PSOF0307')
  const link = `/standard/empfehlung/${referral.number}/produkt/produktlink`
  expect((await server.call('GET', `${link}?empfaengernummer=${recipient.number}`)).status).toBe(
    200,
  )
  expect((await server.call('GET', link)).status).toBe(410)
  // A contract from before, and one that is concluded now: the contact gets their part, and nobody the referrer's.
  const late = await bench.makeOrder(referral, recipient, {
    productExternalId: bench.products[2]!.external_id,
  })
  for (const order of [early, late]) {
    await bench.release(order)
    const rewards = await bench.readRewards(order)
    expect(rewards.map(({ beneficiary, state }) => [beneficiary, state])).toEqual([
      ['recipient', 'open'],
    ])
  }
  await runSweeps(server.deps)
  expect((await bench.readRewards(early))[0]?.state).toBe('provided')
  expect(await bench.stateOf('referrals', referral.number)).toBe('cancelled')
})

test('a release and a deletion at once leave no reward to a deleted account', async () => {
  for (let round = 0; round < 5; round += 1) {
    const person = await owner()
    const referral = await bench.makeReferral({ share: 50, ...wera(person) })
    const order = await bench.makeOrder(referral, await bench.makeRecipient(referral))
    await Promise.all([bench.release(order), remove(person.token)])
    const rewards = await bench.readRewards(order)
    for (const one of rewards.filter(({ beneficiary }) => beneficiary === 'referrer'))
      expect([one.account_id, one.state]).toEqual([null, 'cancelled'])
    expect(rewards.find(({ beneficiary }) => beneficiary === 'recipient')?.state).toBe('open')
  }
})
