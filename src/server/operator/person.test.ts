import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { makeCommandToken } from '../../../test/helpers/command-token.ts'
import { makeOperator, tenantRoles } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { withTenant } from '../db/connection.ts'
import { deleteUnconfirmedAccounts } from '../referral/jobs.ts'
import { saveBankAccount } from '../reward/bank-store.ts'
import { accountPlace, sealBankData } from '../reward/check-bank-data.ts'
import { ibanOf, useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { readOperator } from '../team/session.ts'
import { endGrantOf, insertGrant } from '../team/store.ts'
import { erasePerson } from './erase-person.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

let made = 0
const operator = (roles: readonly OperatorRole[] = ['support'], tenant = 'standard') =>
  makeOperator(server, `dienst${++made}@betrieb.example`, roles, tenant)
const call = async (
  method: string,
  path: string,
  token: string,
  body?: object,
  tenant = 'standard',
) =>
  server.call(method, `/${tenant}/betrieb/personen/${path}`, { token, ...(body ? { body } : {}) })
const Grund = 'Anruf von heute'
const log = (subject: string) =>
  bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'actor_kind', 'actor_id', 'reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', subject)
      .orderBy('number')
      .execute(),
  )

test('a person’s page says why there is no money, until when and who decides', async () => {
  const { token } = await operator()
  const { referral, recipient } = await bench.makeReward({ share: 50 })
  const { status, body } = await call('GET', referral.accountId, token)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    Id: referral.accountId,
    Eigener: false,
    Name: 'Wera Werber',
    Zuerst: { Warum: 'collect', Entscheidet: 'person', Naechstes: 'reward-mail', Anzahl: 1 },
    OffeneMails: ['reward', 'access'],
  })
  expect(body.Email).toMatch(/^w\*\*\*@post\.example$/)
  expect(JSON.stringify(body)).not.toContain(referral.email)
  const kinds = body.Ereignisse.map((event: { Art: string }) => event.Art)
  expect(kinds).toEqual(
    expect.arrayContaining([
      'account-created',
      'referral-made',
      'contact-confirmed',
      'order-released',
      'reward-earned',
      'reward-provided',
      'mail-queued',
    ]),
  )
  const earned = body.Ereignisse.find((event: { Art: string }) => event.Art === 'reward-earned')
  expect(earned.Bestanden).toContain('existing-customer')
  const event = (page: any, kind: string) =>
    page.Ereignisse.find(({ Art }: { Art: string }) => Art === kind)
  expect(event(body, 'contact-confirmed')).toMatchObject({
    Nummer: recipient.number,
    Grund: expect.stringMatching(/^\S+ \S+$/),
  })
  // The contact has a page of their own, by their number.
  const contact = await call('GET', recipient.number, token)
  expect(contact.body).toMatchObject({
    Id: recipient.number,
    Konto: null,
    Kontakte: [{ Nummer: recipient.number, EmpfehlerVorname: 'Wera' }],
    Zuerst: { Warum: 'collect' },
  })
  expect(event(contact.body, 'accepted')).toMatchObject({
    Einzelheit: referral.accountId,
    Grund: 'Wera Werber',
  })
})

test('a contact whose referrer shared nothing waits for nothing, and their contract counted', async () => {
  const { token } = await operator()
  const { referral, recipient, rewards } = await bench.makeReward({ share: 100 })
  const contact = await call('GET', recipient.number, token)
  expect(contact.body.Zuerst).toMatchObject({ Warum: 'kept', Cent: null, Entscheidet: 'nobody' })
  await bench.run((tx) =>
    tx
      .updateTable('rewards')
      .set({
        state: 'collected',
        taken_as: 'cash',
        due_on: '2020-01-02',
        collected_at: rewards[0]!.provided_at!.toString(),
      })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', rewards[0]!.reward_id)
      .execute(),
  )
  const { body } = await call('GET', referral.accountId, token)
  expect(body.Zuerst).toMatchObject({
    Warum: 'due-late',
    Bis: '2020-01-02',
    Entscheidet: 'payouts',
  })
  expect(body.Zuerst.TageUeberfaellig).toBeGreaterThan(1_000)
})

test('account and contacts of one address are one page, whichever leads to it', async () => {
  const { token } = await operator()
  const account = await bench.makeAccount()
  const contact = await bench.makeRecipient(await bench.makeReferral(), { email: account.email })
  const [byContact, byAccount] = [
    await call('GET', contact.number, token),
    await call('GET', account.accountId, token),
  ]
  expect([byContact.body.Id, byAccount.body.Id]).toEqual([account.accountId, account.accountId])
  expect(byAccount.body.Kontakte).toHaveLength(1)
  expect(byAccount.body.Zuerst).toMatchObject({ Warum: 'own-contract', Entscheidet: 'provider' })
})

test('whoever looks at a person is in the log once in a quarter of an hour, without personal data', async () => {
  const [first, second] = [await operator(), await operator()]
  const { accountId, email } = await bench.makeAccount()
  const viewed = async () =>
    (await log(accountId))
      .filter(({ action }) => action === 'person-viewed')
      .map((row) => row.actor_id)
  await call('GET', accountId, first.token)
  await call('GET', accountId, first.token)
  await call('GET', accountId, second.token)
  expect(await viewed()).toEqual([first.id, second.id])
  server.clock.set(server.clock.now().add({ minutes: 15 }).toString())
  await call('GET', accountId, first.token)
  expect(await viewed()).toEqual([first.id, second.id, first.id])
  const shown = await call('PUT', `${accountId}/zeigen`, first.token)
  expect(shown.body).toEqual({ Email: email, Telefon: null, Anschrift: null, Geburtstag: null })
  const rows = await log(accountId)
  expect(rows.at(-1)?.action).toBe('person-revealed')
  expect(JSON.stringify(rows)).not.toContain(email)
})

test('of an IBAN the last four are shown, also in clear', async () => {
  const { token } = await operator()
  const { accountId } = await bench.makeAccount()
  const iban = ibanOf(4_711)
  await bench.run((tx) =>
    saveBankAccount(
      tx,
      'standard',
      accountId,
      sealBankData(
        server.deps.keys,
        { holder: 'Wera Werber', iban, bic: null },
        accountPlace('standard', accountId),
      ),
      server.clock.now(),
    ),
  )
  const page = await call('GET', accountId, token)
  expect(page.body.IbanEnde).toBe(iban.slice(-4))
  const shown = await call('PUT', `${accountId}/zeigen`, token)
  expect(JSON.stringify([page.body, shown.body])).not.toContain(iban.slice(4, -4))
})

test('people of other tenants are not there, nor with ids that are none', async () => {
  const { token } = await operator()
  const { accountId } = await bench.makeAccount()
  const contact = await bench.makeRecipient(await bench.makeReferral())
  const elsewhere = await operator(tenantRoles, 'telko')
  for (const id of [accountId, contact.number]) {
    expect((await call('GET', id, elsewhere.token, undefined, 'telko')).status).toBe(404)
    expect((await call('GET', id, elsewhere.token)).status).toBe(403)
    const body = { Version: 1, Gesperrt: true, Grund }
    expect((await call('PUT', `${id}/sperre`, elsewhere.token, body, 'telko')).status).toBe(404)
  }
  for (const id of ['x', '%00', "'%20or%201=1", '00000000-0000-0000-0000-000000000000', '..%2f'])
    expect([404, 400]).toContain((await call('GET', id, token)).status)
})

test('a right that ended opens nothing', async () => {
  const { id, token } = await operator()
  const { accountId } = await bench.makeAccount()
  expect((await call('GET', accountId, token)).status).toBe(200)
  await bench.run((tx) =>
    endGrantOf(
      tx,
      'standard',
      { operatorId: id, role: 'support', by: 'test' },
      server.deps.clock.realNow(),
    ),
  )
  expect((await call('GET', accountId, token)).status).toBe(403)
})

test('nobody decides about themselves: every act refuses, looking stays', async () => {
  const self = await operator(tenantRoles)
  const { accountId } = await bench.makeAccount(self.email.replace('@', '+privat@'))
  const page = await call('GET', accountId, self.token)
  expect(page.body.Eigener).toBe(true)
  const acts: [string, string, object][] = [
    ['POST', 'mail', { Mail: 'access', Grund }],
    ['PUT', 'sperre', { Version: 1, Gesperrt: true, Grund }],
    ['PUT', 'name', { Version: 1, Vorname: 'Neu', Grund }],
    ['PUT', 'email', { Version: 1, Email: 'neu@post.example', Grund }],
    ['POST', 'kulanz', { Id: crypto.randomUUID(), WertCent: 100, Grund }],
    ['POST', 'bereich', { Grund }],
    ['POST', 'notizen', { Text: 'Alles geprüft' }],
    ['POST', 'loeschung', { PraemienVerfallen: true, Grund }],
  ]
  for (const [method, path, body] of acts) {
    const { status, body: answer } = await call(method, `${accountId}/${path}`, self.token, body)
    expect([path, status, answer.ErrorCode]).toEqual([path, 403, 'PSOF0706'])
  }
  for (const method of ['POST', 'GET']) {
    const file = await call(method, `${accountId}/auskunft?Anlass=brief`, self.token)
    expect([method, file.body.ErrorCode]).toEqual([method, 'PSOF0706'])
  }
  expect((await log(accountId)).map(({ action }) => action)).toEqual(['person-viewed'])
  // Nor do they move somebody else's account to their own mailbox.
  const other = await bench.makeAccount()
  const moved = await call('PUT', `${other.accountId}/email`, self.token, {
    Version: 1,
    Email: self.email,
    Grund,
  })
  expect(moved.body.ErrorCode).toBe('PSOF0706')
})

test('the mail that somebody waits for is sent again, five times a day', async () => {
  const { token } = await operator()
  const { referral, rewards } = await bench.makeReward()
  const send = (id: string, Mail: string) => call('POST', `${id}/mail`, token, { Mail, Grund })
  const to = async (address: string) =>
    (await bench.mails())
      .filter(({ to_address }) => to_address === address)
      .map((one) => one.template)
  const before = (await to(referral.email)).length
  expect((await send(referral.accountId, 'reward')).body).toEqual({ Gesendet: 1 })
  expect((await send(referral.accountId, 'access')).body).toEqual({ Gesendet: 1 })
  expect((await to(referral.email)).slice(before).toSorted()).toEqual(['rewardReady', 'welcome'])
  expect((await log(rewards[0]!.reward_id)).at(-1)).toMatchObject({
    action: 'reward-mail-resent',
    actor_kind: 'operator',
    reason: Grund,
  })
  const waiting = await bench.makeRecipient(await bench.makeReferral(), { state: 'accepted' })
  for (let again = 0; again < 5; again++)
    expect((await send(waiting.number, 'confirmation')).body).toEqual({ Gesendet: 1 })
  expect((await send(waiting.number, 'confirmation')).status).toBe(429)
  expect(await to(waiting.email)).toHaveLength(5)
})

test('support blocks, corrects and notes, each with its reason in the log', async () => {
  const { token, id } = await operator()
  const { accountId } = await bench.makeAccount()
  const version = async () => (await call('GET', accountId, token)).body.Version as number
  const block = async (Gesperrt: boolean) =>
    call('PUT', `${accountId}/sperre`, token, { Version: await version(), Gesperrt, Grund })
  expect((await block(true)).body).toEqual({ Geaendert: true })
  expect((await block(true)).body).toEqual({ Geaendert: false })
  const blocked = await call('GET', accountId, token)
  expect(blocked.body.Zuerst).toMatchObject({ Warum: 'blocked', Naechstes: 'unblock' })
  await block(false)
  await call('PUT', `${accountId}/name`, token, {
    Version: await version(),
    Vorname: 'Vera',
    Nachname: 'Werber',
    Grund,
  })
  const text = 'Hat am Telefon nach der IBAN gefragt.'
  await call('POST', `${accountId}/notizen`, token, { Text: text })
  const page = await call('GET', accountId, token)
  expect(page.body).toMatchObject({
    Name: 'Vera Werber',
    Notizen: [{ Text: text, Von: expect.stringMatching(/^Person /) }],
  })
  const rows = await log(accountId)
  expect(
    rows.filter(({ actor_id }) => actor_id === id).map((row) => [row.action, row.reason]),
  ).toEqual([
    ['person-viewed', null],
    ['account-blocked', Grund],
    ['account-unblocked', Grund],
    ['correct-name', Grund],
    ['person-noted', null],
  ])
  expect(JSON.stringify(rows)).not.toContain(text)
})

test('a corrected address has to prove itself first; one of another account is refused', async () => {
  const { token } = await operator()
  const [{ accountId, email }, other] = [await bench.makeAccount(), await bench.makeAccount()]
  await bench.run((tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', other.accountId)
      .execute(),
  )
  const wish = (Email: string) =>
    call('PUT', `${accountId}/email`, token, { Version: 1, Email, Grund })
  expect((await wish('richtig@post.example')).status).toBe(200)
  const mails = (await bench.mails()).map(({ template, to_address }) => [template, to_address])
  expect(mails).toContainEqual(['newEmail', 'richtig@post.example'])
  expect(mails).toContainEqual(['oldEmail', email])
  expect((await call('PUT', `${accountId}/zeigen`, token)).body.Email).toBe(email)
  server.clock.advance('PT6M')
  expect((await wish('richtig@post.example')).body.ErrorCode).toBe('PSOF0702')
  server.clock.advance('-PT6M')
  for (const bad of [email, other.email, 'keine-adresse'])
    expect([bad, (await wish(bad)).status]).toEqual([bad, expect.toSatisfy((at) => at >= 400)])
})

test('the area opens for support once, and the link is for the account alone', async () => {
  const { token, id } = await operator()
  const { accountId } = await bench.makeAccount()
  const { body } = await call('POST', `${accountId}/bereich`, token, { Grund })
  const text = new URL(body.Link).hash.slice(1)
  const open = () => server.call('GET', `/standard/account/login?token=${text}`)
  expect((await open()).status).toBe(200)
  expect((await open()).status).toBeGreaterThanOrEqual(400)
  expect(await log(accountId)).toContainEqual(
    expect.objectContaining({ action: 'admin-token-issued', actor_id: id, reason: Grund }),
  )
  const contact = await bench.makeRecipient(await bench.makeReferral())
  expect((await call('POST', `${contact.number}/bereich`, token, { Grund })).status).toBe(404)
})

test('somebody’s whole file goes to a person who just proved to be there, never to a script', async () => {
  const support = await operator()
  const { accountId } = await bench.makeAccount()
  const script = await makeCommandToken(server, {
    tenant: 'standard',
    email: support.email,
    roles: ['support'],
    kind: 'operator-token',
  })
  const ask = async (method: string, token: string) => {
    const { status, body } = await call(method, `${accountId}/auskunft?Anlass=brief`, token)
    return [status, body.ErrorCode ?? 'given']
  }
  for (const method of ['GET', 'POST']) {
    expect(await ask(method, script.token)).toEqual([403, 'PSOF0203'])
    expect(await ask(method, support.token)).toEqual([200, 'given'])
    server.clock.advance('PT6M')
    expect(await ask(method, support.token)).toEqual([403, 'PSOF0702'])
    server.clock.advance('-PT6M')
  }
  // One file was taken, and only that is in the log.
  expect((await log(accountId)).map(({ action }) => action)).toEqual(['person-exported'])
})

test('support is out of the area, and its unused links are dead, once its right, its session or its person’s access ends', async () => {
  const { accountId } = await bench.makeAccount()
  const link = async (token: string) => {
    const { body } = await call('POST', `${accountId}/bereich`, token, { Grund })
    return new URL(body.Link).hash.slice(1)
  }
  const enter = (text: string) => server.call('GET', `/standard/account/login?token=${text}`)
  const own = (path: string, token: string) =>
    server.call('POST', `/betrieb/betrieb/${path}`, { token })
  const admin = await makeOperator(server, 'leitet@betrieb.example', ['tenant-admin'])
  const end = (id: string, path: string, more = {}) =>
    server.call('POST', `/standard/betrieb/team/${id}/${path}`, {
      token: admin.token,
      body: { Grund, ...more },
    })
  const ways: ((one: { id: string; token: string }) => Promise<unknown>)[] = [
    ({ id }) => end(id, 'ende', { Rolle: 'support' }),
    ({ id }) => end(id, 'zugang/ende'),
    ({ id }) => end(id, 'neu'),
    ({ token }) => own('abmeldung', token),
    () => Promise.resolve(server.clock.advance('PT31M')), // without a call of the console
  ]
  for (const [nth, over] of ways.entries()) {
    const one = await operator()
    const [used, unused] = [await link(one.token), await link(one.token)]
    const { Token: token } = (await enter(used)).body
    const see = async () =>
      Promise.all(
        ['account/user', 'empfehler/bankdaten', 'empfehler/empfehlungen'].map(
          async (path) => (await server.call('GET', `/standard/${path}`, { token })).status,
        ),
      )
    expect([nth, ...(await see())]).toEqual([nth, 200, 200, 200])
    await over(one)
    expect([nth, ...(await see())]).toEqual([nth, 401, 401, 401])
    expect([nth, (await enter(unused)).body.ErrorCode]).toEqual([nth, 'PSOF0205'])
  }
  server.clock.advance('-PT31M')
})

test('a right that is given again revives nothing that was opened before it ended, by whatever it ended', async () => {
  const { accountId } = await bench.makeAccount()
  const admin = await makeOperator(server, 'leitet2@betrieb.example', ['tenant-admin'])
  const team = (path: string, body: object) =>
    server.call('POST', `/standard/betrieb/team${path}`, { token: admin.token, body })
  const enter = (text: string) => server.call('GET', `/standard/account/login?token=${text}`)
  const Bis = server.clock.today().add({ days: 1 }).toString()
  const ways: ((id: string) => Promise<unknown>)[] = [
    async (id) => {
      await team(`/${id}/ende`, { Rolle: 'support', Grund })
      server.clock.advance('PT1S')
    },
    () => Promise.resolve(server.clock.advance('PT3M')), // by its day
  ]
  for (const over of ways) {
    const one = await operator(['auditor'])
    const now = server.deps.clock.realNow()
    const grant = { operatorId: one.id, role: 'support', by: 'test' } as const
    await withTenant(server.db, 'standard', (tx) =>
      insertGrant(tx, 'standard', { ...grant, expiresAt: now.add({ minutes: 2 }) }, now),
    )
    const link = async () => {
      const { body } = await call('POST', `${accountId}/bereich`, one.token, { Grund })
      return new URL(body.Link).hash.slice(1)
    }
    const script = async (Rollen: string[]) => {
      const body = { Name: 'Bericht', Mandant: 'standard', Rollen, Bis }
      const path = '/betrieb/betrieb/zugang/tokens'
      return (await server.call('POST', path, { token: one.token, body })).body.Token as string
    }
    const rolesOf = async (bearer: string) =>
      (await readOperator(server.deps, 'standard', { bearer, cookie: undefined }))?.roles.toSorted()
    const listed = async () => {
      const { body } = await server.call('GET', '/betrieb/betrieb/zugang', { token: one.token })
      return body.Tokens.map(({ Rollen }: { Rollen: string[] }) => Rollen.toSorted())
    }
    const tokens = [await script(['support']), await script(['support', 'auditor'])]
    const [used, unused] = [await link(), await link()]
    const { Token: token } = (await enter(used)).body
    const inside = async () =>
      (await server.call('GET', '/standard/account/user', { token })).status
    expect(await inside()).toBe(200)
    expect(await Promise.all(tokens.map(rolesOf))).toEqual([['support'], ['auditor', 'support']])
    await over(one.id)
    expect(await inside()).toBe(401)
    const again = { Email: one.email, Name: 'Wieder da', Rolle: 'support', Grund }
    expect((await team('', again)).status).toBe(200)
    expect(await inside()).toBe(401)
    expect((await enter(unused)).body.ErrorCode).toBe('PSOF0205')
    expect(await Promise.all(tokens.map(rolesOf))).toEqual([[], ['auditor']])
    expect(await listed()).toEqual([['auditor']])
    // What is opened now works.
    expect((await enter(await link())).status).toBe(200)
    expect(await rolesOf(await script(['support']))).toEqual(['support'])
  }
  server.clock.advance('-PT3M1S')
})

test('a request for information gives a file, one for erasure forgets, notes included', async () => {
  const { token } = await operator()
  const { referral } = await bench.makeReward()
  const id = referral.accountId
  await call('POST', `${id}/notizen`, token, { Text: 'Ruft gern mittags an.' })
  const file = await call('GET', `${id}/auskunft?Anlass=brief`, token)
  expect(file.headers['content-disposition']).toMatch(/^attachment; filename="auskunft-standard/)
  expect(file.body).toMatchObject({
    Adresse: referral.email,
    Notizen: [{ Text: 'Ruft gern mittags an.' }],
  })
  const erase = (PraemienVerfallen: boolean) =>
    call('POST', `${id}/loeschung`, token, { PraemienVerfallen, Grund })
  expect((await erase(false)).body.Ergebnis).toBe('nicht-verzichtet')
  expect((await call('GET', id, token)).status).toBe(200)
  expect((await erase(true)).body.Ergebnis).toBe('geloescht')
  expect((await call('GET', id, token)).status).toBe(404)
  const notes = await bench.run((tx) =>
    tx.selectFrom('person_notes').select('text').where('subject_id', '=', id).execute(),
  )
  expect(notes).toEqual([])
  const erased = (await log(id)).filter(({ action }) => action === 'account-deleted')
  expect(erased).toMatchObject([{ actor_kind: 'operator', reason: Grund }])
})

test('somebody whom an agency invited is erased without a trace, and keeps nobody else from being forgotten', async () => {
  const { deps, db, clock } = server
  const email = 'walburga.hochrainer@post.example'
  const tenant = await deps.tenants.get('bgv')
  const accounts = () =>
    withTenant(db, 'bgv', (tx) =>
      sql<{ id: string }>`
        select account_id as id from invitations
        where tenant = 'bgv' and state = 'accepted' and account_id is not null`.execute(tx),
    )
  const before = (await accounts()).rows.length
  const { id } = await operator(['support'], 'bgv')
  const actor = { kind: 'operator', id } as const
  const erased = await withTenant(db, 'bgv', (tx) =>
    erasePerson(tx, deps, tenant, { email, waive: true, actor }),
  )
  expect(erased.account).toBe('removed')
  clock.advance('P60D')
  expect(await deleteUnconfirmedAccounts(deps, 'bgv')).toBeGreaterThan(0)
  expect((await accounts()).rows.length).toBe(before - 1)
})
