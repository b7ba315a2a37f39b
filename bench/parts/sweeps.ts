import { everySweep } from '../../src/server/run-sweeps.ts'
import type { Deps } from '../../src/server/context.ts'
import { agedReferrals, fillAged } from '../fill-aged.ts'
import { median, single, type Figure } from '../figure.ts'
import { makeDeps } from '../make-deps.ts'
import type { Part } from '../part.ts'
import { recordStatements } from '../record-statements.ts'

const tenant = 'standard'

/** What every minute costs where nothing is due: with a million recommendations, and with twenty. */
export const measureSweeps: Part = async (bench) => {
  const aged = await bench.cluster.find('bench_aged')
  const database = aged ?? (await bench.cluster.create('bench_aged', 0))
  if (!aged) await fillAged(database.ownerUrl)
  const young = await bench.cluster.create('bench_young', 20)
  const old = makeDeps(database.appUrl, { log: 'silent' })
  const fresh = makeDeps(young.appUrl, { log: 'silent' })
  try {
    // What was due is done.
    for (const deps of [old, fresh]) for (let i = 0; i < 2; i++) await runOnce(deps)
    const steps = (await everySweep(old, tenant)).map((): number[] => [])
    const wholes: { ours: number; baseline: number }[] = []
    for (let round = 0; round < bench.rounds * 4; round++) {
      const ours = await runOnce(old)
      const baseline = await runOnce(fresh)
      for (const [at, ms] of ours.entries()) steps[at]!.push(ms)
      wholes.push({ ours: sum(ours), baseline: sum(baseline) })
    }
    const medians = steps.map(median)
    for (const [at, ms] of medians.entries())
      if (ms > 5)
        for (const text of await slowOf(old, at))
          bench.say(`${ms.toFixed(1)} ms, step ${at}: ${text}`)
    const figures: Figure[] = [
      single('idle sweep, its slowest step (median)', Math.max(...medians), 'ms', {
        of: 'ours',
        atMost: 5,
      }),
      {
        what: `idle sweep of a tenant with ${agedReferrals.toLocaleString('en')} referrals`,
        unit: 'ms',
        ours: median(wholes.map(({ ours }) => ours)),
        baseline: { what: 'one with 20', value: median(wholes.map(({ baseline }) => baseline)) },
        ratio: median(wholes.map(({ ours, baseline }) => ours / baseline)),
        aim: { of: 'ratio', atMost: 1.5 },
      },
    ]
    return {
      figures,
      notes: [
        `Sweeps: ${medians.length} steps of one tenant, one after another, with nothing due; ${agedReferrals.toLocaleString('en')} referrals, 3,000,000 clicks, 200,000 accounts, 260,000 orders, 480,000 rewards.`,
      ],
    }
  } finally {
    await old.db.close()
    await fresh.db.close()
  }
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
