import type { FastifyInstance, InjectOptions } from 'fastify'
import { pagePath } from '../../src/contract/paths.ts'
import { pages, type PageName } from '../../src/contract/pages.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { demoReferrers } from '../../src/server/demo/demo-tenants.ts'
import { demoTenants } from '../../src/server/demo/demo-tenants.ts'
import type { StoredTenant } from '../../src/server/tenant/read-tenant.ts'
import { saveTenant } from '../../src/server/tenant/store.ts'
import { startTestServer } from './server.ts'
import { buildWholeApp } from './whole-app.ts'

const { tenant: stored } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!

type Visit = { headers?: Record<string, string>; cookie?: string; form?: Record<string, string> }

/** The built pages of `standard`, with changeable configuration, and its demo referrer's session. */
export async function startPages() {
  const server = await startTestServer()
  const { app } = await buildWholeApp(server)
  const { email, password } = demoReferrers.standard
  const login = await server.call('POST', '/standard/account/login', {
    body: { Email: email, Password: password },
  })
  const session: string = login.body.Token
  return {
    server,
    app,
    session,
    loggedIn: `zs_user=${session}`,
    open: (url: string, visit?: Visit) => openPage(app, url, visit),
    /** Resets the flags of `standard` to the seed, then applies these. */
    async configure(flags: Record<string, unknown>, more: Partial<StoredTenant> = {}) {
      const changed = { ...stored, ...more, flags: { ...stored.flags, ...flags } }
      await withTenant(server.db, 'standard', (tx) => saveTenant(tx, changed, server.clock.now()))
      server.deps.tenants.forget()
    },
    async stop() {
      await app.close()
      await server.stop()
    },
  }
}

async function openPage(app: FastifyInstance, url: string, { headers, cookie, form }: Visit = {}) {
  const request: InjectOptions = {
    url,
    headers: { host: 'localhost:3000', ...(cookie ? { cookie } : {}), ...headers },
  }
  const answer = await app.inject(
    form
      ? {
          ...request,
          method: 'POST',
          headers: {
            ...request.headers,
            origin: 'http://localhost:3000',
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams(form).toString(),
        }
      : request,
  )
  return {
    status: answer.statusCode,
    to: answer.headers.location,
    headers: answer.headers,
    cookies: answer.cookies as { name: string; value: string; [attribute: string]: unknown }[],
    html: answer.body,
    heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(answer.body)?.[1] ?? '',
  }
}

/** A page's default German path, with a value for every parameter. */
export const pathOf = (name: PageName, query: Record<string, string> = {}) =>
  pagePath(
    Object.fromEntries(Object.entries(pages).map(([page, { path: own }]) => [page, own])),
    'de',
    name,
    {
      produktId: '101',
      empfehlungsnummer: '7777777777777777',
      praemieid: 'geld',
      kategorie: 'solar',
    },
    query,
  )

export const formTokenOf = (html: string) => /name="_form" value="([^"]+)"/.exec(html)?.[1] ?? ''
