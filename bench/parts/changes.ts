import { system } from '../../src/server/base/audit-store.ts'
import { changed } from '../../src/server/base/shared-cache.ts'
import { importCatalogue } from '../../src/server/catalogue/import-catalogue.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { notify } from '../../src/server/db/notify.ts'
import { telko } from '../../src/server/demo/demo-tenants.ts'
import { replaceEntries } from '../../src/server/gateways/content/entry-store.ts'
import { findStoredTenant, saveTenant } from '../../src/server/tenant/store.ts'
import { median, single } from '../figure.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Part } from '../part.ts'

const tenant = 'telko'
const changesPerRound = 10
const bothNames = (name: string) => ({ de: name, en: name })

/** How long after a commit two other processes show a change of catalogue, content or configuration. */
export const measureChanges: Part = async (bench) => {
  const database = await bench.cluster.create('bench_changes', 20)
  const servers = [await startServer(bench, database), await startServer(bench, database)]
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  const [first, ...others] = telko.catalogue[0]?.fixedLine ?? []
  if (!first) throw new Error('the demo has no catalogue')
  const showing = (path: string, name: string) =>
    Promise.all(servers.map(({ origin }) => showsName(`${origin}/api/v1${path}`, name)))
  const now = () => deps.clock.now()

  const kinds = {
    catalogue: {
      path: `/${tenant}/produkt/${first.id}`,
      change: async (displayName: string) => {
        const fixedLine = [{ ...first, displayName }, ...others]
        const { theme } = await deps.tenants.get(tenant)
        const like = { code: tenant, theme }
        await withTenant(deps.db, tenant, (tx) =>
          importCatalogue(tx, like, { fixedLine }, { actor: system, now: now(), dryRun: false }),
        )
      },
    },
    content: {
      path: `/${tenant}/content/faq`,
      change: (name: string) =>
        withTenant(deps.db, tenant, async (tx) => {
          const texts = { group: bothNames('Bench'), answer: bothNames('Bench') }
          const entry = { id: 'bench', position: 1, question: bothNames(name), ...texts }
          await replaceEntries(tx, tenant, 'faq', [entry], now())
          await changed(tx, 'content', tenant)
        }),
    },
    configuration: {
      path: `/mandant/${tenant}`,
      change: (name: string) =>
        withTenant(deps.db, tenant, async (tx) => {
          const stored = await findStoredTenant(deps.db, tenant)
          if (!stored) throw new Error(`there is no ${tenant}`)
          await saveTenant(tx, { ...stored, name }, now())
          await notify(tx, 'zuspruch_tenants', tenant)
        }),
    },
  }
  try {
    const took: Record<string, number[]> = {}
    for (let round = 0; round < bench.rounds; round += 1) {
      for (const [kind, { path, change }] of Object.entries(kinds)) {
        for (let i = 0; i < changesPerRound; i += 1) {
          const name = `Bench ${kind} ${round}-${i}`
          await change(name)
          const committed = performance.now()
          await showing(path, name)
          took[kind] = [...(took[kind] ?? []), performance.now() - committed]
        }
      }
    }
    const all = Object.values(took).flat()
    for (const [kind, times] of Object.entries(took))
      bench.say(`a change of ${kind} is seen after ${median(times).toFixed(1)} ms`)
    return {
      figures: [
        single('a change seen in two other processes, median', median(all), 'ms'),
        single('a change seen in two other processes, longest', Math.max(...all), 'ms', {
          of: 'ours',
          atMost: 1000,
        }),
      ],
      notes: [
        `Changes: ${all.length} in all, of catalogue, content and configuration by turns, from the commit until both of two server processes answer with it.`,
      ],
    }
  } finally {
    await deps.db.close()
    for (const { child } of servers) await child.stop()
  }
}

/** Polls until the answer has the name; gives up after 10 s. */
async function showsName(address: string, name: string): Promise<void> {
  const until = performance.now() + 10_000
  for (;;) {
    const answer = await fetch(address)
    if ((await answer.text()).includes(name)) return
    if (performance.now() > until) throw new Error(`${name} is not seen at ${address}`)
  }
}
