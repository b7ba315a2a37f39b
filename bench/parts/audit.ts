import { countRows, prepareBareAudit } from '../bench-database.ts'
import { startChild } from '../child.ts'
import { compare, median, single } from '../figure.ts'
import type { Part } from '../part.ts'

/** Audit rows per second of ten writers at one tenant, each with the hash of the row before it, against bare inserts. */
export const measureAudit: Part = async (bench) => {
  const database = await bench.cluster.create('bench_audit', 1_000)
  await prepareBareAudit(database)
  const start = (chained: boolean) =>
    startChild('./audit-writers.ts', { appUrl: database.appUrl, chained }, bench.profileDir)
  const [ours, bare] = [start(true), start(false)]
  type Answer = { perSecond: number; ms: number[] }
  try {
    await ours.ask({ seconds: 2 })
    await bare.ask({ seconds: 2 })
    const rounds: { ours: number; baseline: number }[] = []
    const took: number[] = []
    for (let round = 0; round < bench.rounds * 3; round += 1) {
      const before = await countRows(database, 'audit_log')
      const chained = await ours.ask<Answer>({ seconds: 1 })
      const added = (await countRows(database, 'audit_log')) - before
      if (added !== chained.ms.length)
        throw new Error(`${chained.ms.length} writes, but ${added} rows`)
      const inserted = await bare.ask<Answer>({ seconds: 1 })
      took.push(...chained.ms)
      rounds.push({ ours: chained.perSecond, baseline: inserted.perSecond })
      bench.say(
        `audit rows ${chained.perSecond.toFixed(0)}/s, bare ${inserted.perSecond.toFixed(0)}/s`,
      )
    }
    return {
      figures: [
        compare(
          { what: 'audit rows of ten writers', baseline: 'bare inserts', unit: '/s' },
          rounds,
        ),
        single('an audited change while ten write, median', median(took), 'ms'),
      ],
      notes: [
        'Audit: ten writers of one tenant at once, a row and a commit each, fsync and synchronous_commit on. The hashes put their commits one after another, where bare inserts share a flush.',
      ],
    }
  } finally {
    await ours.stop()
    await bare.stop()
  }
}
