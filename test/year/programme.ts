import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { codeFrom, numberFrom } from '../../src/domain/numbers.ts'
import type { Tenant } from '../../src/domain/tenant.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { issueToken } from '../../src/server/base/token-store.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { loadOffer, optionsOf } from '../../src/server/catalogue/option-view.ts'
import { withTenant, type Tx } from '../../src/server/db/connection.ts'
import { retryConflict } from '../../src/server/db/retry-conflict.ts'
import { insertPast, listProducts, type PastRows } from '../../src/server/demo/history-store.ts'
import { collectIn } from '../../src/server/reward/collect-reward.ts'
import { importOrder } from '../../src/server/reward/import-order.ts'
import { provideReward } from '../../src/server/reward/provide-rewards.ts'
import { releaseOrder } from '../../src/server/reward/release-order.ts'
import { issueRewardToken } from '../../src/server/reward/reward-mails.ts'
import type { TestServer } from '../helpers/server.ts'
import { ibanOf } from '../long/random.ts'

// A tenant's people and what they are owed, written down beside the product. People and referrals are rows; everything that moves money goes
// through the use cases.

export type Owed = {
  rewardId: string
  cents: number
  owner: Person
  iban: string | null // to which it was asked for last
}
export type Person = { email: string; name: string; accountId: string | null; iban: string }

const perAccount = 4

export type Programme = ReturnType<typeof makeProgramme>

export function makeProgramme(
  server: Pick<TestServer, 'deps' | 'db' | 'call'>,
  code: string,
  { random, firstIban }: { random: () => number; firstIban: number },
) {
  const { deps, db, call } = server
  let confirmed = 0
  const owed = new Map<string, Owed>()
  const open: { person: Person; left: number }[] = []
  let ibans = firstIban
  let people = 0
  const given = new Set<string>()
  const newIban = () => {
    const iban = ibanOf(++ibans)
    given.add(iban)
    return iban
  }
  const names = ['Ada', 'Bo', 'Cleo', 'Dora', 'Emil', 'Frieda', 'Gustav', 'Hélène', 'Jürgen']
  const newPerson = (kind: string): Person => {
    const number = ++people
    const name = `${names[number % names.length]!} ${kind}${number}`
    const email = `${kind.toLowerCase()}${number}@jahr.example`
    return { email, name, accountId: kind === 'Geber' ? uuidv7() : null, iban: newIban() }
  }

  /** Each in a transaction of its own, some at once. */
  async function inParts<T, R>(all: readonly T[], work: (tx: Tx, one: T) => Promise<R>) {
    const left = all.values()
    const done: R[] = []
    const worker = async () => {
      for (const one of left)
        done.push(await retryConflict(() => withTenant(db, code, (tx) => work(tx, one))))
    }
    await Promise.all(Array.from({ length: 3 }, worker))
    return done
  }

  /** So many orders are concluded, confirmed and released, and their rewards provided. */
  async function business(orders: number): Promise<void> {
    const tenant = await deps.tenants.get(code)
    const deals = await withTenant(db, code, async (tx) => {
      const products = (await listProducts(tx, code)).filter(
        ({ commission_cents: cents }) => cents >= 1000,
      )
      const rows: PastRows = { accounts: [], invitations: [], referrals: [], recipients: [] }
      const deals = Array.from({ length: orders }, () => {
        const product = products[Math.floor(random() * products.length)]!
        return { product, ...imagine(rows, product) }
      })
      await insertPast(tx, code, rows)
      return deals
    })
    for (const made of await inParts(deals, (tx, deal) => conclude(tx, tenant, deal)))
      for (const one of made) owed.set(one.rewardId, one)
  }

  function imagine(
    rows: PastRows,
    product: { product_id: string; plan: string; commission_cents: number },
  ) {
    const now = deps.clock.now()
    const since = now.subtract({ hours: 24 * 20 })
    const day = since.toString().slice(0, 10)
    let host = random() < 0.7 ? open[Math.floor(random() * open.length)] : undefined
    if (!host) {
      host = { person: newPerson('Geber'), left: perAccount }
      open.push(host)
      rows.accounts.push({
        account_id: host.person.accountId!,
        email: host.person.email,
        first_name: host.person.name.split(' ')[0]!,
        last_name: host.person.name.split(' ')[1]!,
        language: 'de',
        referrer_hash: createHash('sha256')
          .update(host.person.accountId!)
          .digest('hex')
          .slice(0, 22),
        created_at: since.toString(),
        confirmed_at: since.toString(),
      })
    }
    host.left -= 1
    if (host.left === 0) open.splice(open.indexOf(host), 1)
    const contact = newPerson('Gast')
    const referral = numberFrom(randomBytes(10))
    const recipient = numberFrom(randomBytes(10))
    rows.referrals.push({
      number: referral,
      code: codeFrom(randomBytes(5)),
      account_id: host.person.accountId!,
      owned_at: since.toString(),
      first_name: host.person.name.split(' ')[0]!,
      product_id: product.product_id,
      plan: product.plan,
      commission_cents: product.commission_cents,
      channel: 'wa',
      share: random() < 0.5 ? 100 : 50,
      terms_version: 'demo',
      state: 'accepted',
      created_at: since.toString(),
      created_on: day,
      valid_until: Temporal.PlainDate.from(day).add({ days: 60 }).toString(),
    })
    rows.recipients.push({
      number: recipient,
      referral_number: referral,
      state: 'confirmed',
      salutation: 'Frau',
      first_name: contact.name.split(' ')[0]!,
      last_name: contact.name.split(' ')[1]!,
      email: contact.email,
      language: 'de',
      channel: 'wa',
      created_at: since.toString(),
      created_on: day,
      confirmed_at: since.toString(),
      consented_at: since.toString(),
      delete_on: Temporal.PlainDate.from(day).add({ weeks: 12 }).toString(),
    })
    return { referrer: host.person, contact, recipient }
  }

  async function conclude(
    tx: Tx,
    tenant: Tenant,
    deal: ReturnType<typeof imagine> & { product: { external_id: string } },
  ): Promise<Owed[]> {
    const line = {
      externalNumber: `J-${deal.recipient}`,
      productExternalId: deal.product.external_id,
      recipientNumber: deal.recipient,
      contractOn: deps.clock.today().subtract({ days: 18 }).toString(),
      status: 'abgeschlossen' as const,
    }
    const imported = await importOrder(tx, deps, tenant, line, 'feed', system)
    if (imported.kind !== 'new') throw new Error(`No order: ${JSON.stringify(imported)}`)
    const released = await releaseOrder(tx, deps, tenant, imported.number, system)
    if (released.kind !== 'released') throw new Error(`Not released: ${released.kind}`)
    const made: Owed[] = []
    for (const { rewardId, beneficiary, cents, held } of released.rewards) {
      if (held) throw new Error('A reward is held')
      const owner = beneficiary === 'referrer' ? deal.referrer : deal.contact
      await provideReward(tx, deps, tenant, rewardId, system)
      made.push({ rewardId, cents, owner, iban: null })
    }
    return made
  }

  /** Whose rewards wait to be collected ask for them; `iban`: to another account than their owner's. */
  async function collect(which: (one: Owed) => boolean, iban?: string): Promise<number> {
    const tenant = await deps.tenants.get(code)
    const { rows } = await withTenant(db, code, (tx) =>
      sql<{ id: string; again: boolean; spells: string | null }>`
        select reward_id::text as id, payout_problem is not null as again,
          (select bank_spells from reward_bank_data bank where bank.tenant = ${code} and bank.reward_id = rewards.reward_id) as spells
        from rewards where tenant = ${code} and state = 'provided' order by reward_id`.execute(tx),
    )
    const asking: Owed[] = []
    for (const { id, again, spells } of rows) {
      const one = owed.get(id)
      if (!one || !which(one)) continue
      if (spells !== null && iban === undefined) {
        await confirm(one)
        continue
      }
      // The bank said that their account is gone.
      if (again && iban === undefined && one.iban === one.owner.iban) one.owner.iban = newIban()
      one.iban = iban ?? one.owner.iban
      asking.push(one)
    }
    await inParts(asking, (tx, one) => collectOne(tx, tenant, one))
    return asking.length
  }

  /** Whoever the bank knows by another name says on their page that it is theirs. */
  async function confirm({ rewardId, owner }: Owed): Promise<void> {
    const now = deps.clock.now()
    const { text: token } = await withTenant(db, code, (tx) =>
      issueToken(tx, deps.keys, code, {
        kind: 'reward',
        subject: rewardId,
        now,
        expiresAt: now.add({ hours: 24 }),
        uses: null,
      }),
    )
    const path = `/${code}/praemierung/kontoinhaber`
    const { body } = await call('GET', path, { token })
    const name: string = body.Frage.BankSchreibt
    const { status } = await call('PUT', path, { token, body: { BankSchreibt: name } })
    if (status >= 300) throw new Error(`${rewardId} is not confirmed: ${status}`)
    owner.name = name
    confirmed += 1
  }

  async function collectOne(tx: Tx, tenant: Tenant, { rewardId, cents, owner, iban }: Owed) {
    const today = deps.clock.today()
    const options = optionsOf(await loadOffer(tx, tenant, today), cents, 'de')
    const option = options.find(({ kind }) => kind === 'cash')!
    const tokenId = await issueRewardToken(tx, deps, code, rewardId, today.add({ months: 12 }))
    const caller = {
      kind: 'reward',
      rewardId,
      tokenId,
      bySession: false,
      opensCodes: false,
    } as const
    const bankData = { holder: owner.name, iban: iban! }
    const body = { optionId: option.id, bankData }
    const at = { now: deps.clock.now(), today, analytics: null }
    await collectIn(
      tx,
      { deps, tenant, locale: 'de', caller, ...at, body },
      { rewardId, checkProof: null },
    )
  }

  return {
    code,
    owed,
    business,
    collect,
    newIban,
    confirmed: () => confirmed,
    ibans: given as ReadonlySet<string>,
  }
}
