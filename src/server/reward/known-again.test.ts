import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { system } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { forgetUnsaidTexts } from '../consent/forget-proofs.ts'
import { accepted, recommended } from '../referral/journey.test-helper.ts'
import { eraseRecipient } from './erase-recipient.ts'
import { runRewardSweeps } from './jobs.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseOrder } from './release-order.ts'
import { makeBench, makeDesk, withSettings, type Bench, type Desk } from './reward.test-helper.ts'

let server: TestServer
let bgv: Bench
let desk: Desk
beforeAll(async () => {
  server = await startTestServer()
  bgv = await makeBench(server, 'bgv')
  desk = await makeDesk(server, bgv)
})
startEachAfresh(() => server)
afterEach(() => bgv.expectLedger())
afterAll(() => server.stop())

/** A released contract of somebody with this address; what the contact gets of it, in cents, and the reward's id. */
async function contractOf(email: string, bench = bgv, tenant = bgv.tenant) {
  const referral = await bench.makeReferral({ share: 0 })
  const recipient = await bench.makeRecipient(referral, { email })
  const orderNumber = await bench.makeOrder(referral, recipient)
  await bench.run((tx) => releaseOrder(tx, server.deps, tenant, orderNumber, system))
  await provideRewards(server.deps, tenant, { orderNumber })
  const mine = (await bench.readRewards(orderNumber)).find((one) => one.beneficiary === 'recipient')
  return { number: recipient.number, mine, cents: mine?.cents ?? 0 }
}

/** Has the reward taken and mailed as a voucher, and its person forgotten. */
async function takeAndLeave({ number, mine }: Awaited<ReturnType<typeof contractOf>>) {
  if (mine) {
    await desk.collect(await bgv.token('reward', mine.reward_id), { PraemieId: desk.voucher })
    await bgv.run((tx) =>
      sql`update mails set state = 'sent', sent_at = created_at where tenant = 'bgv' and state = 'queued'`.execute(
        tx,
      ),
    )
  }
  const token = await bgv.token('recipient', number)
  const left = await server.call('DELETE', '/bgv/empfaenger/daten', { token })
  expect(left.body).toEqual({ Geloescht: true, BleibtFuer: [] })
}

const hashes = () =>
  bgv.run(async (tx) => {
    const { rows } = await sql<{ person_hash: string; person_until: string }>`
      select person_hash, person_until from recipients where tenant = 'bgv' and person_hash is not null`.execute(
      tx,
    )
    return rows
  })

test('a yearly cap that is used up stays so for who is forgotten, until the year is over', async () => {
  const email = 'cap.kontakt@post.example'
  const first = await contractOf(email)
  expect(first.cents).toBe(1_500)
  await takeAndLeave(first)
  const [kept] = await hashes()
  expect(kept?.person_until).toBe('2026-12-31')
  expect(JSON.stringify(kept)).not.toContain('cap')
  // However often, and with another spelling of the same mailbox.
  const again = await contractOf('cap.kontakt+neu@post.example')
  expect(again.cents).toBe(0)
  await takeAndLeave(again)
  expect((await contractOf(email)).cents).toBe(0)
  expect((await contractOf('other.kontakt@post.example')).cents).toBe(1_500)

  server.clock.set('2027-01-01T11:00:00Z')
  await runRewardSweeps(server.deps, 'bgv')
  expect(await hashes()).toEqual([])
  expect((await contractOf(email)).cents).toBe(1_500)
})

test('a look-back still knows an earlier customer who was forgotten, and holds the reward', async () => {
  const tenant = withSettings(bgv.tenant, {
    cap: { ...bgv.tenant.cap, cents: null },
    eligibility: { ...bgv.tenant.eligibility, existingCustomerMonths: 6 },
  })
  const email = 'frueher.kunde@post.example'
  const first = await contractOf(email, bgv, tenant)
  expect(first.mine?.review).toBe('none')
  await desk.collect(await bgv.token('reward', first.mine!.reward_id), { PraemieId: desk.voucher })
  await bgv.run(async (tx) => {
    await sql`update mails set state = 'sent', sent_at = created_at where tenant = 'bgv'`.execute(
      tx,
    )
    const asked = { actor: system, now: server.clock.now(), today: server.clock.today() }
    expect(await eraseRecipient(tx, server.deps, tenant, first.number, asked)).toEqual([])
  })
  server.clock.advance('P3M')
  const again = await contractOf(email, bgv, tenant)
  expect(again.mine).toMatchObject({ review: 'held', review_reasons: ['existing-customer'] })
})

test('words that a caller sent with a consent are forgotten with the last consent to them, all others stay', async () => {
  const { Empfehlungsnummer } = await recommended(server)
  const { Token: token } = await accepted(server, Empfehlungsnummer)
  const words = 'Ich bin Konny Kontakt und stimme zu.'
  await server.call('PUT', '/standard/empfaenger/zustimmung', { token, body: { AgbText: words } })
  const standard = await makeBench(server, 'standard')
  const texts = () =>
    standard.run(async (tx) => {
      const { rows } = await sql<{ text: string; said: boolean }>`
        select text, exists (select from consents
          where consents.tenant = 'standard' and consents.text_hash = consent_texts.text_hash) as said
        from consent_texts where tenant = 'standard'`.execute(tx)
      return rows
    })
  await forgetUnsaidTexts(server.deps, 'standard')
  const before = await texts()
  expect(before).toContainEqual({ text: words, said: true })
  await server.call('DELETE', '/standard/empfaenger/daten', { token })
  // A consent that is being recorded at this moment keeps its text, so none is deleted beside it.
  await standard.run(async (tx) => {
    const consent = { kind: 'terms', version: 'as-sent', text: 'Eben gesagt.' }
    await recordConsents(
      tx,
      'standard',
      { kind: 'visitor', id: 'test' },
      [consent],
      server.clock.now(),
    )
    expect(await forgetUnsaidTexts(server.deps, 'standard')).toBe(0)
  })
  await forgetUnsaidTexts(server.deps, 'standard')
  const after = await texts()
  expect(after.map(({ text }) => text)).not.toContain(words)
  expect(after.every(({ said }) => said)).toBe(true)
  expect(after.map(({ text }) => text)).toContain('Eben gesagt.')
})
