import { describe, expect, test } from 'vitest'
import { formatCents } from '../../domain/money.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { askAccountToClaim, askToClaimAgain } from '../referral/ask-to-claim.ts'
import {
  acceptance,
  accepted,
  countAudited,
  postReferral,
  readRecipients,
  readReferral,
  recommended,
  wish,
} from '../referral/journey.test-helper.ts'
import { runSweeps } from '../run-sweeps.ts'
import { decideReview } from './decide-review.ts'
import { bankData, ibanOf, useRewards, type Bench, type Desk } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})

const externalId = async () => {
  const { body } = await server.call('GET', '/standard/produkt/101')
  return body.ExterneId as string
}

/** A contract of a contact of a referral that nobody took over; the number of its order. */
async function contractOf(recipientNumber: string): Promise<string> {
  const result = await bench.feed({
    externalNumber: `U-${recipientNumber}`,
    productExternalId: await externalId(),
    recipientNumber,
    contractOn: server.clock.today().toString(),
    status: 'abgeschlossen',
  })
  if (result.kind !== 'new') throw new Error(JSON.stringify(result))
  return result.number
}

/** A referral by a stranger, its contact, and their released order. */
async function releasedUnclaimed(options: { share?: number; ip?: string } = {}) {
  const referral = await recommended(server, 'standard', { share: options.share ?? 50 })
  const person = stranger()
  const made = await server.call(
    'POST',
    `/standard/empfaenger/create/${referral.Empfehlungsnummer}`,
    { ip: options.ip === 'same' ? referral.ip : person.ip, body: acceptance(person.email) },
  )
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  const orderNumber = await contractOf(made.body.Empfaengernummer)
  await bench.release(orderNumber)
  const token = await bench.token('recipient', made.body.Empfaengernummer)
  return { referral, person, orderNumber, number: made.body.Empfaengernummer as string, token }
}

const statesOf = async (orderNumber: string) =>
  Object.fromEntries(
    (await bench.readRewards(orderNumber)).map((one) => [one.beneficiary, one.state]),
  )
const partOf = async (orderNumber: string, beneficiary = 'recipient') =>
  (await bench.readRewards(orderNumber)).find((one) => one.beneficiary === beneficiary)!

describe('a referral that nobody took over', () => {
  test('provides the contact’s share 14 days after the release, to the day, and mails it; the referrer’s waits', async () => {
    const { orderNumber, person } = await releasedUnclaimed()
    server.clock.set('2026-11-30T22:59:00Z')
    await runSweeps(server.deps)
    expect(await statesOf(orderNumber)).toEqual({ referrer: 'open', recipient: 'open' })
    server.clock.set('2026-11-30T23:01:00Z')
    await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
    expect(await statesOf(orderNumber)).toEqual({ referrer: 'open', recipient: 'provided' })
    const mails = await queuedMails(server, 'standard', person.email)
    expect(mails.filter(({ template }) => template === 'rewardReady')).toHaveLength(1)
  })

  test('tells the contact whom the reward waits for and until when', async () => {
    const { orderNumber, token } = await releasedUnclaimed()
    const page = () => server.call('GET', '/standard/empfaenger/daten', { token })
    const { body } = await page()
    expect([body.WartetAuf, body.WartetAufName, body.NaechsterTermin]).toEqual([
      'referrer',
      'Mara',
      '2026-12-01',
    ])
    server.clock.set('2026-12-01T11:00:00Z')
    await runSweeps(server.deps)
    expect((await statesOf(orderNumber)).recipient).toBe('provided')
    const later = (await page()).body
    expect([later.WartetAuf, later.WartetAufName]).toEqual(['choose-reward', undefined])
  })

  const claimMails = async (email: string) =>
    (await queuedMails(server, 'standard', email))
      .filter(({ template }) => template === 'claimReferral')
      .toReversed()

  test('mails its referrer a fresh link with the first contract, again after seven days, and no more until it is released', async () => {
    const referral = await recommended(server)
    const contact = await accepted(server, referral.Empfehlungsnummer)
    const told = async () => (await claimMails(referral.email)).length
    await runSweeps(server.deps)
    expect(await told()).toBe(0)
    await contractOf(contact.Empfaengernummer)
    expect(await told()).toBe(1)
    server.clock.advance('P6D')
    await runSweeps(server.deps)
    expect(await told()).toBe(1)
    server.clock.advance('P1D')
    await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
    expect(await told()).toBe(2)
    server.clock.advance('P20D')
    await runSweeps(server.deps)
    const released = (await claimMails(referral.email)).filter(({ data }) => data.amount)
    expect([await told(), released.length]).toEqual([3, 1])
    expect(await countAudited(server, 'ask-to-claim', referral.Empfehlungsnummer)).toBe(3)
  })

  test('reminds in words of its own, and the release mails once more: the amount, the last day and a fresh link; never a fourth mail', async () => {
    const referral = await recommended(server, 'standard', { share: 50 })
    const contact = await accepted(server, referral.Empfehlungsnummer)
    const orderNumber = await contractOf(contact.Empfaengernummer)
    server.clock.advance('P7D')
    await runSweeps(server.deps)
    server.clock.advance('P30D')
    await bench.release(orderNumber)
    await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
    const [first, second, third, ...more] = await claimMails(referral.email)
    expect(more).toEqual([])
    const { cents } = await partOf(orderNumber, 'referrer')
    const expiresOn = server.clock.today().add({ months: 12 }).toString()
    expect(first!.data).toMatchObject({ kept: 1, contactDays: 14 })
    expect([first!.data.again, first!.data.amount]).toEqual([undefined, undefined])
    expect(second!.data).toMatchObject({ again: 1, contactDays: 14 })
    expect(third!.data).toMatchObject({
      amount: formatCents(cents, 'de'),
      expiresOn,
      contactDays: 14,
    })
    expect(third!.data.again).toBeUndefined()

    // Another contract of the same link, weeks later, is mailed to nobody: whoever's mailbox it is was asked often enough.
    server.clock.advance('P20D')
    const other = await accepted(server, referral.Empfehlungsnummer)
    await bench.release(await contractOf(other.Empfaengernummer))
    for (let week = 0; week < 3; week++) {
      server.clock.advance('P8D')
      await runSweeps(server.deps)
    }
    expect(await claimMails(referral.email)).toHaveLength(3)
  })

  test('a mail that is refused keeps no other from being sent, neither of an amount nor of a week', async () => {
    const [bad, good] = [await releasedUnclaimed(), await releasedUnclaimed()]
    const waits = await recommended(server)
    await contractOf((await accepted(server, waits.Empfehlungsnummer)).Empfaengernummer)
    server.clock.advance('P7D')
    const ask = () => askToClaimAgain(server.deps, 'standard')
    const told = async (email: string) =>
      (await claimMails(email)).map(({ data }) => [Boolean(data.amount), data.again ?? 0])
    const email = bad.referral.email
    await whileRefused(server, 'standard', 'mails', `to_address = '${email}'`, () =>
      expect(ask()).rejects.toThrow('refused'),
    )
    const first = [false, 0]
    const amount = [true, 0]
    expect(await told(email)).toEqual([first])
    expect(await told(good.referral.email)).toEqual([first, amount])
    expect(await told(waits.email)).toEqual([first, [false, 1]])
    expect(await ask()).toBe(1)
    expect(await told(email)).toEqual([first, amount])
    expect(await ask()).toBe(0)
  })

  test('is reminded a week after the release where that came first, and its link opens weeks after the first one', async () => {
    const { referral, orderNumber } = await releasedUnclaimed({ share: 100 })
    await runSweeps(server.deps)
    server.clock.advance('P6D')
    await runSweeps(server.deps)
    expect(await claimMails(referral.email)).toHaveLength(2)
    server.clock.advance('P1D')
    await runSweeps(server.deps)
    const reminder = (await claimMails(referral.email))[2]!
    expect(reminder.data).toMatchObject({ again: 1, kept: 1, contactDays: null })
    expect(reminder.data.amount).toBeTruthy()
    server.clock.advance('P6D')
    const done = await server.call('PUT', '/standard/account/resetPassword', {
      body: {
        Token: reminder.token!,
        Password: goodPassword,
        PasswordConfirm: goodPassword,
      },
    })
    expect(done.status).toBe(200)
    await runSweeps(server.deps)
    expect((await statesOf(orderNumber)).referrer).toBe('provided')
  })

  test('whoever gave all to the contact hears of no amount, and of nothing that waits for them', async () => {
    const { referral, orderNumber } = await releasedUnclaimed({ share: 0 })
    await runSweeps(server.deps)
    const mails = await claimMails(referral.email)
    expect(mails.map(({ data }) => [data.kept, data.contactDays])).toEqual([[null, 14]])
    server.clock.advance('P15D')
    await runSweeps(server.deps)
    expect((await statesOf(orderNumber)).recipient).toBe('provided')
    expect(await claimMails(referral.email)).toHaveLength(2)
  })

  test('what is held is told as an amount only once somebody has approved it', async () => {
    const { referral, orderNumber } = await releasedUnclaimed()
    const { reward_id: id } = await partOf(orderNumber, 'referrer')
    await bench.run((tx) =>
      tx
        .updateTable('rewards')
        .set({ review: 'held', review_reasons: '["same-household"]' })
        .where('tenant', '=', 'standard')
        .where('reward_id', '=', id)
        .execute(),
    )
    await runSweeps(server.deps)
    expect(await claimMails(referral.email)).toHaveLength(1)
    await bench.run((tx) => decideReview(tx, server.deps, bench.tenant, id, 'approve', system))
    await runSweeps(server.deps)
    expect(await claimMails(referral.email)).toHaveLength(2)
  })

  test('belongs to whoever uses the fresh link, and both shares are there at once', async () => {
    const { referral, orderNumber } = await releasedUnclaimed()
    server.clock.advance('P8D')
    await runSweeps(server.deps)
    const Token = await mailedToken(server, 'standard', referral.email, 'claimReferral')
    const done = await server.call('PUT', '/standard/account/resetPassword', {
      body: { Token, Password: goodPassword, PasswordConfirm: goodPassword },
    })
    expect(done.status).toBe(200)
    await runSweeps(server.deps)
    expect(await statesOf(orderNumber)).toEqual({ referrer: 'provided', recipient: 'provided' })
    server.clock.advance('P8D')
    await runSweeps(server.deps)
    expect(await claimMails(referral.email)).toHaveLength(2)
  })

  test('somebody with an account gets a fresh link with a forgotten password, though that alone takes nothing over', async () => {
    const known = await registered(server)
    const made = (await postReferral(server, wish(known.email))).body
    const contact = await accepted(server, made.Empfehlungsnummer)
    const orderNumber = await contractOf(contact.Empfaengernummer)
    await bench.release(orderNumber)
    server.clock.advance('P100D')
    const { account_id } = await readReferral(server, made.Empfehlungsnummer)
    await askAccountToClaim(server.deps, 'standard', account_id)
    const Token = await mailedToken(server, 'standard', known.email, 'claimReferral')
    const claimed = await server.call('PUT', '/standard/empfehlen/bestaetigung', {
      body: { Token },
    })
    expect(claimed.status).toBe(200)
    await runSweeps(server.deps)
    expect((await statesOf(orderNumber)).referrer).toBe('provided')
  })

  test('lets the referrer’s share go 12 months after the release, to the day, and no contact’s with it', async () => {
    const { referral, orderNumber } = await releasedUnclaimed()
    server.clock.set('2027-11-17T22:00:00Z')
    await runSweeps(server.deps)
    expect((await statesOf(orderNumber)).referrer).toBe('open')
    server.clock.set('2027-11-18T00:00:00Z')
    await Promise.all([runSweeps(server.deps), runSweeps(server.deps)])
    expect((await statesOf(orderNumber)).referrer).toBe('expired')
    expect(await bench.stateOf('referrals', referral.Empfehlungsnummer)).toBe('released')
  })

  test('keeps no trace of where it was made once it is owned, or takes no more contacts', async () => {
    const [owned, left] = [await recommended(server), await recommended(server)]
    const hashes = async () =>
      Promise.all(
        [owned, left].map(
          async (one) => (await readReferral(server, one.Empfehlungsnummer)).network_hash,
        ),
      )
    const before = await hashes()
    expect(before.every((hash) => hash !== null && /^[0-9a-f]{8}\.[\w-]{22}$/.test(hash))).toBe(
      true,
    )
    const Token = await mailedToken(server, 'standard', owned.email, 'welcome')
    await server.call('PUT', '/standard/account/resetPassword', {
      body: { Token, Password: goodPassword, PasswordConfirm: goodPassword },
    })
    expect(await hashes()).toEqual([null, before[1]])
    server.clock.advance('P60D')
    await runSweeps(server.deps)
    expect((await hashes())[1]).toBe(before[1])
    // Somebody accepted, so that the account is kept.
    await accepted(server, left.Empfehlungsnummer)
    server.clock.advance('P1D')
    await runSweeps(server.deps)
    expect((await hashes())[1]).toBeNull()
  })
})

describe('who made a referral and who accepted it look like one person', () => {
  const provideAll = async () => {
    server.clock.set('2026-12-01T11:00:00Z')
    await runSweeps(server.deps)
  }

  test('accepted where it was made: held for review, and approved it is provided', async () => {
    const { orderNumber, token } = await releasedUnclaimed({ ip: 'same' })
    await provideAll()
    const held = await partOf(orderNumber)
    expect([held.state, held.review, held.review_reasons]).toEqual([
      'open',
      'held',
      ['same-network'],
    ])
    const { body } = await server.call('GET', '/standard/empfaenger/daten', { token })
    expect([body.WartetAuf, body.WartetAufName]).toEqual(['review', undefined])
    await bench.run((tx) =>
      decideReview(tx, server.deps, bench.tenant, held.reward_id, 'approve', system),
    )
    await runSweeps(server.deps)
    expect((await partOf(orderNumber)).state).toBe('provided')
  })

  test('one entry from there is enough, whatever is corrected or confirmed elsewhere', async () => {
    const referral = await recommended(server)
    const { Empfehlungsnummer: number, ip } = referral
    const send = (from: string, email: string, token?: string) =>
      server.call('POST', `/standard/empfaenger/create/${number}`, {
        ip: from,
        body: acceptance(email),
        ...(token ? { token } : {}),
      })
    const corrected = stranger()
    const first = await send(ip, corrected.email)
    await send(corrected.ip, corrected.email, first.body.Token)
    const merged = stranger()
    await send(ip, merged.email)
    await send(merged.ip, merged.email)
    for (const who of await readRecipients(server, number))
      await contractOf(who.number).catch(() => undefined)
    const rows = await readRecipients(server, number)
    const living = rows.filter(({ state }) => state === 'confirmed')
    expect(living.map(({ same_network }) => same_network)).toEqual([true, true])
  })

  test('an entry whose network cannot be compared is held as well', async () => {
    const referral = await bench.makeReferral({ owned: false })
    const recipient = await bench.makeRecipient(referral)
    const orderNumber = await bench.makeOrder(referral, recipient)
    await bench.release(orderNumber)
    await provideAll()
    expect((await partOf(orderNumber)).review_reasons).toEqual(['same-network'])
  })

  test('the same household and mailbox hold, whatever the tenant lets pass otherwise', async () => {
    const account = await bench.makeAccount('frueh.auf@post.example')
    const old = await bench.makeReferral()
    const home = { street: 'Birkenweg', houseNumber: '3', zip: '50667' }
    await bench.makeRecipient(old, { email: account.email, ...home })
    const referral = await bench.makeReferral({ owned: false, account })
    const recipient = await bench.makeRecipient(referral, home)
    const again = await bench.makeRecipient(referral, { email: 'frueh.auf+1@post.example' })
    await bench.run((tx) =>
      tx
        .updateTable('recipients')
        .set({ same_network: false })
        .where('tenant', '=', 'standard')
        .execute(),
    )
    const orders = []
    for (const one of [recipient, again]) {
      const orderNumber = await bench.makeOrder(referral, one)
      await bench.release(orderNumber)
      // As if the tenant's soft rules let it pass.
      await bench.run((tx) =>
        tx
          .updateTable('rewards')
          .set({ review: 'none', review_reasons: '[]' })
          .where('tenant', '=', 'standard')
          .where('order_number', '=', orderNumber)
          .execute(),
      )
      orders.push(orderNumber)
    }
    await provideAll()
    expect((await partOf(orders[0]!)).review_reasons).toEqual(['same-household'])
    expect((await partOf(orders[1]!)).review_reasons).toEqual(['same-email'])
  })

  test('an account that the referrer gave, used by the contact before, holds', async () => {
    const account = await bench.makeAccount()
    const contact = 'kontakt.konto@post.example'
    const paid = await bench.makeReferral({ share: 0 })
    const before = await bench.makeOrder(paid, await bench.makeRecipient(paid, { email: contact }))
    await bench.release(before)
    await runSweeps(server.deps)
    const mine = await partOf(before)
    const iban = ibanOf(4711)
    await desk.collect(await bench.token('reward', mine.reward_id), {
      PraemieId: desk.cash,
      Bankdaten: bankData(iban),
    })
    const session = await bench.token('user-session', account.accountId)
    const saved = await server.call('PUT', '/standard/empfehler/bankdaten', {
      token: session,
      body: bankData(iban),
    })
    expect(saved.status).toBe(200)
    const referral = await bench.makeReferral({ owned: false, account })
    const recipient = await bench.makeRecipient(referral, { email: contact })
    await bench.run((tx) =>
      tx
        .updateTable('recipients')
        .set({ same_network: false })
        .where('tenant', '=', 'standard')
        .where('number', '=', recipient.number)
        .execute(),
    )
    const orderNumber = await bench.makeOrder(referral, recipient)
    await bench.release(orderNumber)
    await provideAll()
    expect((await partOf(orderNumber)).review_reasons).toEqual(['same-bank-account'])
  })
})
