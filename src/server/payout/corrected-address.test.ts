import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { runSweeps } from '../run-sweeps.ts'
import { applyBankFile } from './apply-status.ts'
import { payDue } from './play-both.ts'
import { makeFixtures, notice, operator } from './payout.test-helper.ts'

// Who has an address corrected to a mailbox of a friend waits for the bank to send the money back.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let support: string
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
  support = (await makeOperator(server, 'kundendienst@betrieb.example', ['support'])).token
})
afterAll(() => server.stop())

let made = 0

/** Support asks for another address of a reward's owner, and whoever reads it presses the link. */
async function correct(rewardId: string) {
  const { account_id } = await fixtures.reward(rewardId)
  const path = `/standard/betrieb/personen/${account_id}`
  const { Version } = (await server.call('GET', path, { token: support })).body
  const Email = `freund${++made}@post.example`
  const body = { Version, Email, Grund: 'Anruf von heute' }
  expect((await server.call('PUT', `${path}/email`, { token: support, body })).status).toBe(200)
  const Token = await mailedToken(server, 'standard', Email, 'newEmail')
  const pressed = await server.call('PUT', '/standard/account/email', { body: { Token } })
  expect(pressed.status).toBe(200)
}
const apply = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), operator)

type Sent = Awaited<ReturnType<typeof fixtures.sent>>
const refused = (reasonCode: string) => (sent: Sent) =>
  apply(fixtures.report(sent.messageId, [{ endToEndId: sent.ids[0]!, status: 'RJCT', reasonCode }]))
const paid = ({ ids }: Sent) => apply(notice({ id: ids[0]!, cents: 5000 }))
const returned = (reason: string) => async (sent: Sent) => {
  await paid(sent)
  return apply(notice({ id: sent.ids[0]!, cents: 5000, direction: 'CRDT', reason }))
}

test.each([
  ['refused, its account is asked for again', refused('AC04'), 'provided'],
  ['refused, it is due again', refused('AM04'), 'collected'],
  ['returned, its account is asked for again', returned('AC04'), 'provided'],
  ['returned for a reason that says too little', returned('MS03'), 'collected'],
])(
  'a payment that was at the bank when an operator’s correction was confirmed waits for a review: %s',
  async (_, gone, state) => {
    const sent = await fixtures.sent(5000)
    const [id = ''] = sent.rewards
    await correct(id)
    // What is at the bank is not held there.
    expect((await fixtures.reward(id)).review).toBe('none')
    await gone(sent)
    expect(await fixtures.reward(id)).toMatchObject({
      state,
      review: 'held',
      review_reasons: ['by-hand'],
    })
    // Whoever reads the new mailbox may give an account: no batch pays to it.
    if (state === 'provided') await fixtures.collect(id)
    await runSweeps(server.deps)
    expect(await payDue(server.deps, 'standard', operator)).toBeNull()
    await fixtures.booksAreRight()
  },
)

test('a payment that had arrived before the correction is held as well when the bank returns it', async () => {
  const sent = await fixtures.sent(5000)
  const [id = ''] = sent.rewards
  await paid(sent)
  await correct(id)
  await apply(notice({ id: sent.ids[0]!, cents: 5000, direction: 'CRDT', reason: 'AC04' }))
  expect(await fixtures.reward(id)).toMatchObject({ state: 'provided', review: 'held' })
})

test('what was collected after the correction is not held again, and nobody else’s is', async () => {
  const [other, first] = [await fixtures.sent(5000), await fixtures.provided()]
  await correct(first)
  // A review decided about it.
  await fixtures.inTenant((tx) =>
    tx
      .updateTable('rewards')
      .set({ review: 'approved' })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', first)
      .execute(),
  )
  await fixtures.collect(first)
  const batch = await payDue(server.deps, 'standard', operator)
  const [payout] = await fixtures.payouts(first)
  const { message_id: messageId } = await fixtures.inTenant((tx) =>
    tx
      .selectFrom('payout_batches')
      .select('message_id')
      .where('tenant', '=', 'standard')
      .where('batch_id', '=', batch!.batchId)
      .executeTakeFirstOrThrow(),
  )
  await apply(
    fixtures.report(messageId, [
      { endToEndId: payout!.end_to_end_id, status: 'RJCT', reasonCode: 'AC04' },
    ]),
  )
  await refused('AC04')(other)
  expect((await fixtures.reward(first)).review).toBe('approved')
  expect((await fixtures.reward(other.rewards[0]!)).review).toBe('none')
})
