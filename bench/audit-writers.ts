// Ten writers of one tenant, each transaction an audit row: `chained` as the app appends it, or the same row as a bare insert (baseline).
import { audit } from '../src/server/base/audit-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { makeDeps } from './make-deps.ts'

const { appUrl, chained } = JSON.parse(process.argv[2] ?? '{}') as {
  appUrl: string
  chained: boolean
}
const { db } = makeDeps(appUrl, { log: 'silent' })

const at = Temporal.Instant.from('2026-11-18T09:00:00Z')
const write = () =>
  withTenant(db, 'standard', (tx) =>
    audit(tx, 'standard', {
      at,
      actor: { kind: 'operator', id: 'bench' },
      action: 'log-in',
      subjectKind: 'bench',
      subjectId: 'bench',
    }),
  )

async function insert(): Promise<void> {
  const client = await db.pool.connect()
  try {
    await Promise.all([
      client.query('begin'),
      client.query(`select set_tenant('standard')`),
      client.query(`insert into bench_audit (tenant, at, actor_kind, actor_id, action, subject_kind, subject_id, number, hash)
        values ('standard', '${at}', 'operator', 'bench', 'bench', 'bench', 'bench', 0, '')`),
      client.query('commit'),
    ])
  } finally {
    client.release()
  }
}

async function runFor(seconds: number): Promise<{ perSecond: number; ms: number[] }> {
  const started = performance.now()
  const ms: number[] = []
  const writer = async () => {
    while (performance.now() < started + seconds * 1000) {
      const began = performance.now()
      await (chained ? write() : insert())
      ms.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: 10 }, writer))
  return { perSecond: (ms.length * 1000) / (performance.now() - started), ms }
}

process.on('message', ({ seconds }: { seconds: number }) => {
  void runFor(seconds).then((result) => process.send?.(result))
})
process.once('disconnect', () => void db.close().then(() => process.exit(0)))
