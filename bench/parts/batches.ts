import pg from 'pg'
import { BERLIN } from '../../src/domain/dates.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { stoppedClock } from '../../src/server/base/clock.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { expireReferrals } from '../../src/server/referral/jobs.ts'
import { readOrderFile } from '../../src/server/order/read-order-file.ts'
import { approvePayout } from '../../src/server/payout/approve-payout.ts'
import { confirmBatch } from '../../src/server/payout/confirm-batch.ts'
import { findProposal } from '../../src/server/payout/proposal-store.ts'
import { proposePayout } from '../../src/server/payout/propose-payout.ts'
import { releasePayout } from '../../src/server/payout/release-payout.ts'
import { listFilesOf } from '../../src/server/payout/store.ts'
import { applyDecisions } from '../../src/server/reward/apply-decisions.ts'
import { expireRewards } from '../../src/server/reward/expire-rewards.ts'
import { importFileLines } from '../../src/server/reward/import-order-file.ts'
import { provideRewards } from '../../src/server/reward/provide-rewards.ts'
import { releaseDueOrders } from '../../src/server/reward/release-due-orders.ts'
import { single, type Figure } from '../figure.ts'
import { fillPayouts } from '../fill-payouts.ts'
import { number, referralsPerAccount } from '../fill-referrals.ts'
import { makeDeps } from '../make-deps.ts'
import type { Bench, Part } from '../part.ts'
import { recordStatements } from '../record-statements.ts'

const tenant = 'standard'
const referrals = 400_000
const accounts = referrals / referralsPerAccount
const [orders, lines, payments] = [1_000, 10_000, 50_000]
const n = (count: number) => count.toLocaleString('en')

type Deps = ReturnType<typeof makeDeps>

/** What is due at once: releases, order lines, expiries, and a payout built and confirmed. */
export const measureBatches: Part = async (bench) => ({
  figures: [...(await measureRows(bench)), ...(await measureMoney(bench))],
  notes: [
    `Batches: ${n(referrals)} referrals of ${n(accounts)} accounts; orders, lines and rewards are of as many people, each of another account. One process, one after another, each with its statements per row. Memory is resident, above what it was before.`,
  ],
})

async function measureRows(bench: Bench): Promise<Figure[]> {
  const database = await bench.cluster.create('bench_batches', referrals)
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  const run = async (text: string) => {
    const client = new pg.Client({ connectionString: database.ownerUrl })
    await client.connect()
    try {
      await client.query(`set session_replication_role = replica; select set_tenant('${tenant}')`)
      return (await client.query<Record<string, string>>(text)).rows
    } finally {
      await client.end()
    }
  }
  try {
    const standard = await deps.tenants.get(tenant)
    // The second referral of each account has a contact without an order (fill-referrals.ts).
    const makeOrders = (prefix: string, from: number, releasableOn: string) =>
      run(`
      insert into orders (tenant, number, external_number, referral_number, recipient_number, product_id, contract_on, state,
        source, channel, reported_at, confirmed_at, releasable_on)
      select '${tenant}', ${number(prefix, 'i')}, '${prefix}-' || i, ${number('referral', 'i')}, ${number('recipient', 'i')}, '101',
        current_date, 'confirmed', 'bench', 'wa', now(), now(), ${releasableOn}
      from generate_series(${from}, ${from + orders - 1}) as i`)
    await makeOrders('due', accounts, 'current_date - 1')
    await run('analyze orders')
    const figures = await measure(
      bench,
      `${n(orders)} releases of due orders`,
      orders,
      3,
      async () => {
        const released = await releaseDueOrders(deps, standard)
        if (released !== orders) throw new Error(`${released} orders were released`)
      },
      deps,
    )
    figures.push(
      ...(await measure(
        bench,
        `${n(orders * 2)} rewards provided and mailed`,
        orders * 2,
        null,
        () => provideRewards(deps, standard, {}),
        deps,
      )),
    )
    await run(`
      update rewards set expires_on = current_date - 1
      where tenant = '${tenant}' and state = 'provided' and beneficiary = 'recipient'`)
    figures.push(
      ...(await measure(
        bench,
        `${n(orders)} rewards expired`,
        orders,
        3,
        async () => {
          const expired = await expireRewards(deps, standard)
          if (expired !== orders) throw new Error(`${expired} rewards expired`)
        },
        deps,
      )),
    )
    await makeOrders('decided', accounts + orders, 'current_date + 30')
    await run(`
      insert into order_decisions (tenant, order_number, action, refusal_reason, actor_kind, actor_id, actor_support, decided_at, due_at)
      select tenant, number, case when isrefusal then 'refuse' else 'release' end, case when isrefusal then 'duplicate' end,
        'operator', 'bench', false, now(), now() - case when isrefusal then interval '1 hour' else interval '2 hours' end
      from (select *, row_number() over () % 2 = 0 as isrefusal from orders where tenant = '${tenant}' and external_number like 'decided-%') as made;
      analyze order_decisions`)
    figures.push(
      ...(await measure(
        bench,
        `${n(orders)} decisions of agencies applied`,
        orders,
        3,
        async () => {
          const applied = await applyDecisions(deps, standard)
          if (applied !== orders) throw new Error(`${applied} decisions were applied`)
        },
        deps,
      )),
    )
    await run(`
      update referrals set valid_until = current_date + case when number = any (array(
        select number from referrals where tenant = '${tenant}' and state = 'open' limit ${orders})) then -1 else 30 end
      where tenant = '${tenant}' and state = 'open'`)
    figures.push(
      ...(await measure(
        bench,
        `${n(orders)} referrals expired`,
        orders,
        3,
        async () => {
          const expired = await expireReferrals(deps, tenant)
          if (expired !== orders) throw new Error(`${expired} referrals expired`)
        },
        deps,
      )),
    )
    const first = 2 * accounts
    const contacts = await run(
      `select i, ${number('recipient', 'i')} as number from generate_series(${first}, ${first + lines - 1}) as i`,
    )
    const [product] = await run(
      `select external_id from products where tenant = '${tenant}' and product_id = '101'`,
    )
    const day = deps.clock.today().toString()
    const file = [
      'ExterneAuftragsnummer;Empfaengernummer;ProduktExterneId;Vertragsdatum;Status',
      ...contacts.map(
        (one) =>
          `LINE-${one['i']};${one['number']};${product!['external_id']};${day};abgeschlossen`,
      ),
    ].join('\n')
    figures.push(
      ...(await measure(
        bench,
        `${n(lines)} order lines imported`,
        lines,
        15,
        async () => {
          const results = await importFileLines(deps, standard, readOrderFile(Buffer.from(file)), {
            actor: system,
            locale: 'de',
          })
          const created = results.filter(({ result }) => result === 'neu').length
          if (created !== lines)
            throw new Error(`${created} lines were new: ${results[0]?.message}`)
        },
        deps,
      )),
    )
    return figures
  } finally {
    await deps.db.close()
  }
}

/** Seconds, and statements for each row, which no other process changes. */
async function measure(
  { say }: Bench,
  what: string,
  rows: number,
  atMost: number | null,
  work: () => Promise<void>,
  deps: Deps,
): Promise<Figure[]> {
  const started = performance.now()
  let seconds = 0
  const { borrows } = await recordStatements(deps.db.pool, async () => {
    await work()
    seconds = (performance.now() - started) / 1000
  })
  const statements = borrows
    .flatMap(({ waves }) => waves)
    .reduce((sum, wave) => sum + wave.length, 0)
  say(`${what}: ${seconds.toFixed(1)} s, ${(statements / rows).toFixed(2)} statements each`)
  return [
    single(what, seconds, 's', atMost === null ? null : { of: 'ours', atMost }),
    single(`${what}: statements for each`, statements / rows, ''),
  ]
}

/** A payout of many due rewards: proposed and written, then confirmed by hand. */
async function measureMoney(bench: Bench): Promise<Figure[]> {
  const database = await bench.cluster.create('bench_batch_payout', 20)
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  try {
    await fillPayouts(database, deps, payments)
    let id = ''
    const built = await watch(async () => {
      const { proposal } = await proposePayout(deps, tenant, { ...system, id: 'bench' })
      id = proposal!.proposalId
      const standard = await deps.tenants.get(tenant)
      for (const turn of [1, 2])
        await withTenant(deps.db, tenant, async (tx) => {
          const found = await findProposal(tx, tenant, id)
          if (found?.state !== 'open') return
          await approvePayout(
            tx,
            deps,
            standard,
            { proposalId: id, hash: found.content_hash },
            { actor: { ...system, id: `approver-${turn}` }, aloneReason: null, isReleasing: true },
          )
        })
      await releasePayout(deps, tenant, id)
    })
    const files = await withTenant(deps.db, tenant, (tx) => listFilesOf(tx, tenant, id))
    const day = Temporal.PlainDate.from(files[0]!.execution_on)
    const evening = day.toZonedDateTime({ timeZone: BERLIN, plainTime: '20:00' }).toInstant()
    const later = { ...deps, clock: stoppedClock(deps.clock, evening) }
    let settled = 0
    const confirmed = await watch(async () => {
      for (const file of files) {
        settled += (await confirmBatch(later, tenant, file.batch_id, system)).settled
        bench.say(`batches, confirmed: ${settled}`)
      }
    })
    if (settled !== payments) throw new Error(`${settled} payments were confirmed`)
    return [
      ...figuresOf(`${n(payments)} due rewards built into a batch`, built, 30),
      ...figuresOf(`${n(payments)} payments confirmed`, confirmed, 60),
    ]
  } finally {
    await deps.db.close()
  }
}

type Watched = { seconds: number; megabytes: number }

async function watch(work: () => Promise<void>): Promise<Watched> {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  const look = () => (most = Math.max(most, process.memoryUsage().rss))
  const looking = setInterval(look, 20)
  const started = performance.now()
  await work()
  look()
  clearInterval(looking)
  return { seconds: (performance.now() - started) / 1000, megabytes: (most - before) / 1e6 }
}

const figuresOf = (what: string, { seconds, megabytes }: Watched, atMost: number): Figure[] => [
  single(what, seconds, 's', { of: 'ours', atMost }),
  single(`${what}: memory`, megabytes, 'MB', { of: 'ours', atMost: 200 }),
]
