import { expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { settingSections } from '../../domain/tenant-settings.ts'
import { system } from '../base/audit-store.ts'
import { reopenReward } from '../payout/reopen-reward.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { checkNewEmail } from './refuse-email.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

const Grund = 'Anruf von heute'
let made = 0
const operator = () => makeOperator(server, `bericht${++made}@betrieb.example`, ['support'])
const call = (method: string, path: string, token: string, body?: object) =>
  server.call(method, `/standard/betrieb/personen/${path}`, { token, ...(body ? { body } : {}) })
const page = async (id: string, token: string) => (await call('GET', id, token)).body
const press = (Token: string) => server.call('PUT', '/standard/account/email', { body: { Token } })
const log = (subject: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .orderBy('number')
      .execute(),
  )
const stateOf = async (number: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('recipients')
      .select(['email', 'state', 'first_name'])
      .where('tenant', '=', 'standard')
      .where('number', '=', number)
      .executeTakeFirstOrThrow(),
  )

test('a contact’s name is corrected in all entries, once per version, without the names in the log', async () => {
  const { token } = await operator()
  const first = await bench.makeRecipient(await bench.makeReferral())
  const second = await bench.makeRecipient(await bench.makeReferral(), { email: first.email })
  const { Id, Version } = await page(first.number, token)
  const rename = (Vorname: string) =>
    call('PUT', `${Id}/name`, token, { Version, Vorname, Nachname: 'Richtig', Grund })
  const answers = await Promise.all([rename('Karla'), rename('Clara')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const winner = answers[0]!.status === 200 ? 'Karla' : 'Clara'
  for (const { number } of [first, second]) expect((await stateOf(number)).first_name).toBe(winner)
  expect((await page(Id, token)).Name).toBe(`${winner} Richtig`)
  const rows = (await log(Id)).filter(({ action }) => action === 'correct-name')
  expect(rows).toMatchObject([{ reason: Grund }])
  expect(JSON.stringify(rows)).not.toContain('Richtig')
})

test('a contact’s corrected address has to prove itself, confirms what waited, holds what is earned, and the old one is told', async () => {
  const { token } = await operator()
  const { recipient, rewards } = await bench.makeReward({ share: 0 })
  const waiting = await bench.makeRecipient(await bench.makeReferral(), {
    email: recipient.email,
    state: 'accepted',
  })
  const old = await bench.token('recipient', recipient.number)
  const { Id, Version } = await page(recipient.number, token)
  const wish = (Email: string, version = Version) =>
    call('PUT', `${Id}/email`, token, { Version: version, Email, Grund })
  expect((await wish('kontakt.neu@post.example', Version + 1)).body.ErrorCode).toBe('PSOF0707')
  expect((await wish('kontakt.neu@post.example')).status).toBe(200)
  expect((await stateOf(waiting.number)).email).toBe(recipient.email)
  const objection = await mailedToken(server, 'standard', recipient.email, 'oldEmail')
  const link = await mailedToken(server, 'standard', 'kontakt.neu@post.example', 'newEmail')
  expect((await press(link)).body).toEqual({ Art: 'neu', NeuesPasswort: false, Kontakt: true })
  for (const { number } of [recipient, waiting])
    expect(await stateOf(number)).toMatchObject({
      email: 'kontakt.neu@post.example',
      state: 'confirmed',
    })
  const [mine] = rewards.filter(({ beneficiary }) => beneficiary === 'recipient')
  expect(await bench.readReward(mine!.reward_id)).toMatchObject({
    review: 'held',
    review_reasons: ['by-hand'],
  })
  expect((await server.call('GET', '/standard/empfaenger/daten', { token: old })).status).toBe(403)
  const templates = (await bench.mails()).map(({ template, to_address }) => [template, to_address])
  expect(templates).toContainEqual(['emailChanged', recipient.email])
  expect(templates).toContainEqual(['acceptedBefore', 'kontakt.neu@post.example'])
  expect((await press(link)).body.ErrorCode).toBe('PSOF0206')
  // Too late: a person looks at it, nothing changes by itself.
  expect((await press(objection)).body.Art).toBe('zu-spaet')
  expect((await stateOf(recipient.number)).email).toBe('kontakt.neu@post.example')
  const actions = (await log(Id)).map(({ action, actor_kind }) => `${actor_kind} ${action}`)
  expect(actions).toEqual(
    expect.arrayContaining([
      'operator ask-for-new-email',
      'recipient change-email',
      'recipient object-to-new-email',
    ]),
  )
})

test('who corrected the address that holds a reward does not decide its review, held before or not; somebody else does', async () => {
  const roles = (name: string) => makeOperator(server, name, ['support', 'reviewer'])
  const both = await roles('beides@betrieb.example')
  const other = await roles('andere@betrieb.example')
  for (const isHeldBefore of [false, true]) {
    const { recipient, rewards } = await bench.makeReward({ share: 0 })
    const { reward_id } = rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
    const at = `/standard/betrieb/pruefungen/${reward_id}`
    const hold = { Version: (await bench.readReward(reward_id)).version, Grund }
    if (isHeldBefore) {
      const held = await server.call('PUT', `/standard/betrieb/praemien/${reward_id}/halten`, {
        token: both.token,
        body: hold,
      })
      expect(held.status).toBe(200)
    }
    const { Id, Version } = await page(recipient.number, both.token)
    const Email = `${made}.eigener.freund${isHeldBefore}@post.example`
    expect((await call('PUT', `${Id}/email`, both.token, { Version, Email, Grund })).status).toBe(
      200,
    )
    await press(await mailedToken(server, 'standard', Email, 'newEmail'))
    const look = async (token: string) => (await server.call('GET', at, { token })).body
    expect((await look(both.token)).EigenerZweifel).toBe(true)
    const decide = async (token: string, verdict: object) => {
      const { Version } = await look(token)
      return server.call('PUT', `${at}/entscheidung`, { token, body: { Version, ...verdict } })
    }
    const approve = { Entscheidung: 'anerkannt', Grund: 'doubt-cleared' }
    expect((await decide(both.token, approve)).body.ErrorCode).toBe('PSOF0708')
    expect((await look(other.token)).EigenerZweifel).toBe(false)
    expect((await decide(other.token, approve)).status).toBe(200)
  }
})

test('what the bank gives back after a contact’s corrected address is held, too', async () => {
  const { token } = await operator()
  const { recipient, rewards } = await bench.makeReward({ share: 0 })
  const { reward_id, cents } = rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
  const set = (values: Record<string, string>) =>
    bench.run((tx) =>
      tx
        .updateTable('rewards')
        .set(values)
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', reward_id)
        .execute(),
    )
  const { Id, Version } = await page(recipient.number, token)
  const Email = 'nach.der.zahlung@post.example'
  await set({ state: 'collected', collected_at: server.clock.now().toString() })
  await call('PUT', `${Id}/email`, token, { Version, Email, Grund })
  await press(await mailedToken(server, 'standard', Email, 'newEmail'))
  // As if it had been at the bank, where nothing is held.
  await set({ review: 'none' })
  await bench.run((tx) =>
    reopenReward(tx, server.deps, bench.tenant, {
      reward: { reward_id, cents, provisions: 1 },
      from: 'collected',
      event: null,
      eventKey: 'payout-rejected',
      reasonCode: 'AC04',
      actor: system,
    }),
  )
  expect(await bench.readReward(reward_id)).toMatchObject({ state: 'provided', review: 'held' })
})

test('the old address of a contact objects in time, and the link to the new one ends', async () => {
  const { token } = await operator()
  const { number, email } = await bench.makeRecipient(await bench.makeReferral())
  const { Version } = await page(number, token)
  await call('PUT', `${number}/email`, token, {
    Version,
    Email: 'dieb@post.example',
    Grund,
  })
  const link = await mailedToken(server, 'standard', 'dieb@post.example', 'newEmail')
  expect(
    (await press(await mailedToken(server, 'standard', email, 'oldEmail'))).body,
  ).toMatchObject({ Art: 'widerspruch', Kontakt: true })
  expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
  expect((await stateOf(number)).email).toBe(email)
})

test('a refused address says what it is', async () => {
  const { token } = await operator()
  const referral = await bench.makeReferral()
  const [{ number }, other] = [
    await bench.makeRecipient(referral),
    await bench.makeRecipient(referral),
  ]
  const [account, proven] = [await bench.makeAccount(), await bench.makeAccount()]
  await bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', proven.accountId)
      .execute(),
  )
  const wish = async (id: string, Email: string) => {
    const { Version } = await page(id, token)
    const { body } = await call('PUT', `${id}/email`, token, { Version, Email, Grund })
    return [body.ErrorCode, body.Fields?.[0]?.Message]
  }
  const tenant = await server.deps.tenants.get('standard')
  const blocked = tenant.blockedEmails.single[0] ?? null
  for (const [id, email, code, text] of [
    [number, referral.email, 'PSOF0305', /empfohlen hat/],
    [number, other.email, 'PSOF0302', /schon bestätigt/],
    [account.accountId, proven.email, 'PSOF0101', /anderen Konto/],
    [account.accountId, account.email, 'PSOF0101', /ist es schon/],
    ...(blocked ? [[number, blocked, 'PSOF0210', /Sperrliste/] as const] : []),
  ] as const)
    expect([email, ...(await wish(id, email))]).toEqual([email, code, expect.stringMatching(text)])
})

test('where only listed addresses recommend, support reads who changes the list, which no form of the settings has', async () => {
  const tenant = await server.deps.tenants.get('standard')
  const paths = Object.values(settingSections).flatMap((all) => all.map(({ path }) => path))
  expect(paths.filter((path) => /whitelist|blockedEmails/i.test(path))).toEqual([])
  const caller = { kind: 'operator' } as never
  const refused = bench.run((tx) =>
    checkNewEmail(
      tx,
      { tenant: { ...tenant, emailWhitelist: ['*@firma.example'] }, caller, locale: 'de' },
      [],
      'fremd@post.example',
    ),
  )
  await expect(refused).rejects.toMatchObject({
    failure: {
      name: 'email-not-allowed',
      fields: [{ message: expect.stringMatching(/Die Datei ändert die Plattform\.$/) }],
    },
  })
})

test('no person gets the mailbox of anybody who works there', async () => {
  const { token } = await operator()
  const admin = await makeOperator(server, 'leitung@betrieb.example', ['tenant-admin'])
  const elsewhere = await makeOperator(server, 'fern@betrieb.example', ['support'], 'telko')
  const referral = await bench.makeReferral()
  const { number } = await bench.makeRecipient(referral)
  const ask = async (id: string, Email: string) => {
    const { Id, Version } = await page(id, token)
    return call('PUT', `${Id}/email`, token, { Version, Email, Grund })
  }
  for (const id of [referral.accountId, number]) {
    const { status, body } = await ask(id, admin.email.replace('@', '+neu@'))
    expect(status).toBe(400)
    expect(JSON.stringify(body)).toContain('jemandem, der hier arbeitet')
  }
  expect((await ask(number, elsewhere.email)).status).toBe(200)
})
