import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { groupIban } from '../../domain/iban.ts'
import { openSession } from '../account/session.ts'
import { uuidv7 } from '../base/uuid.ts'
import { exportPerson } from './export-person.ts'
import { grantGoodwill } from '../reward/grant-goodwill.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'
import { payDue } from '../payout/play-both.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const actor = { kind: 'system', id: 'test' } as const
const iban = ibanOf(871)

/** An account with a stored IBAN, a paid reward, one that waits to be paid, a voucher and goodwill. */
async function makePerson() {
  const account = await bench.makeAccount()
  const session = await bench.token('user-session', account.accountId)
  const body = { ...bankData(iban), Bic: 'COBADEFF' }
  await server.call('PUT', '/standard/empfehler/bankdaten', { token: session, body })
  const collectCash = async () => {
    const { token } = await desk.reward({ account })
    expect((await desk.collect(token, { PraemieId: desk.cash })).status).toBe(200)
  }
  await collectCash()
  server.clock.advance('P40D')
  await bench.run(() => payDue(server.deps, 'standard', actor))
  await collectCash()
  const { token } = await desk.reward({ account })
  expect((await desk.collect(token, { PraemieId: desk.voucher })).status).toBe(200)
  const grant = { email: account.email, cents: 700, reason: 'Lange gewartet', rewardId: uuidv7() }
  await bench.run((tx) => grantGoodwill(tx, server.deps, bench.tenant, grant, actor))
  return { ...account, goodwill: grant.rewardId }
}

const ask = async (token: string) =>
  (await server.call('GET', '/standard/empfehler/export', { token })).body

const sessionBy = (accountId: string, by: object) =>
  bench.run(async (tx) => (await openSession(tx, server.deps, 'standard', accountId, by)).token)

test('whoever logged in with the password gets the own data whole: IBANs, waiting bank data, voucher codes, reasons of goodwill', async () => {
  const person = await makePerson()
  const file = await ask(await sessionBy(person.accountId, {}))
  expect(file.Vollstaendig).toBe(true)
  const whole = { Kontoinhaber: 'Wera Werber', Iban: groupIban(iban), Bic: 'COBADEFF' }
  expect(file.Bankverbindung).toEqual(whole)
  expect(file.Auszahlungen).toMatchObject([{ Iban: groupIban(iban), Status: 'unterwegs' }])
  const rewards: Record<string, any>[] = file.Praemierungen
  expect(rewards.filter((one) => one['WartendeBankdaten']?.Iban === groupIban(iban)).length).toBe(2)
  const codes = rewards.flatMap((one) => one['Gutscheincodes'])
  expect(codes.length).toBeGreaterThan(0)
  for (const { Code } of codes) expect(Code).toMatch(/^[A-Z0-9-]{6,}$/)
  expect(rewards.find(({ Id }) => Id === person.goodwill)).toMatchObject({
    Kulanzgrund: 'Lange gewartet',
  })
  expect(rewards.filter(({ Kulanzgrund }) => Kulanzgrund !== null)).toHaveLength(1)
})

test('whoever came by a mailed link, and an operator who sends the file by letter, get neither an IBAN nor a code', async () => {
  const person = await makePerson()
  const byLink = await ask(await sessionBy(person.accountId, { byLink: true }))
  const byLetter = await bench.run((tx) =>
    exportPerson(tx, server.deps, bench.tenant, person.email, actor),
  )
  const codes = (await ask(await sessionBy(person.accountId, {}))).Praemierungen.flatMap(
    ({ Gutscheincodes }: { Gutscheincodes: { Code: string }[] }) => Gutscheincodes,
  ).map(({ Code }: { Code: string }) => Code)
  for (const file of [byLink, byLetter!['Empfehler'] as any]) {
    expect(file.Vollstaendig).toBe(false)
    expect(file.Bankverbindung.Iban).toContain('****')
    const text = JSON.stringify(file)
    expect(text).toContain('Lange gewartet')
    for (const secret of [iban, groupIban(iban), ...codes]) expect(text).not.toContain(secret)
  }
})

test('nobody gets what is of somebody else', async () => {
  await makePerson()
  const other = await bench.makeAccount()
  const file = await ask(await bench.token('user-session', other.accountId))
  expect([file.Bankverbindung, file.Auszahlungen, file.Praemierungen]).toEqual([null, [], []])
})

test('the reason of goodwill stands in its row of the log', async () => {
  const { goodwill } = await makePerson()
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'reason'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', goodwill)
      .where('action', '=', 'goodwill-granted')
      .execute(),
  )
  expect(rows).toEqual([{ action: 'goodwill-granted', reason: 'Lange gewartet' }])
})
