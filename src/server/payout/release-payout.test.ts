import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { makeKeys } from '../base/keys.ts'
import { hasXsd, xsdErrors } from '../gateways/bank-files/xsd.test-helper.ts'
import { approvePayout } from './approve-payout.ts'
import { readBatchFile } from './batch-file.ts'
import { payDue, playBoth } from './play-both.ts'
import { findProposal, listItems } from './proposal-store.ts'
import { proposePayout } from './propose-payout.ts'
import { differences } from './proposed-now.ts'
import { releasePayout } from './release-payout.ts'
import { listBatches } from './list-batches.ts'
import { ibans, makeFixtures, operator } from './payout.test-helper.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const create = () => payDue(server.deps, 'standard', operator)

test('nothing due makes no batch', async () => {
  await fixtures.provided()
  const later = await fixtures.provided()
  await fixtures.collect(later, ibans.first, server.clock.today().add({ days: 400 }))
  expect(await create()).toBeNull()
  expect(await listBatches(server.deps, 'standard')).toEqual([])
})

test('whoever plays everybody writes the files itself, on its own day: no job does at the same time', async () => {
  await fixtures.collected(1_000)
  await create()
  const { rows } = await fixtures.inTenant((tx) =>
    sql`select from outbox where tenant = 'standard' and kind = 'release-payout'`.execute(tx),
  )
  expect(rows).toEqual([])
})

test('50 parallel runs pay every due reward once', async () => {
  const rewards = await Promise.all(
    Array.from({ length: 40 }, (_, index) => fixtures.collected(1000 + index)),
  )
  const runs = await Promise.all(Array.from({ length: 50 }, create))
  // Who finds somebody else's goes on with that one.
  const made = [
    ...new Map(runs.flatMap((batch) => (batch ? [[batch.batchId, batch]] : []))).values(),
  ]
  expect(made.reduce((sum, batch) => sum + batch.transfers, 0)).toBe(40)
  expect(made.reduce((sum, batch) => sum + batch.totalCents, 0)).toBe(40 * 1000 + (39 * 40) / 2)
  for (const id of rewards) {
    const payouts = await fixtures.payouts(id)
    expect(payouts).toHaveLength(1)
    const [payout] = payouts
    expect(await fixtures.reward(id)).toMatchObject({
      state: 'collected',
      payout_id: payout?.payout_id,
    })
    const files = made.filter((batch) => batch.file.includes(payout?.end_to_end_id ?? '-'))
    expect(files.map((batch) => batch.batchId)).toEqual([payout?.batch_id])
  }
  expect(await create()).toBeNull()
})

test.each([
  ['Prämie', 'Praemie'],
  ['Bonus', 'Bonus'],
] as const)(
  'the purpose of a payment names the reward as the tenant does: %s',
  async (rewardWord, written) => {
    await fixtures.collected(1234)
    const tenant = { ...(await server.deps.tenants.get('standard')), rewardWord }
    const tenants = { ...server.deps.tenants, get: () => Promise.resolve(tenant) }
    const batch = await payDue({ ...server.deps, tenants }, 'standard', operator)
    expect(batch?.file).toMatch(new RegExp(`<Ustrd>Sonnseite ${written}, Ref[.] \\w{8}</Ustrd>`))
  },
)

test('the file is valid, complete, and byte-identical whenever it is fetched', async () => {
  const id = await fixtures.collected(5001)
  const batch = await create()
  if (!batch) throw new Error('no batch')
  const [payout] = await fixtures.payouts(id)
  expect(batch.file).toContain(`<EndToEndId>${payout?.end_to_end_id}</EndToEndId>`)
  expect(payout?.end_to_end_id).toMatch(/^[A-Z0-9]{1,35}$/)
  expect(batch.file).toContain('<InstdAmt Ccy="EUR">50.01</InstdAmt>')
  expect(batch.file).toContain('<Nm>Mira Groessenwahn + Soehne</Nm>')
  expect(batch.file).toContain('<ReqdExctnDt><Dt>2026-11-18</Dt></ReqdExctnDt>')
  expect(batch.file).not.toContain('PstlAdr')
  server.clock.advance('P3D')
  for (const _ of [1, 2])
    expect(await readBatchFile(server.deps, 'standard', batch.batchId)).toBe(batch.file)
  await expect(readBatchFile(server.deps, 'bgv', batch.batchId)).rejects.toThrow('not-found')
  if (hasXsd) {
    for (const schema of ['iso/pain.001.001.09.xsd', 'dk/pain.001.001.09_GBIC_5.xsd']) {
      expect(xsdErrors(batch.file, schema)).toBe('')
    }
  }
})

test('a batch is executed on the next TARGET day after today, over weekends and holidays', async () => {
  server.clock.set('2026-12-24T11:00:00Z')
  await fixtures.collected()
  const batch = await create()
  expect((await listBatches(server.deps, 'standard'))[0]).toMatchObject({
    batchId: batch?.batchId,
    executionOn: '2026-12-28',
    transfers: 1,
    totalCents: 5000,
    createdBy: 'test',
    states: { 'in-transit': { count: 1, cents: 5000 }, paid: { count: 0, cents: 0 } },
  })
})

test('held and refused rewards, and those of another tenant, stay out', async () => {
  const held = await fixtures.collected()
  await fixtures.inTenant((tx) =>
    sql`update rewards set review = 'held' where tenant = 'standard' and reward_id = ${held}`.execute(
      tx,
    ),
  )
  const elsewhere = makeFixtures(server, 'bgv')
  const other = await elsewhere.collected()
  expect(await create()).toBeNull()
  expect((await payDue(server.deps, 'bgv', operator))?.transfers).toBe(1)
  expect((await elsewhere.reward(other)).payout_id).not.toBeNull()
  await elsewhere.booksAreRight()
})

// No call leads there: what is claimed back is paid, or in a batch. The batch that decides what is paid does not rely on that.
test.each(["review = 'refused'", 'claimed_back_at = collected_at'])(
  'a reward stays out that is due but %s',
  async (change) => {
    const id = await fixtures.collected()
    const set = (what: string) =>
      fixtures.inTenant((tx) =>
        sql`update rewards set ${sql.raw(what)} where tenant = 'standard' and reward_id = ${id}`.execute(
          tx,
        ),
      )
    await set(change)
    expect(await create()).toBeNull()
    await set("review = 'none', claimed_back_at = null")
    expect((await create())?.transfers).toBe(1)
  },
)

const swiss = 'CH9300762011623852957'

test('a stored BIC of another country is left out where the IBAN suffices; else the account is asked for anew', async () => {
  const setBic = (id: string, bic: string | null) =>
    fixtures.inTenant((tx) =>
      sql`update reward_bank_data set bic = ${bic} where tenant = 'standard' and reward_id = ${id}`.execute(
        tx,
      ),
    )
  const german = await fixtures.collected(3300)
  await setBic(german, 'UBSWCHZH80A')
  const good = await fixtures.collected(3400, swiss)
  await setBic(good, 'UBSWCHZH80A')
  const wrong = await fixtures.collected(3500, swiss)
  await setBic(wrong, 'COBADEFFXXX')
  const none = await fixtures.collected(3600, swiss)
  const batch = await create()
  expect(batch?.totalCents).toBe(6700)
  expect(batch?.file.match(/<BICFI>[^<]*/g)).toEqual(['<BICFI>BYLADEM1001', '<BICFI>UBSWCHZH80A'])
  for (const id of [wrong, none])
    expect(await fixtures.reward(id)).toMatchObject({
      state: 'provided',
      payout_problem: 'bic-missing',
    })
  expect((await fixtures.payouts(german))[0]?.bic).toBeNull()
})

test('bank data that cannot be paid to go back to their owner and keep nobody else out', async () => {
  const wrong = await fixtures.collected(3000, 'DE00370400440532013000', 'en')
  const missing = await fixtures.collected(3100)
  await fixtures.inTenant((tx) =>
    sql`delete from reward_bank_data where tenant = 'standard' and reward_id = ${missing}`.execute(
      tx,
    ),
  )
  const right = await fixtures.collected(3200)
  const oldTokens = await fixtures.liveTokens(wrong)
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 3200 })
  expect((await fixtures.reward(right)).payout_id).not.toBeNull()
  for (const id of [wrong, missing]) {
    expect(await fixtures.reward(id)).toMatchObject({
      state: 'provided',
      payout_id: null,
      taken_as: null,
      due_on: null,
      provisions: 2,
    })
    expect(await fixtures.payouts(id)).toEqual([])
  }
  expect((await fixtures.reward(wrong)).payout_problem).toBe('iban-invalid')
  const [fresh, ...more] = await fixtures.liveTokens(wrong)
  expect(more).toEqual([])
  expect(fresh?.token_id).not.toBe(oldTokens[0]?.token_id)
  expect((await fixtures.mails('bankDataNeeded')).map((mail) => mail.locale).toSorted()).toEqual([
    'de',
    'en',
  ])
  await fixtures.collect(wrong, ibans.second)
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 3000 })
})

const setSealed = (id: string, sealed: string) =>
  fixtures.inTenant((tx) =>
    sql`update reward_bank_data set iban_encrypted = ${sealed} where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    ),
  )
const sealedOf = async (id: string) =>
  (
    await fixtures.inTenant((tx) =>
      sql<{ iban_encrypted: string }>`
        select iban_encrypted from reward_bank_data where tenant = 'standard' and reward_id = ${id}`.execute(
        tx,
      ),
    )
  ).rows[0]!.iban_encrypted
const otherKeys = makeKeys(['another secret of at least 32 characters'])

test('an account that cannot be opened is asked for anew, one whose key is missing waits for it, and all others are proposed', async () => {
  const [moved, lacking, first, second] = [
    await fixtures.collected(3000),
    await fixtures.collected(3100),
    await fixtures.collected(3200),
    await fixtures.collected(3300),
  ]
  await setSealed(moved, await sealedOf(first))
  const kept = await sealedOf(lacking)
  await setSealed(lacking, otherKeys.encrypt(ibans.first, rewardPlace('standard', lacking)))
  const error = vi.spyOn(server.deps.log, 'error')
  const { batch, sentBack } = await playBoth(server.deps, 'standard', operator)
  const logged = error.mock.calls
  error.mockRestore()
  expect(batch).toMatchObject({ transfers: 2, totalCents: 6500 })
  expect(sentBack).toEqual([{ id: moved, problem: 'iban-missing', follows: 'asked' }])
  expect(logged).toEqual([
    [{ tenant: 'standard', why: 'iban-unopened', count: 1, ids: [moved] }, 'accounts do not open'],
    [{ tenant: 'standard', why: 'key-missing', count: 1, ids: [lacking] }, 'accounts do not open'],
  ])
  expect((await fixtures.reward(second)).payout_id).not.toBeNull()
  expect(await fixtures.reward(moved)).toMatchObject({
    state: 'provided',
    payout_problem: 'iban-missing',
  })
  expect(await fixtures.mails('bankDataNeeded')).toHaveLength(1)
  // With its key again it is paid, and nobody was asked.
  expect(await fixtures.reward(lacking)).toMatchObject({ state: 'collected', payout_id: null })
  await setSealed(lacking, kept)
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 3100 })
})

test.each(['moved', 'lacking'])(
  'an account that no longer opens once it is approved is left out of the file, and the others are paid (%s)',
  async (how) => {
    const bad = await fixtures.collected(3000)
    const [first, second] = [await fixtures.collected(3200), await fixtures.collected(3300)]
    const { deps } = server
    const tenant = await deps.tenants.get('standard')
    const { proposal } = await proposePayout(deps, 'standard', operator, { withFresh: true })
    const { proposalId } = proposal!
    await fixtures.inTenant(async (tx) => {
      for (let turn = 1; turn <= proposal!.approvalsNeeded; turn++) {
        const found = await findProposal(tx, 'standard', proposalId)
        const by = {
          actor: { ...operator, id: `approver-${turn}` },
          aloneReason: null,
          isReleasing: true,
        }
        await approvePayout(tx, deps, tenant, { proposalId, hash: found!.content_hash }, by)
      }
    })
    await setSealed(
      bad,
      how === 'moved'
        ? await sealedOf(first)
        : otherKeys.encrypt(ibans.first, rewardPlace('standard', bad)),
    )
    await releasePayout(deps, 'standard', proposalId)
    const [file, ...more] = await listBatches(deps, 'standard')
    expect(more).toEqual([])
    expect(file).toMatchObject({ transfers: 2 })
    expect((await fixtures.reward(second)).payout_id).not.toBeNull()
    expect(await fixtures.reward(bad)).toMatchObject({ state: 'collected', payout_id: null })
    expect(await fixtures.inTenant((tx) => findProposal(tx, 'standard', proposalId))).toMatchObject(
      { state: 'released', payments: 2, total_cents: 6500 },
    )
  },
)

test('a proposal with an account that no longer opens is shown and ends as changed when it is approved', async () => {
  const [bad, other] = [await fixtures.collected(3000), await fixtures.collected(3200)]
  const { deps } = server
  const tenant = await deps.tenants.get('standard')
  const { proposal } = await proposePayout(deps, 'standard', operator, { withFresh: true })
  await setSealed(bad, await sealedOf(other))
  await fixtures.inTenant(async (tx) => {
    const id = proposal!.proposalId
    const items = await listItems(tx, 'standard', id)
    expect(await differences(tx, deps, tenant, items)).toEqual(new Set([bad]))
    const { content_hash: hash } = (await findProposal(tx, 'standard', id))!
    const by = { actor: { ...operator, id: 'approver' }, aloneReason: null }
    await approvePayout(tx, deps, tenant, { proposalId: id, hash }, by)
    expect(await findProposal(tx, 'standard', id)).toMatchObject({ state: 'changed' })
  })
  expect(await create()).toMatchObject({ transfers: 1, totalCents: 3200 })
})

test('more unpayable rewards than a batch takes hide no payable one behind them', async () => {
  const wrong = []
  for (let index = 0; index < 5; index++)
    wrong.push(await fixtures.collected(100, 'DE00370400440532013000'))
  const right = await fixtures.collected(3300)
  const more = await fixtures.collected(3400)
  const batch = await payDue(server.deps, 'standard', operator, { limit: 2 })
  expect((await fixtures.reward(right)).payout_id).not.toBeNull()
  for (const id of wrong)
    expect(await fixtures.reward(id)).toMatchObject({ state: 'provided', payout_id: null })
  const rest = await create()
  expect((batch?.transfers ?? 0) + (rest?.transfers ?? 0)).toBe(2)
  expect((await fixtures.reward(more)).payout_id).not.toBeNull()
  // All unpayable: they go back, and there is no batch.
  await fixtures.collected(100, 'DE00370400440532013000')
  await fixtures.collected(100, 'DE00370400440532013000')
  expect(await payDue(server.deps, 'standard', operator, { limit: 1 })).toBeNull()
})

test('a change of the IBAN after the claim touches later payouts only', async () => {
  const id = await fixtures.collected(2000, ibans.first)
  const batch = await create()
  const change = server.deps.keys.encrypt(ibans.third, rewardPlace('standard', id))
  await fixtures.inTenant((tx) =>
    sql`update reward_bank_data set iban_encrypted = ${change} where reward_id = ${id}`.execute(tx),
  )
  const file = await readBatchFile(server.deps, 'standard', batch?.batchId ?? '')
  expect(file).toContain(ibans.first)
  expect(file).not.toContain(`<CdtrAcct><Id><IBAN>${ibans.third}`)
  const [payout] = await fixtures.payouts(id)
  expect(
    server.deps.keys.decrypt(payout?.iban_encrypted ?? '', `standard|payouts|${payout?.payout_id}`),
  ).toBe(ibans.first)
})

test('a tenant account that no bank would take stops the run and claims nothing', async () => {
  const id = await fixtures.collected(2100)
  const tenant = await server.deps.tenants.get('standard')
  const { iban } = tenant.payoutAccount
  tenant.payoutAccount.iban = 'DE00'
  try {
    await expect(create()).rejects.toThrow('IBAN of the debtor')
  } finally {
    tenant.payoutAccount.iban = iban
  }
  expect(await fixtures.reward(id)).toMatchObject({ state: 'collected', payout_id: null })
  expect(await create()).toMatchObject({ transfers: 1 })
})

test('a name that was stored in another script is asked for anew, and no file says "-" for it', async () => {
  const id = await fixtures.collected(3300)
  await fixtures.inTenant((tx) =>
    tx
      .updateTable('reward_bank_data')
      .set({ holder: '王小明' })
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', id)
      .execute(),
  )
  expect(await create()).toBeNull()
  expect(await fixtures.reward(id)).toMatchObject({
    state: 'provided',
    payout_problem: 'holder-letters',
  })
  expect((await fixtures.mails('bankDataNeeded')).at(-1)?.data).toMatchObject({
    reason: 'Banken brauchen den Namen des Kontoinhabers in lateinischen Buchstaben.',
  })
})
