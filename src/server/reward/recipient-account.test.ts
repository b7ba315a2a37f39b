import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { reopenReward } from '../payout/reopen-reward.ts'
import { accepted, recommended } from '../referral/journey.test-helper.ts'
import { cancelOrder } from './cancel-order.ts'
import { importOrder } from './import-order.ts'
import { runRewardSweeps } from './jobs.ts'
import { provideRewards } from './provide-rewards.ts'
import { bankData, ibanOf, type Bench, type Desk, useRewards } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})

const call = (method: string, path: string, token: string, body?: unknown) =>
  server.call(method, `/standard/empfaenger/${path}`, { token, ...(body ? { body } : {}) })
const erase = (token: string) => call('DELETE', 'daten', token)
const bank = (token: string, iban: string, holder?: string) =>
  call('POST', 'bankdaten', token, bankData(iban, holder))

/** As if the queued mails of the tenant had been sent. */
const sendMails = () =>
  bench.run((tx) =>
    sql`update mails set state = 'sent', sent_at = created_at where tenant = 'standard' and state = 'queued'`.execute(
      tx,
    ),
  )
const mailsAbout = (rewardId: string) =>
  bench.run(async (tx) => {
    const { rows } = await sql<{ template: string; state: string; to_address: string }>`
      select template, state, to_address from mails
      where tenant = 'standard' and split_part(dedupe_key, '|', 2) = ${rewardId} order by mail_id`.execute(
      tx,
    )
    return rows
  })

/** A recipient whose reward waits, and their token. */
async function rewarded(share = 0) {
  const made = await bench.makeReward({ share })
  const mine = made.rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
  return { ...made, mine, token: await bench.token('recipient', made.recipient.number) }
}

/** A recipient of a referral, without a contract. */
async function plain(options: Parameters<Bench['makeRecipient']>[1] = {}) {
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral, options)
  return { referral, ...recipient, token: await bench.token('recipient', recipient.number) }
}

/** How many transactions wait for a lock of another. */
const countWaiting = () =>
  bench.run(async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_locks where not granted`.execute(tx)
    return Number(rows[0]?.count ?? 0)
  })

/** In which tables an address stands; the ledger and the audit log never do. */
async function tablesThatSay(text: string): Promise<string[]> {
  return bench.run(async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.role_table_grants
      where table_schema = 'public' and privilege_type = 'SELECT' and table_name not like 'kysely%'`.execute(
      tx,
    )
    const found: string[] = []
    for (const { name } of rows) {
      const hit = await sql`
        select from ${sql.table(name)} as t where row_to_json(t)::text ilike ${`%${text}%`} limit 1`.execute(
        tx,
      )
      if (hit.rows.length > 0) found.push(name)
    }
    return found.toSorted()
  })
}

test('the recipient token is swapped for the token of the own reward, which can be chosen then', async () => {
  const { token, mine } = await rewarded()
  const opened = await call('POST', 'praemierung', token)
  expect(opened.status).toBe(201)
  expect((await desk.show(opened.body.Token)).body).toMatchObject({
    Id: mine.reward_id,
    Status: 'Bereitgestellt',
    Beguenstigter: 'Empfaenger',
  })
  expect((await desk.collect(opened.body.Token, { PraemieId: desk.voucher })).status).toBe(200)
  expect((await call('GET', 'daten', token)).body.Praemie.Status).toBe('Ausgezahlt')
})

test('whoever has no reward has none to open, and no account is asked for', async () => {
  const { token } = await plain()
  expect((await call('POST', 'praemierung', token)).body.ErrorCode).toBe('PSOF0308')
  expect((await bank(token, ibanOf(900))).body.ErrorCode).toBe('PSOF0308')
})

test('bank data of a recipient collect the reward that waits, once, by the rules of the reward page', async () => {
  const { token, mine, recipient } = await rewarded()
  expect((await bank(token, 'DE00370400440532013000')).body.ErrorCode).toBe('PSOF0404')
  const answers = await Promise.all([1, 2, 3].map(() => bank(token, ibanOf(901))))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers[0]!.body).toMatchObject({ Id: mine.reward_id, Status: 'Abgeholt' })
  expect((await bank(token, ibanOf(902))).body.ErrorCode).toBe('PSOF0401')
  const mails = (await bench.mails('rewardCollected')).filter(
    ({ to_address }) => to_address === recipient.email,
  )
  expect(mails).toHaveLength(1)
  expect((await call('GET', 'daten', token)).body).toMatchObject({
    WartetAuf: 'payout',
    Praemie: { Status: 'Abgeholt', IbanMaskiert: expect.stringMatching(/^DE\d\d \*{4}/) },
  })
})

test('the own page tells each step, what it waits for and until when', async () => {
  const referral = await bench.makeReferral({ share: 0 })
  const recipient = await bench.makeRecipient(referral)
  const token = await bench.token('recipient', recipient.number)
  const standing = async () => {
    const { Schritt, WartetAuf, NaechsterTermin, Praemie, BleibtFuer } = (
      await call('GET', 'daten', token)
    ).body
    return { Schritt, WartetAuf, NaechsterTermin, Praemie: Praemie?.Status, BleibtFuer }
  }
  expect(await standing()).toEqual({
    Schritt: 'contract-concluded',
    WartetAuf: 'conclude-contract',
    BleibtFuer: [],
  })
  const order = await bench.makeOrder(referral, recipient)
  expect(await standing()).toEqual({
    Schritt: 'reward-received',
    WartetAuf: 'complaint-period',
    NaechsterTermin: '2026-12-02',
    BleibtFuer: ['vertrag'],
  })
  await bench.release(order)
  await runRewardSweeps(server.deps, 'standard')
  expect(await standing()).toEqual({
    Schritt: 'reward-received',
    WartetAuf: 'choose-reward',
    NaechsterTermin: '2027-11-17',
    Praemie: 'Bereitgestellt',
    BleibtFuer: ['praemie'],
  })
})

test('without a contract a recipient is forgotten at once, with every trace, and the referral is open again', async () => {
  const { token, number, email, referral } = await plain()
  expect((await erase(token)).body).toEqual({ Geloescht: true, BleibtFuer: [] })
  expect(await tablesThatSay(email)).toEqual([])
  expect(await bench.stateOf('referrals', referral.number)).toBe('open')
  expect((await call('GET', 'daten', token)).body.ErrorCode).toBe('PSOF0212')
  // A contract that the provider reports afterwards finds nobody.
  const late = await bench.feed(bench.line(referral, { recipientNumber: number }))
  expect(late).toMatchObject({ kind: 'failed', error: 'not-found' })
})

test('with a contract or an open reward the data wait, what is not needed goes, and the reward is still paid', async () => {
  const { token, mine, recipient } = await rewarded()
  await bench.run((tx) =>
    sql`update recipients set phone = '089', birth_date = '1990-01-01', advertising = true
      where tenant = 'standard' and number = ${recipient.number}`.execute(tx),
  )
  expect((await erase(token)).body).toEqual({ Geloescht: false, BleibtFuer: ['praemie'] })
  expect((await erase(token)).body.Geloescht).toBe(false)
  expect((await call('GET', 'daten', token)).body).toMatchObject({
    Email: recipient.email,
    Telefon: null,
    Geburtsdatum: null,
    Werbeeinwilligung: false,
    LoeschungGewuenschtAm: '2026-11-17',
  })
  await runRewardSweeps(server.deps, 'standard')
  expect(await bench.stateOf('recipients', recipient.number)).toBe('confirmed')

  const opened = await call('POST', 'praemierung', token)
  await desk.collect(opened.body.Token, { PraemieId: desk.voucher })
  expect((await bench.readReward(mine.reward_id)).state).toBe('paid')
  await sendMails()
  for (let round = 0; round < 2; round++) await runRewardSweeps(server.deps, 'standard')
  expect(await bench.stateOf('recipients', recipient.number)).toBe('withdrawn')
  expect(await tablesThatSay(recipient.email)).not.toContain('recipients')
  expect((await call('GET', 'daten', token)).body.ErrorCode).toBe('PSOF0212')
})

test('a voucher that is paid but not mailed yet keeps its recipient until the code is out', async () => {
  const { token, mine, recipient } = await rewarded()
  const opened = await call('POST', 'praemierung', token)
  await desk.collect(opened.body.Token, { PraemieId: desk.voucher })
  expect((await call('GET', 'daten', token)).body.BleibtFuer).toEqual(['praemie'])
  expect((await erase(token)).body).toEqual({ Geloescht: false, BleibtFuer: ['praemie'] })
  await runRewardSweeps(server.deps, 'standard')
  expect(await mailsAbout(mine.reward_id)).toContainEqual({
    template: 'voucher',
    state: 'queued',
    to_address: recipient.email,
  })
  await sendMails()
  await runRewardSweeps(server.deps, 'standard')
  expect(await bench.stateOf('recipients', recipient.number)).toBe('withdrawn')
  expect(await tablesThatSay(recipient.email)).toEqual([])
})

test('deleting an entry with a stranger’s address does not touch that stranger’s mails', async () => {
  const { mine, recipient } = await rewarded()
  const opened = await bench.token('reward', mine.reward_id)
  await desk.collect(opened, { PraemieId: desk.voucher })
  const before = await mailsAbout(mine.reward_id)
  expect(before.map(({ template, state }) => [template, state])).toEqual([
    ['rewardReady', 'queued'],
    ['voucher', 'queued'],
  ])
  const { Empfehlungsnummer } = await recommended(server)
  const typed = await accepted(server, Empfehlungsnummer, recipient.email)
  expect((await erase(typed.Token)).body).toEqual({ Geloescht: true, BleibtFuer: [] })
  expect(await mailsAbout(mine.reward_id)).toEqual(before)
})

test('mails that asked a recipient for other bank data, or took a claim back, go with the rest', async () => {
  const { token, mine, recipient } = await rewarded()
  await bank(token, ibanOf(905), 'Konny Kontakt')
  await bench.run((tx) =>
    reopenReward(tx, server.deps, bench.tenant, {
      reward: { reward_id: mine.reward_id, cents: mine.cents, provisions: 1 },
      from: 'collected',
      event: null,
      eventKey: 'payout-rejected',
      reasonCode: 'AC04',
      actor: system,
    }),
  )
  const opened = await bench.token('reward', mine.reward_id)
  await desk.collect(opened, { PraemieId: desk.voucher })
  await sendMails()
  expect((await mailsAbout(mine.reward_id)).map(({ template }) => template)).toContain(
    'bankDataNeeded',
  )
  expect((await erase(token)).body.Geloescht).toBe(true)
  expect(await tablesThatSay(recipient.email)).toEqual([])
})

test('a cancelled contract lets go of who asked for deletion, and mails nobody', async () => {
  const referral = await bench.makeReferral({ share: 0 })
  const recipient = await bench.makeRecipient(referral)
  const token = await bench.token('recipient', recipient.number)
  const order = await bench.makeOrder(referral, recipient)
  expect((await erase(token)).body).toEqual({ Geloescht: false, BleibtFuer: ['vertrag'] })
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, order, system))
  await runRewardSweeps(server.deps, 'standard')
  expect(await bench.stateOf('recipients', recipient.number)).toBe('withdrawn')
  expect(await tablesThatSay(recipient.email)).toEqual([])
})

test('a contract that arrives while its person leaves is kept or refused, never half', async () => {
  for (let round = 0; round < 6; round++) {
    const { token, number, referral } = await plain()
    const [left, order] = await Promise.all([
      erase(token),
      bench.feed(bench.line(referral, { recipientNumber: number })),
    ])
    expect(left.status).toBe(200)
    expect(left.body.Geloescht).toBe(order.kind === 'failed')
  }
})

test('a contract that a browser reported and the provider confirms while its person leaves is kept or refused, never half', async () => {
  for (let round = 0; round < 12; round++) {
    const { token, number, referral } = await plain()
    const report = await server.call('POST', '/standard/tracking/abschliessen/?channel=co', {
      ip: `198.51.100.${round + 1}`,
      body: { empfehlungsnummer: referral.number, empfaengernummer: number },
    })
    expect(report.status).toBe(201)
    const [left, order] = await Promise.all([
      erase(token),
      bench.feed(bench.line(referral, { recipientNumber: number })),
    ])
    expect(left.status).toBe(200)
    expect(left.body.Geloescht).toBe(order.kind === 'failed')
  }
})

test('a deletion during the confirmation of a contract waits for it and is then postponed', async () => {
  const { token, number, referral } = await plain()
  await server.call('POST', '/standard/tracking/abschliessen/?channel=co', {
    body: { empfehlungsnummer: referral.number, empfaengernummer: number },
  })
  const line = bench.line(referral, { recipientNumber: number })
  const confirmed = Promise.withResolvers<void>()
  const waited = Promise.withResolvers<void>()
  const feed = bench.run(async (tx) => {
    const recorded = await importOrder(tx, server.deps, bench.tenant, line, 'feed', system)
    confirmed.resolve()
    await waited.promise
    return recorded
  })
  await confirmed.promise
  const left = erase(token)
  await expect.poll(() => countWaiting()).toBeGreaterThan(0)
  waited.resolve()
  expect((await feed).kind).toBe('new')
  expect((await left).body).toEqual({ Geloescht: false, BleibtFuer: ['vertrag'] })
})

test('a reward whose contact is gone is cancelled, and keeps no other from being provided', async () => {
  const referral = await bench.makeReferral({ share: 0 })
  const recipient = await bench.makeRecipient(referral)
  const order = await bench.makeOrder(referral, recipient)
  await bench.release(order)
  await bench.run((tx) =>
    sql`update recipients set state = 'withdrawn', email = ''
      where tenant = 'standard' and number = ${recipient.number}`.execute(tx),
  )
  const other = await bench.makeReferral({ share: 0 })
  const fine = await bench.makeOrder(other, await bench.makeRecipient(other))
  await bench.release(fine)
  for (let round = 0; round < 2; round++) await provideRewards(server.deps, bench.tenant, {})
  expect((await bench.readRewards(order)).map(({ state }) => state)).toEqual(['cancelled'])
  expect((await bench.readRewards(fine)).map(({ state }) => state)).toEqual(['provided'])
})

test('whoever only typed the address sees neither amount nor account of the reward', async () => {
  const { token, recipient } = await rewarded()
  await bank(token, ibanOf(905), 'Konny Kontakt')
  const typed = await bench.run(async (tx) => {
    const { deps, clock } = server
    const expiresAt = clock.now().add({ hours: 24 })
    const issued = await issueToken(tx, deps.keys, 'standard', {
      kind: 'recipient',
      subject: recipient.number,
      now: clock.now(),
      expiresAt,
      uses: null,
    })
    return issued.text
  })
  const { body } = await call('GET', 'daten', typed)
  expect(body).toMatchObject({ Nachgewiesen: false, Praemie: null, WartetAuf: 'payout' })
  expect(body).not.toHaveProperty('NaechsterTermin')
  expect(JSON.stringify(body)).not.toMatch(/DE\d\d|Konny/)
})

test('everything that is kept about a recipient is in the file, and nothing of the referrer', async () => {
  const { token, recipient, referral, mine } = await rewarded()
  await bank(token, ibanOf(904), 'Konny Kontakt')
  const { status, body, headers } = await call('GET', 'export', token)
  expect(status).toBe(200)
  expect(headers['content-disposition']).toBe(
    'attachment; filename="standard-meine-daten-2026-11-17.json"',
  )
  expect(body).toMatchObject({
    Person: { Empfaengernummer: recipient.number, Email: recipient.email, Vorname: 'Konny' },
    Auftraege: [{ Status: expect.any(String), Vertragsdatum: '2026-11-17' }],
    Praemierungen: [
      { Id: mine.reward_id, Status: 'Abgeholt', Art: 'Geld', Kontoinhaber: 'Konny Kontakt' },
    ],
  })
  expect(JSON.stringify(body)).not.toContain(referral.email)
  expect(JSON.stringify(body)).not.toContain(ibanOf(904))
})

test('the mail about money that was asked for by the button of the own page leads on for as long as every mail does', async () => {
  const { token, mine } = await rewarded()
  const opened = await call('POST', 'praemierung', token)
  expect(opened.status).toBe(201)
  const collected = await desk.collect(opened.body.Token, {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(71), 'Kim Kontakt'),
  })
  expect(collected.status).toBe(200)
  const { data } = (await bench.mails('rewardCollected')).at(-1)!
  const { link } = (data as { link: { link: { token: { id: string } } } }).link
  const { rows } = await bench.run((tx) =>
    sql<{ subject: string; days: number }>`
      select subject, extract(epoch from expires_at - created_at) / 86400 as days from tokens
      where tenant = 'standard' and token_id = ${link.token.id}`.execute(tx),
  )
  expect(rows[0]!.subject).toBe(mine.reward_id)
  expect(Number(rows[0]!.days)).toBeGreaterThan(30)
})
