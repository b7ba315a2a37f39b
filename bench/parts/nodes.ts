import pg from 'pg'
import { startNodes, whyNoNodes } from '../../test/helpers/citus.ts'
import { distribute } from '../../src/server/db/distribute.ts'
import { migrate } from '../../src/server/db/migrate.ts'
import { demoTenants } from '../../src/server/demo/demo-tenants.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { installQueue } from '../../src/server/jobs/install-queue.ts'
import type { Child } from '../child.ts'
import { createPathOf, createRequest } from '../create-request.ts'
import { compare, median, type Figure } from '../figure.ts'
import { browserHeaders, load, refuseOthers } from '../load.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Bench, type Part } from '../part.ts'
import { postgresCpuMs } from '../postgres-cpu.ts'

const tenantsPerWorker = 4
const kinds = ['click', 'creation'] as const
type Kind = (typeof kinds)[number]
type Side = 'any' | 'coordinator'
/** Milliseconds of each node, the coordinator's first, for each answer. */
type Turn = { perAnswer: number[] }
type Turns = Record<Kind, Record<Side, Turn[]>>

/**
 * What a click and a creation cost the nodes of a distributed database: through the coordinator, and through any other node; on two workers,
 * and on one. Processor time, as all nodes are on one machine.
 */
export const measureNodes: Part = async (bench) => {
  const why = whyNoNodes()
  if (why !== null) {
    bench.say(`Nothing was measured on several nodes: ${why}.`)
    return null
  }
  const one = await measure(bench, 1)
  const two = await measure(bench, 2)
  const figures = kinds.flatMap((kind): Figure[] => {
    const pairs = (of: (turn: Turn) => number, baseline = two[kind].coordinator) =>
      two[kind].any.map((turn, at) => ({ ours: of(turn), baseline: of(baseline[at]!) }))
    const sum = ({ perAnswer }: Turn) => perAnswer.reduce((all, ms) => all + ms, 0)
    const busiest = ({ perAnswer }: Turn) => Math.max(...perAnswer)
    const second = (ms: number) => 1_000 / ms
    const through = 'through the coordinator'
    return [
      compare(
        {
          what: `the coordinator’s CPU per ${kind}, through any node`,
          baseline: through,
          unit: 'ms',
        },
        pairs(({ perAnswer }) => perAnswer[0]!),
        kind === 'click' ? { of: 'ours', atMost: 0.1 } : null,
      ),
      compare(
        {
          what: `${kind}s per second of the CPU of all nodes, through any node`,
          baseline: through,
          unit: '/s',
        },
        pairs((turn) => second(sum(turn))),
      ),
      compare(
        {
          what: `${kind}s per second of the busiest node’s CPU, two workers`,
          baseline: `through any node, one worker`,
          unit: '/s',
        },
        pairs((turn) => second(busiest(turn)), one[kind].any),
      ),
      compare(
        {
          what: `${kind}s per second of the busiest node’s CPU, two workers through any node`,
          baseline: through,
          unit: '/s',
        },
        pairs((turn) => second(busiest(turn))),
      ),
    ]
  })
  const shares = (turns: Turn[]) =>
    turns[0]!.perAnswer
      .map((_, node) => median(turns.map(({ perAnswer }) => perAnswer[node]!)).toFixed(2))
      .join(' + ')
  return {
    figures,
    notes: [
      `Nodes: a coordinator and workers of Citus on one machine with fsync on; ${tenantsPerWorker} tenants on each worker; web processes over 50 connections (ROLE=web, so nothing of the queue’s work is in it), CPU of each node’s PostgreSQL with all its processes. Medians in ms per click, coordinator + workers: ${shares(two.click.any)} through any node, ${shares(two.click.coordinator)} through the coordinator, ${shares(one.click.any)} of one worker; per creation ${shares(two.creation.any)}, ${shares(two.creation.coordinator)} and ${shares(one.creation.any)}.`,
    ],
  }
}

async function measure(bench: Bench, workers: number): Promise<Turns> {
  const cluster = await startNodes({ workers, durable: true })
  const children: Child[] = []
  try {
    await migrate(cluster.ownerUrl)
    await installQueue(cluster.ownerUrl)
    await distribute(cluster.ownerUrl)
    const tenants = await chooseTenants(cluster.nodes[0]!, workers)
    await seed(cluster.appUrl, tenants)
    const [coordinator, ...others] = cluster.nodes.map((node) => new URL(node).host)
    const throughAny = cluster.appUrl.replace(`@${coordinator}/`, `@${others.join()}/`)
    const sides: Record<Side, string> = { any: throughAny, coordinator: cluster.appUrl }
    const turns: Turns = {
      click: { any: [], coordinator: [] },
      creation: { any: [], coordinator: [] },
    }
    const origins = {} as Record<Side, string>
    for (const side of ['any', 'coordinator'] as const) {
      const { origin, child } = await startServer(bench, {
        appUrl: sides[side],
        queueUrl: cluster.appUrl,
      })
      children.push(child)
      origins[side] = origin
    }
    const run = async (kind: Kind, side: Side, seconds: number): Promise<Turn> => {
      const origin = origins[side]
      const before = cluster.folders.map(postgresCpuMs)
      const result = await load({
        origin,
        ...(await requestsOf(kind, cluster.appUrl, tenants)),
        seconds,
        connections: 50,
      })
      refuseOthers(`${kind} through ${side}`, result)
      const after = cluster.folders.map(postgresCpuMs)
      return { perAnswer: after.map((ms, node) => (ms - before[node]!) / result.answers) }
    }
    for (const kind of ['creation', 'click'] as const)
      for (const side of ['any', 'coordinator'] as const) await run(kind, side, 4)
    for (let round = 0; round < bench.rounds; round += 1)
      for (const kind of kinds)
        for (const side of ['any', 'coordinator'] as const) {
          const turn = await run(kind, side, 3)
          turns[kind][side].push(turn)
          const each = turn.perAnswer.map((ms) => ms.toFixed(3)).join(' + ')
          bench.say(`${kind} through ${side}, ${workers} workers: ${each} ms`)
        }
    return turns
  } finally {
    for (const child of children) await child.stop()
    await cluster.stop()
  }
}

async function requestsOf(kind: Kind, appUrl: string, tenants: string[]) {
  if (kind === 'creation')
    return {
      status: 201,
      requests: tenants.map((tenant) => ({
        method: 'POST' as const,
        path: createPathOf(tenant),
        setupRequest: (request: object) => ({
          ...request,
          ...createRequest(`${tenant}-${process.pid}`),
        }),
      })),
    }
  const numbers = await listCreated(appUrl, tenants)
  return {
    status: 302,
    requests: numbers.map(({ tenant, number }) => ({
      path: `/api/v1/${tenant}/empfehlen/click/${number}?channel=wa`,
      headers: browserHeaders,
    })),
  }
}

/** Forty of each, by turns. */
async function listCreated(appUrl: string, tenants: string[]) {
  const client = new pg.Client({ connectionString: appUrl })
  await client.connect()
  try {
    const byTenant: { tenant: string; number: string }[][] = []
    for (const tenant of tenants) {
      await client.query('begin')
      await client.query('select set_tenant($1)', [tenant])
      const { rows } = await client.query<{ tenant: string; number: string }>(
        'select tenant, number from referrals where tenant = $1 order by number limit 40',
        [tenant],
      )
      await client.query('commit')
      byTenant.push(rows)
    }
    return Array.from({ length: 40 }, (_, at) => byTenant.flatMap((rows) => rows[at] ?? [])).flat()
  } finally {
    await client.end()
  }
}

/** As many tenants for each worker, by where Citus puts their codes. */
async function chooseTenants(coordinator: string, workers: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinator })
  await client.connect()
  try {
    const { rows } = await client.query<{ code: string; node: number }>(`
      select 'bench' || i as code, p.groupid as node from generate_series(1, 99) as i, pg_dist_placement p
      where p.shardid = get_shard_id_for_distribution_column('tenants', 'bench' || i) order by i`)
    const chosen = [...Map.groupBy(rows, ({ node }) => node).values()].map((some) =>
      some.slice(0, tenantsPerWorker).map(({ code }) => code),
    )
    if (chosen.length !== workers) throw new Error(`Tenants are on ${chosen.length} workers`)
    return Array.from({ length: tenantsPerWorker }, (_, at) =>
      chosen.map((some) => some[at]!),
    ).flat()
  } finally {
    await client.end()
  }
}

/** Copies of the demo's first tenant, without people and without captcha, whose work is the visitor's. */
async function seed(appUrl: string, codes: string[]): Promise<void> {
  const [standard] = demoTenants
  const deps = makeDeps(appUrl, { log: 'silent' })
  const captcha = { afterCreationsPerHour: 1_000_000_000 }
  await seedDemo(
    deps,
    codes.map((code) => ({
      ...standard!,
      tenant: { ...standard!.tenant, code, hosts: [`${code}.localhost`], captcha },
    })),
  )
  await deps.db.close()
}
