import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { registered, stranger } from '../account/people.test-helper.ts'
import { findAccountByEmail } from '../account/store.ts'
import { withTenant } from '../db/connection.ts'
import { askAccountToClaim } from '../referral/ask-to-claim.ts'
import {
  accepted,
  countAudited,
  postReferral,
  readReferral,
  recommended,
  wish,
} from '../referral/journey.test-helper.ts'
import { changeEmailCalls, type ChangeEmailCalls } from './change-email.test-helper.ts'
import { bankData, ibanOf, makeBench } from './reward.test-helper.ts'

let server: TestServer
let ask: ChangeEmailCalls['ask']
let press: ChangeEmailCalls['press']
let linkOf: ChangeEmailCalls['linkOf']
let userOf: ChangeEmailCalls['userOf']
let login: ChangeEmailCalls['login']
beforeAll(async () => {
  server = await startTestServer()
  ;({ ask, press, linkOf, userOf, login } = changeEmailCalls(server))
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

describe('an address with an account that nobody confirmed', () => {
  const claim = (Token: string) =>
    server.call('PUT', '/standard/empfehlen/bestaetigung', { body: { Token } })
  const idOf = async (email: string) =>
    (await withTenant(server.db, 'standard', (tx) => findAccountByEmail(tx, 'standard', email)))
      ?.account_id

  test('goes to whoever proves the mailbox; what was recommended there is nobody’s until its own link is pressed', async () => {
    const person = await registered(server)
    const { email } = stranger()
    const made = (await postReferral(server, wish(email))).body
    const empty = await idOf(email)
    expect((await ask(person, email)).status).toBe(202)
    const mails = await queuedMails(server, 'standard', email)
    const welcome = mails.find(({ template }) => template === 'welcome')!.token!
    expect((await press(await linkOf(email, 'newEmail'), person.token)).body).toMatchObject({
      Art: 'neu',
    })
    const own = (await idOf(email))!
    expect((await userOf(person.token)).Email).toBe(email)
    const referral = () => readReferral(server, made.Empfehlungsnummer)
    expect(await referral()).toMatchObject({ account_id: own, owned_at: null })
    expect(await countAudited(server, 'give-way', empty!)).toBe(1)
    // The mail that asked for it then asks for it still, and nothing else of it does anything.
    expect((await claim(welcome)).status).toBe(200)
    expect((await referral()).owned_at).not.toBeNull()
    expect((await claim(welcome)).body.User ?? null).toBeNull()
  })

  test('loses no share: what waits there waits for the new owner, who is mailed a link, and the contact keeps theirs', async () => {
    const person = await registered(server)
    const bench = await makeBench(server, 'standard')
    const referral = await recommended(server)
    const contact = await accepted(server, referral.Empfehlungsnummer)
    const { ExterneId } = (await server.call('GET', '/standard/produkt/101')).body
    const order = await bench.feed({
      externalNumber: `W-${contact.Empfaengernummer}`,
      productExternalId: ExterneId,
      recipientNumber: contact.Empfaengernummer,
      contractOn: server.clock.today().toString(),
      status: 'abgeschlossen',
    })
    if (order.kind !== 'new') throw new Error(JSON.stringify(order))
    await bench.release(order.number)
    const before = await bench.readRewards(order.number)
    await ask(person, referral.email)
    expect((await press(await linkOf(referral.email, 'newEmail'))).status).toBe(200)
    const own = await idOf(referral.email)
    const after = await bench.readRewards(order.number)
    expect(after).toEqual(
      before.map((reward) =>
        reward.beneficiary === 'referrer'
          ? { ...reward, account_id: own, version: reward.version + 1 }
          : reward,
      ),
    )
    await askAccountToClaim(server.deps, 'standard', own!)
    const link = await linkOf(referral.email, 'claimReferral')
    expect((await claim(link)).status).toBe(200)
    expect((await readReferral(server, referral.Empfehlungsnummer)).owned_at).not.toBeNull()
  })

  test('closes the account to whoever knew it, where something waits: its password, its sessions and its stored bank account', async () => {
    const thief = await registered(server)
    const stored = (token: string) => server.call('GET', '/standard/empfehler/bankdaten', { token })
    await server.call('PUT', '/standard/empfehler/bankdaten', {
      token: thief.token,
      body: bankData(ibanOf(880)),
    })
    expect((await stored(thief.token)).body.Iban).toContain(ibanOf(880).slice(-2))
    const victim = await recommended(server)
    expect((await ask(thief, victim.email)).status).toBe(202)
    expect((await press(await linkOf(victim.email, 'newEmail'))).status).toBe(200)
    expect((await userOf(thief.token)).ErrorCode).toBe('PSOF0204')
    expect((await login(victim.email)).body.ErrorCode).toBe('PSOF0201')
    // Whoever reads these mails gets in.
    const told = (await queuedMails(server, 'standard', victim.email)).findLast(
      ({ template }) => template === 'setPassword',
    )
    expect(told?.data).toMatchObject({ moved: 1 })
    const entered = await server.call('PUT', '/standard/account/resetPassword', {
      body: { Token: told!.token, Password: 'Zugvogel-2026-Nord' },
    })
    expect(entered.status).toBe(200)
    const after = await stored(entered.body.Token)
    expect([after.status, after.body]).toEqual([200, null])
  })

  test('whoever confirms it at the same moment has it, or the change does, and nothing is lost', async () => {
    for (let round = 0; round < 6; round++) {
      const person = await registered(server)
      const { email } = stranger()
      const made = (await postReferral(server, wish(email))).body
      const welcome = (await queuedMails(server, 'standard', email)).find(
        ({ template }) => template === 'welcome',
      )!.token!
      await ask(person, email)
      const link = await linkOf(email, 'newEmail')
      const starts = [() => press(link, person.token), () => claim(welcome)]
      if (round % 2) starts.reverse()
      const answers = await Promise.all(starts.map((start) => start()))
      const [changed, claimed] = round % 2 ? answers.toReversed() : answers
      expect(claimed!.status).toBe(200)
      expect([200, 409]).toContain(changed!.status)
      const own = (await idOf(email))!
      const referral = await readReferral(server, made.Empfehlungsnummer)
      expect([referral.account_id, referral.owned_at !== null]).toEqual([own, true])
      expect((await userOf(person.token)).Email).toBe(
        changed!.status === 200 ? email : person.email,
      )
    }
  })

  test('at another tenant is left alone, and one that confirmed a newsletter or is blocked keeps its address', async () => {
    const [person, first, second] = [await registered(server), stranger(), stranger()]
    await postReferral(server, wish(first.email))
    await server.call('POST', '/telko/account/createEmpfehler', {
      ip: first.ip,
      body: { Vorname: 'Mara', Nachname: 'Lindenau', Email: first.email },
    })
    await ask(person, first.email)
    expect((await press(await linkOf(first.email, 'newEmail'))).status).toBe(200)
    const elsewhere = await withTenant(server.db, 'telko', (tx) =>
      findAccountByEmail(tx, 'telko', first.email),
    )
    expect(elsewhere?.confirmed_at).toBeNull()

    await postReferral(server, wish(second.email))
    const id = (await idOf(second.email))!
    for (const kept of [
      { newsletter_opted_in_at: testNow },
      { blocked_on: '2026-11-01', blocked_by: 'test' },
    ]) {
      const none = { newsletter_opted_in_at: null, blocked_on: null, blocked_by: null }
      await withTenant(server.db, 'standard', (tx) =>
        tx
          .updateTable('accounts')
          .set({ ...none, ...kept })
          .where('tenant', '=', 'standard')
          .where('account_id', '=', id)
          .execute(),
      )
      const other = await registered(server)
      await ask(other, second.email)
      const templates = (await queuedMails(server, 'standard', second.email)).map(
        ({ template }) => template,
      )
      expect(templates).not.toContain('newEmail')
    }
    expect(await idOf(second.email)).toBe(id)
  })
})
