import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { mailboxOf } from '../../domain/email.ts'
import { saveBankAccount, saveRewardBankData } from '../reward/bank-store.ts'
import { accountPlace, rewardPlace, sealBankData } from '../reward/check-bank-data.ts'
import { ibanOf, useRewards, type Bench } from '../reward/reward.test-helper.ts'
import { isOwnCase, type Concerned } from './own-case.ts'
import { readMailboxes } from './own-case-store.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

const is = (id: string, concerned: Partial<Concerned>) =>
  bench.run((tx) =>
    isOwnCase(tx, server.deps, 'standard', id, {
      accounts: [],
      recipients: [],
      ...concerned,
    }),
  )
let made = 0
const operator = (email = `dienst${++made}@post.example`) => makeOperator(server, email)
const holder = { holder: 'Wera Werber', bic: null }

test('an account or contact with the operator’s mailbox is their own case, in any spelling', async () => {
  const { id } = await operator('mara.lind@gmail.com')
  const other = await bench.makeAccount()
  const { accountId } = await bench.makeAccount('maralind+geld@googlemail.com')
  expect(await is(id, { accounts: [accountId] })).toBe(true)
  expect(await is(id, { accounts: [other.accountId] })).toBe(false)
  const referral = await bench.makeReferral()
  const contact = await bench.makeRecipient(referral, {
    email: 'm.aralind@gmail.com',
  })
  const stranger = await bench.makeRecipient(referral)
  expect(await is(id, { recipients: [contact.number] })).toBe(true)
  expect(await is(id, { recipients: [stranger.number] })).toBe(false)
  expect(await is(id, { accounts: [other.accountId], recipients: [contact.number] })).toBe(true)
  expect(await is(id, {})).toBe(false)
})

test('so is the household of somebody with the operator’s mailbox', async () => {
  const { id, email } = await operator()
  const referral = await bench.makeReferral()
  const home = { houseNumber: '3a', zip: '26121' }
  await bench.makeRecipient(referral, {
    ...home,
    email,
    street: 'Birkenstraße',
  })
  const [near, far] = [
    await bench.makeRecipient(referral, { ...home, street: 'Birkenstr.' }),
    await bench.makeRecipient(referral, { ...home, street: 'Ahornweg' }),
  ]
  expect(await is(id, { recipients: [near.number] })).toBe(true)
  expect(await is(id, { recipients: [far.number] })).toBe(false)
  const account = await bench.makeAccount(near.email)
  expect(await is(id, { accounts: [account.accountId] })).toBe(true)
})

test('so is whoever uses the IBAN of somebody with the operator’s mailbox', async () => {
  const { id, email } = await operator()
  const { deps } = server
  const save = async (accountId: string, iban: string) =>
    bench.run((tx) => {
      const place = accountPlace('standard', accountId)
      const sealed = sealBankData(deps.keys, { ...holder, iban }, place)
      return saveBankAccount(tx, 'standard', accountId, sealed, deps.clock.now())
    })
  await save((await bench.makeAccount(email)).accountId, ibanOf(8_801))
  const [same, other] = [await bench.makeAccount(), await bench.makeAccount()]
  await save(same.accountId, ibanOf(8_801))
  await save(other.accountId, ibanOf(8_802))
  expect(await is(id, { accounts: [same.accountId] })).toBe(true)
  expect(await is(id, { accounts: [other.accountId] })).toBe(false)
  // Given for one reward only.
  const { rewards, recipient } = await bench.makeReward({ share: 50 })
  const { reward_id } = rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
  expect(await is(id, { recipients: [recipient.number] })).toBe(false)
  await bench.run((tx) => {
    const place = rewardPlace('standard', reward_id)
    const sealed = sealBankData(deps.keys, { ...holder, iban: ibanOf(8_801) }, place)
    return saveRewardBankData(tx, 'standard', reward_id, sealed, deps.clock.now())
  })
  expect(await is(id, { recipients: [recipient.number] })).toBe(true)
})

test('so is whoever uses the IBAN or home of the operator’s sales partner, and what the operator’s agency made', async () => {
  const partner = await makePartnerBench(server, 'standard')
  const { id } = await operator(partner.email)
  const referral = await bench.makeReferral()
  const home = { street: 'Hafenweg', houseNumber: '1', zip: '20457' }
  const [near, far] = [
    await bench.makeRecipient(referral, home),
    await bench.makeRecipient(referral),
  ]
  expect(await is(id, { recipients: [near.number] })).toBe(true)
  expect(await is(id, { recipients: [far.number] })).toBe(false)
  const { accountId } = await bench.makeAccount()
  await bench.run((tx) => {
    const place = accountPlace('standard', accountId)
    const iban = 'DE89370400440532013000'
    const sealed = sealBankData(server.deps.keys, { ...holder, iban }, place)
    return saveBankAccount(tx, 'standard', accountId, sealed, server.deps.clock.now())
  })
  expect(await is(id, { accounts: [accountId] })).toBe(true)
  const { agencyId, employee } = await makeAgency(server, 'standard', 'AG-9901')
  const member = await operator(employee.email)
  expect(await is(member.id, { agencies: [agencyId] })).toBe(true)
  expect(await is((await operator()).id, { agencies: [agencyId] })).toBe(false)
})

test('the database’s mailbox of an account is the domain’s', async () => {
  const emails = ['a.b+c@gmail.com', 'a.b@googlemail.com', 'a.b+c+d@post.example', 'x@y.example']
  for (const email of emails) {
    const { accountId } = await bench.makeAccount(email)
    const asked = { accounts: [accountId], recipients: [] }
    expect(await bench.run((tx) => readMailboxes(tx, 'standard', asked))).toEqual([
      mailboxOf(email),
    ])
  }
})
