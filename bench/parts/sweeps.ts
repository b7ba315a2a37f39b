import type { Paces } from '../../src/server/base/run-due.ts'
import type { Deps } from '../../src/server/context.ts'
import { makeAdvanceClock } from '../../src/server/demo/advance-clock.ts'
import { showFunnel } from '../../src/server/operator/show-funnel.ts'
import { everySweep, isDue, runSweeps } from '../../src/server/run-sweeps.ts'
import { agedReferrals, fillAged } from '../fill-aged.ts'
import { median, single, type Figure } from '../figure.ts'
import { makeDeps } from '../make-deps.ts'
import type { Part } from '../part.ts'
import { recordStatements } from '../record-statements.ts'

const tenant = 'standard'

/** What every minute costs where nothing is due: with a million recommendations, and with twenty; the funnel; and the demo's clock. */
export const measureSweeps: Part = async (bench) => {
  const aged = await bench.cluster.find('bench_aged')
  const database = aged ?? (await bench.cluster.create('bench_aged', 0))
  if (!aged) await fillAged(database.ownerUrl)
  const young = await bench.cluster.create('bench_young', 20)
  const demo = await bench.cluster.create('bench_jump', 0)
  const old = makeDeps(database.appUrl, { log: 'silent' })
  const fresh = makeDeps(young.appUrl, { log: 'silent' })
  const jumping = makeDeps(demo.appUrl, { log: 'silent' })
  try {
    // What was due is done.
    const paces: Paces[] = [new Map(), new Map()]
    const idle = (deps: Deps, at: number) => async () => {
      await runSweeps(deps, { paces: paces[at], tenants: [tenant] })
    }
    for (const deps of [old, fresh]) for (let i = 0; i < 2; i++) await runOnce(deps)
    for (const [at, deps] of [old, fresh].entries())
      for (let i = 0; i < 10; i++) await idle(deps, at)()
    const steps = (await everySweep(old, tenant)).map((): number[] => [])
    const wholes: { ours: number; baseline: number }[] = []
    const minutes: { ours: number; baseline: number }[] = []
    for (let round = 0; round < bench.rounds * 4; round++) {
      const ours = await runOnce(old)
      const baseline = await runOnce(fresh)
      for (const [at, ms] of ours.entries()) steps[at]!.push(ms)
      wholes.push({ ours: sum(ours), baseline: sum(baseline) })
      minutes.push({ ours: await timed(idle(old, 0)), baseline: await timed(idle(fresh, 1)) })
    }
    const medians = steps.map(median)
    for (const [at, ms] of medians.entries())
      if (ms > 5)
        for (const text of await slowOf(old, at))
          bench.say(`${ms.toFixed(1)} ms, step ${at}: ${text}`)
    const figures: Figure[] = [
      single(
        'a tenant with nothing due, each minute (median)',
        median(minutes.map(({ ours }) => ours)),
        'ms',
        {
          of: 'ours',
          atMost: 5,
        },
      ),
      single(
        '1,000 tenants with nothing due, of a core for a minute',
        await shareOfCore(idle(old, 0)),
        '%',
        {
          of: 'ours',
          atMost: 10,
        },
      ),
      single('idle sweep, its slowest step (median)', Math.max(...medians), 'ms', {
        of: 'ours',
        atMost: 5,
      }),
      {
        what: `idle sweep of a tenant with ${agedReferrals.toLocaleString('en')} referrals, all its steps`,
        unit: 'ms',
        ours: median(wholes.map(({ ours }) => ours)),
        baseline: { what: 'one with 20', value: median(wholes.map(({ baseline }) => baseline)) },
        ratio: median(wholes.map(({ ours, baseline }) => ours / baseline)),
        aim: { of: 'ratio', atMost: 1.5 },
      },
      single('funnel of a quarter', await funnelOfQuarter(old, bench.rounds), 'ms', {
        of: 'ours',
        atMost: 200,
      }),
      single('60 days in the fresh demo', (await jump(jumping)) / 1_000, 's', {
        of: 'ours',
        atMost: 3,
      }),
    ]
    return {
      figures,
      notes: [
        `Sweeps: ${medians.length} steps of one tenant, one after another, with nothing due; ${agedReferrals.toLocaleString('en')} referrals, 3,000,000 clicks, 200,000 accounts, 260,000 orders, 480,000 rewards. Each minute one statement says whether any is due; the steps are run each day or hour, or when one is. Of a core: the program's part, without the database's.`,
      ],
    }
  } finally {
    for (const { db } of [old, fresh, jumping]) await db.close()
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Percent of a core that 1,000 tenants take in a minute. */
async function shareOfCore(sweep: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  for (let i = 0; i < 1_000; i++) await sweep()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) / 60_000_000) * 100
}

async function funnelOfQuarter(deps: Deps, rounds: number): Promise<number> {
  const to = deps.clock.today()
  const took: number[] = []
  for (let round = 0; round < rounds; round++)
    took.push(
      await timed(() =>
        showFunnel(deps, tenant, { by: 'channel', from: to.subtract({ months: 3 }), to }),
      ),
    )
  return median(took)
}

/** Milliseconds of a jump, without the mails of jobs, which take as long as they are many. */
function jump(deps: Deps): Promise<number> {
  const advance = makeAdvanceClock(deps, {
    runSweeps: (tenants) => runSweeps(deps, { tenants }),
    drain: async () => undefined,
    tenants: () => deps.tenants.codes(),
    isDue: (code, at) => isDue(deps, code, at),
  })
  return timed(() => advance(Temporal.Duration.from('P60D')))
}

const sum = (all: number[]) => all.reduce((total, one) => total + one, 0)

/** Milliseconds of each step. */
async function runOnce(deps: Deps): Promise<number[]> {
  const took: number[] = []
  for (const { run } of await everySweep(deps, tenant)) {
    const began = performance.now()
    await run()
    took.push(performance.now() - began)
  }
  return took
}

/** The statements of a step, each with its milliseconds. */
async function slowOf(deps: Deps, at: number): Promise<string[]> {
  const { borrows } = await recordStatements(deps.db.pool, async () => {
    await (await everySweep(deps, tenant))[at]!.run()
  })
  return borrows.flatMap(({ waves }) =>
    waves
      .flat()
      .map(
        ({ text, values }) =>
          `${text.replaceAll(/\s+/g, ' ').slice(0, 4000)} -- ${JSON.stringify(values).slice(0, 200)}`,
      ),
  )
}
