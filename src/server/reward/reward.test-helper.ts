import { randomBytes, randomInt } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { numberFrom, codeFrom } from '../../domain/numbers.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import { issueToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import type { FeedOrder } from '../order/record-order.ts'
import { importOrder } from './import-order.ts'
import { checkLedger } from './check-ledger-store.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseOrder } from './release-order.ts'
import { retryConflict } from '../db/retry-conflict.ts'

export type Referral = { number: string; accountId: string; email: string; product: string }

let made = 0

/** Shortcuts through one tenant's tables to where a test begins. */
export async function makeBench(server: TestServer, code: string) {
  const { deps, db } = server
  const tenant = await deps.tenants.get(code)
  const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, code, work)
  const products = await run((tx) =>
    tx
      .selectFrom('products')
      .select(['product_id', 'external_id', 'plan', 'commission_cents'])
      .where('tenant', '=', code)
      .orderBy('position')
      .execute(),
  )

  async function makeAccount(
    email = `werber${++made}@post.example`,
  ): Promise<{ accountId: string; email: string }> {
    const accountId = uuidv7()
    await run((tx) =>
      tx
        .insertInto('accounts')
        .values({
          tenant: code,
          account_id: accountId,
          email,
          first_name: 'Wera',
          last_name: 'Werber',
          language: 'de',
          referrer_hash: randomBytes(16).toString('hex'),
          created_at: deps.clock.now().toString(),
        })
        .execute(),
    )
    return { accountId, email }
  }

  async function makeReferral(
    options: {
      share?: number
      product?: string
      owned?: boolean
      account?: { accountId: string; email: string }
    } = {},
  ): Promise<Referral> {
    const account = options.account ?? (await makeAccount())
    const number = numberFrom(randomBytes(10))
    const product = options.product ?? products[0]!.product_id
    const { plan, commission_cents } = products.find((one) => one.product_id === product)!
    const today = deps.clock.today()
    await run((tx) =>
      tx
        .insertInto('referrals')
        .values({
          tenant: code,
          number,
          code: codeFrom(randomBytes(5)),
          account_id: account.accountId,
          owned_at: options.owned === false ? null : deps.clock.now().toString(),
          first_name: 'Wera',
          product_id: product,
          plan,
          commission_cents,
          channel: 'wa',
          share: options.share ?? 50,
          terms_version: 'test',
          state: 'open',
          created_at: deps.clock.now().toString(),
          created_on: today.toString(),
          valid_until: today.add({ days: 60 }).toString(),
        })
        .execute(),
    )
    return { number, product, ...account }
  }

  async function makeRecipient(
    referral: Referral,
    options: {
      state?: string
      email?: string
      street?: string
      houseNumber?: string
      zip?: string
      acceptedOn?: string
    } = {},
  ): Promise<{ number: string; email: string }> {
    const number = numberFrom(randomBytes(10))
    const email = options.email ?? `kontakt${++made}@post.example`
    const today = deps.clock.today()
    await run(async (tx) => {
      await tx
        .insertInto('recipients')
        .values({
          tenant: code,
          number,
          referral_number: referral.number,
          state: options.state ?? 'confirmed',
          salutation: 'Frau',
          first_name: 'Konny',
          last_name: 'Kontakt',
          email,
          street: options.street ?? null,
          house_number: options.houseNumber ?? null,
          zip: options.zip ?? null,
          language: 'de',
          channel: 'wa',
          created_at: deps.clock.now().toString(),
          created_on: options.acceptedOn ?? today.toString(),
          confirmed_at: options.state === 'accepted' ? null : deps.clock.now().toString(),
          delete_on: today.add({ weeks: 12 }).toString(),
        })
        .execute()
      await tx
        .updateTable('referrals')
        .set({ state: 'accepted' })
        .where('tenant', '=', code)
        .where('number', '=', referral.number)
        .where('state', '=', 'open')
        .execute()
    })
    return { number, email }
  }

  const externalOf = (product: string) =>
    products.find((one) => one.product_id === product)!.external_id

  function line(referral: Referral, more: Partial<FeedOrder> = {}): FeedOrder {
    return {
      externalNumber: `V-${++made}-${randomInt(1e9)}`,
      productExternalId: externalOf(referral.product),
      contractOn: deps.clock.today().toString(),
      status: 'abgeschlossen',
      ...more,
    }
  }

  const feed = (order: FeedOrder) =>
    retryConflict(() => run((tx) => importOrder(tx, deps, tenant, order, 'feed', system)))

  /** A confirmed order of a recipient; returns its number. */
  async function makeOrder(
    referral: Referral,
    recipient: { number: string },
    more: Partial<FeedOrder> = {},
  ) {
    const result = await feed(line(referral, { recipientNumber: recipient.number, ...more }))
    if (result.kind !== 'new') throw new Error(JSON.stringify(result))
    return result.number
  }

  const release = (number: string) => run((tx) => releaseOrder(tx, deps, tenant, number, system))

  /** A released order of a new referral, its rewards provided. */
  async function makeReward(
    options: {
      share?: number
      product?: string
      account?: { accountId: string; email: string }
    } = {},
  ) {
    const referral = await makeReferral({ share: 100, ...options })
    const recipient = await makeRecipient(referral)
    const orderNumber = await makeOrder(referral, recipient)
    await release(orderNumber)
    await provideRewards(deps, tenant, { orderNumber })
    const rewards = await readRewards(orderNumber)
    return { referral, recipient, orderNumber, rewards }
  }

  const readRewards = (orderNumber: string) =>
    run(async (tx) =>
      tx
        .selectFrom('rewards')
        .selectAll()
        .where('tenant', '=', code)
        .where('order_number', '=', orderNumber)
        .orderBy('beneficiary', 'desc')
        .execute(),
    )

  const readReward = (id: string) =>
    run((tx) =>
      tx
        .selectFrom('rewards')
        .selectAll()
        .where('tenant', '=', code)
        .where('reward_id', '=', id)
        .executeTakeFirstOrThrow(),
    )

  const token = (kind: 'reward' | 'user-session' | 'api-key' | 'recipient', subject: string) =>
    run(async (tx) => {
      const issued = await issueToken(tx, deps.keys, code, {
        kind,
        subject,
        now: deps.clock.now(),
        expiresAt: deps.clock.now().add({ hours: 24 * 500 }),
        uses: null,
        // As if received by mail.
        ...(kind === 'recipient' ? { details: { mailed: true } } : {}),
      })
      return issued.text
    })

  const stateOf = (table: 'referrals' | 'orders' | 'recipients', number: string) =>
    run(async (tx) => {
      const row = await tx
        .selectFrom(table)
        .select('state')
        .where('tenant', '=', code)
        .where('number', '=', number)
        .executeTakeFirstOrThrow()
      return row.state as string
    })

  const mails = (template?: string) =>
    run(async (tx) => {
      const rows = await tx
        .selectFrom('mails')
        .select(['template', 'to_address', 'data'])
        .where('tenant', '=', code)
        .orderBy('mail_id')
        .execute()
      return rows.filter((row) => !template || row.template === template)
    })

  return {
    code,
    tenant: tenant as Tenant,
    run,
    products,
    makeAccount,
    makeReferral,
    makeRecipient,
    makeOrder,
    makeReward,
    line,
    feed,
    release,
    readRewards,
    readReward,
    token,
    stateOf,
    mails,
    /** For afterEach: this tenant's books balance. */
    expectLedger: async () => expect(await run((tx) => checkLedger(tx, code))).toEqual([]),
  }
}

export type Bench = Awaited<ReturnType<typeof makeBench>>

/** A beneficiary's calls at the bench's tenant: view a reward and choose. */
export async function makeDesk(server: TestServer, bench: Bench) {
  const options = await bench.run((tx) =>
    tx
      .selectFrom('reward_options')
      .select(['option_id', 'kind'])
      .where('tenant', '=', bench.code)
      .orderBy('position')
      .execute(),
  )
  const optionOf = (kind: string) => options.find((option) => option.kind === kind)!.option_id
  return {
    cash: optionOf('cash'),
    voucher: optionOf('voucher'),
    collect: (token: string, body: object, headers: Record<string, string> = {}) =>
      server.call('PUT', `/${bench.code}/praemierung`, { token, body, headers }),
    show: (token: string) => server.call('GET', `/${bench.code}/praemierung`, { token }),
    reward: async (more: Parameters<Bench['makeReward']>[0] = {}) => {
      const made = await bench.makeReward(more)
      const id = made.rewards[0]!.reward_id
      return { ...made, id, token: await bench.token('reward', id) }
    },
  }
}

export type Desk = Awaited<ReturnType<typeof makeDesk>>

/** Server, bench and desk for tests about `standard`: each test begins at the same moment and leaves balanced books. */
export function useRewards(
  take: (made: { server: TestServer; bench: Bench; desk: Desk }) => void,
): void {
  let server: TestServer
  let bench: Bench
  beforeAll(async () => {
    server = await startTestServer()
    bench = await makeBench(server, 'standard')
    take({ server, bench, desk: await makeDesk(server, bench) })
  })
  beforeEach(() => {
    server.clock.set(testNow)
  })
  afterEach(() => bench.expectLedger())
  afterAll(() => server.stop())
}

/** Bank data in wire form. */
export const bankData = (iban: string, holder = 'Wera Werber') => ({
  Kontoinhaber: holder,
  Iban: iban,
})

export const withSettings = (tenant: Tenant, settings: Partial<Tenant>): Tenant => ({
  ...tenant,
  ...settings,
})

/** A valid German IBAN, different for each number. */
export function ibanOf(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}
