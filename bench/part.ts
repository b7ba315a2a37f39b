import type { BenchDatabase, Cluster } from './bench-database.ts'
import { startChild, type Child } from './child.ts'
import type { Figure } from './figure.ts'

export type Bench = {
  cluster: Cluster
  rounds: number
  profileDir: string | null
  say: (line: string) => void
}

/** null: this machine has not what it needs, and it has said so. */
export type Part = (bench: Bench) => Promise<{ figures: Figure[]; notes: string[] } | null>

/** Starts a server process over a database, ours or a baseline's; returns its origin and the process to measure. */
export async function startServer(
  bench: Bench,
  { appUrl, queueUrl }: Pick<BenchDatabase, 'appUrl' | 'queueUrl'>,
  script = './server.ts',
): Promise<{ origin: string; child: Child }> {
  const child = startChild(script, { appUrl, queueUrl }, bench.profileDir)
  const { port } = await child.ask<{ port: number }>('port?')
  return { origin: `http://127.0.0.1:${port}`, child }
}
