import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { audit } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { queueMail } from '../mail/store.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => {
  ;({ server, bench, desk } = made)
})

const Grund = 'Anruf von heute'
let made = 0
const operator = () => makeOperator(server, `post${++made}@betrieb.example`, ['support'])
const send = (id: string, token: string, body: object) =>
  server.call('POST', `/standard/betrieb/personen/${id}/mail`, { token, body: { ...body, Grund } })
const page = async (id: string, token: string) =>
  (await server.call('GET', `/standard/betrieb/personen/${id}`, { token })).body
const to = (address: string) => queuedMails(server, 'standard', address)

/** A refusal that went out, with a link that is over. */
async function tell(email: string, rewardId: string, template: 'refused' | 'payoutDone') {
  const { deps } = server
  return bench.run(async (tx) => {
    const { id } = await issueToken(tx, deps.keys, 'standard', {
      kind: 'reward',
      subject: rewardId,
      now: deps.clock.now().subtract({ hours: 48 }),
      expiresAt: deps.clock.now().subtract({ hours: 24 }),
      uses: null,
    })
    await queueMail(tx, 'standard', {
      template,
      to: email,
      locale: 'de',
      data: { firstName: 'Wera', link: { link: { page: 'Reward', token: { id, as: 't' } } } },
      dedupeKey: `${template}|${rewardId}`,
      now: deps.clock.now(),
    })
    await sql`update mails set state = 'sent', sent_at = created_at where tenant = 'standard' and to_address = ${email}`.execute(
      tx,
    )
  })
}

test('what was decided or paid is sent again as it was, with links that open, and only the person’s own', async () => {
  const { token } = await operator()
  const { referral, rewards } = await bench.makeReward()
  const other = await bench.makeAccount()
  const [{ reward_id: rewardId }] = [rewards[0]!]
  await tell(referral.email, rewardId, 'refused')
  const { VersandteMails: told } = await page(referral.accountId, token)
  expect(told).toMatchObject([{ Vorlage: 'refused' }])
  const [first] = await to(referral.email)
  const again = { Mail: 'sent', Id: told[0].MailId }
  expect((await send(other.accountId, token, again)).body).toEqual({ Gesendet: 0 })
  const done = await send(referral.accountId, token, again)
  expect([done.status, done.body]).toEqual([200, { Gesendet: 1 }])
  const [newest] = await to(referral.email)
  expect(newest).toMatchObject({ template: 'refused', to: referral.email })
  expect(newest!.token).not.toBe(first!.token)
  expect(
    (await server.call('GET', '/standard/praemie', { token: newest!.token! })).status,
  ).not.toBe(401)
  const log = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['reason', 'details'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', referral.accountId)
      .where('action', '=', 'mail-resent')
      .orderBy('number')
      .execute(),
  )
  expect(log).toMatchObject([{ reason: Grund, details: { template: 'refused' } }])
  for (let more = 0; more < 4; more++) await send(referral.accountId, token, again)
  expect((await send(referral.accountId, token, again)).status).toBe(429)
})

test('a voucher’s facts are shown without its code; it is sent again, but not to an address that is newer', async () => {
  const { token } = await operator()
  const { referral, rewards } = await bench.makeReward({ share: 100 })
  const rewardId = rewards[0]!.reward_id
  const option = await bench.run((tx) =>
    tx
      .selectFrom('reward_options')
      .select(['option_id', 'title'])
      .where('tenant', '=', 'standard')
      .where('option_id', '=', desk.voucher)
      .executeTakeFirstOrThrow(),
  )
  await desk.collect(await bench.token('reward', rewardId), { PraemieId: desk.voucher })
  const { Gutscheine } = await page(referral.accountId, token)
  expect(Gutscheine).toEqual([
    {
      Praemie: rewardId,
      Marke: (option.title as { de: string }).de,
      Cent: rewards[0]!.cents,
      Abgeholt: expect.any(String),
      Gesendet: null,
      Gueltigkeit: expect.any(String),
      Sendbar: true,
    },
  ])
  const again = { Mail: 'voucher', Id: rewardId }
  expect((await send(referral.accountId, token, again)).body).toEqual({ Gesendet: 1 })
  expect((await to(referral.email))[0]).toMatchObject({ template: 'voucher' })
  server.clock.advance('PT1M')
  await bench.run((tx) =>
    audit(tx, 'standard', {
      at: server.clock.now(),
      actor: { kind: 'referrer', id: referral.accountId },
      action: 'change-email',
      subjectKind: 'account',
      subjectId: referral.accountId,
      details: { askedBy: 'somebody of support' },
    }),
  )
  expect((await send(referral.accountId, token, again)).body).toEqual({ Gesendet: 0 })
  expect((await page(referral.accountId, token)).Gutscheine[0].Sendbar).toBe(false)
  // Nor by whoever reads the new mailbox.
  const own = await server.call('GET', `/standard/empfehler/praemierungmail/${rewardId}`, {
    token: await bench.token('user-session', referral.accountId),
  })
  expect([own.status, own.body.ErrorCode]).toEqual([409, 'PSOF0406'])
})

test('a mail sent again opens nothing that was ended, nor the page of somebody else who had this address', async () => {
  const { token } = await operator()
  const { referral, rewards } = await bench.makeReward()
  const others = await bench.makeReward()
  const ended = rewards[0]!.reward_id
  await tell(referral.email, ended, 'refused')
  await bench.run((tx) =>
    sql`update tokens set revoked_at = now() where tenant = 'standard' and subject = ${ended}`.execute(
      tx,
    ),
  )
  await tell(referral.email, others.rewards[0]!.reward_id, 'payoutDone')
  const { VersandteMails: told } = await page(referral.accountId, token)
  expect(told).toHaveLength(2)
  const before = (await to(referral.email)).map((mail) => mail.token)
  for (const { MailId } of told) await send(referral.accountId, token, { Mail: 'sent', Id: MailId })
  const after = await to(referral.email)
  expect(after).toHaveLength(before.length + 2)
  expect(after.every((mail) => before.includes(mail.token))).toBe(true)
})

test('a payment that is announced is announced again', async () => {
  const { token } = await operator()
  const { referral, rewards } = await bench.makeReward()
  const mine = rewards.find(({ beneficiary }) => beneficiary === 'referrer')!
  expect((await send(referral.accountId, token, { Mail: 'collected' })).body.Gesendet).toBe(0)
  await desk.collect(await bench.token('reward', mine.reward_id), {
    PraemieId: desk.cash,
    Bankdaten: bankData(ibanOf(71)),
  })
  expect((await page(referral.accountId, token)).OffeneMails).toContain('collected')
  expect((await send(referral.accountId, token, { Mail: 'collected' })).body.Gesendet).toBe(1)
  expect((await to(referral.email))[0]).toMatchObject({ template: 'rewardCollected' })
})
