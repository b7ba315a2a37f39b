import { spawnSync } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/server/app.ts'
import { registerDemo } from '../../src/server/demo/register-demo.ts'
import { clientFolder, loadWeb } from '../../src/server/pages/load-web.ts'
import type { Route } from './routes-beside.ts'
import type { TestServer } from './server.ts'

const root = resolve(import.meta.dirname, '../..')

/** Records what Fastify registers in apps built until `stop`. */
export function recordRoutes(): { routes: Route[]; stop: () => void } {
  const routes: Route[] = []
  const watch = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) routes.push({ method: one, url })
    })
  }
  subscribe('fastify.initialization', watch)
  return { routes, stop: () => void unsubscribe('fastify.initialization', watch) }
}

/** Everything one process can serve, including demo mode and built pages, with its registered routes. */
export async function buildWholeApp({ deps }: TestServer) {
  // Pages older than the server fail in confusing ways; an up-to-date build is not repeated.
  const built = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' })
  if (built.status !== 0) throw new Error('The web app cannot be built.')
  const bundle = await loadWeb()
  const nothing = async () => undefined
  const { routes, stop } = recordRoutes()
  const app = await buildApp({
    deps,
    web: { bundle: async () => bundle, clientFolder },
    register: (demo) =>
      registerDemo(demo, deps, {
        inbox: { uiUrl: 'http://127.0.0.1:1080', list: async () => [] },
        drain: nothing,
        runSweeps: nothing,
        bundle: async () => bundle,
      }),
  })
  await app.ready()
  stop()
  return { app, routes }
}
