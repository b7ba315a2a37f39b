import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/server/app.ts'
import { registerDemo } from '../../src/server/demo/register-demo.ts'
import { clientFolder, loadWeb } from '../../src/server/pages/load-web.ts'
import type { Route } from './routes-beside.ts'
import type { TestServer } from './server.ts'

/** What Fastify itself registers in the apps that are built from now on, until `stop`. */
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

/** Everything that one process can serve, demo mode and the built pages included, with the routes that were registered for it. Needs a build. */
export async function buildWholeApp({ deps }: TestServer) {
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
