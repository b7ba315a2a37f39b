import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import { saveTenant } from '../src/server/tenant/store.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// The flag of the advertising module (spec section 2.3) over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

let server: TestServer
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  ;({ app } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const { tenant: stored } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!
async function configure(ModuleAdv: boolean, imprintUrl: string | null) {
  const changed = {
    ...stored,
    flags: { ...stored.flags, ModuleAdv },
    legal: { ...stored.legal, imprintUrl },
  }
  await withTenant(server.db, 'standard', (tx) => saveTenant(tx, changed, server.clock.now()))
  server.deps.tenants.forget()
}
const open = async (language: string) => {
  const answer = await app.inject({
    url: `/${language}/impressum`,
    headers: { host: 'localhost:3000' },
  })
  return { status: answer.statusCode, to: answer.headers.location }
}
const elsewhere = 'https://www.sonnseite.example/impressum'

test('with the flag the imprint leads to the imprint that the tenant has elsewhere', async () => {
  await configure(true, elsewhere)
  expect(await open('de')).toEqual({ status: 302, to: elsewhere })
  expect(await open('en')).toEqual({ status: 302, to: elsewhere })
})

test('with the flag and no address the imprint leads to the root, in the language of the page', async () => {
  await configure(true, null)
  expect(await open('de')).toEqual({ status: 302, to: '/de' })
  expect(await open('en')).toEqual({ status: 302, to: '/en' })
})

test('without the flag the imprint is a page of its own, whatever address is configured', async () => {
  await configure(false, elsewhere)
  expect((await open('de')).status).toBe(200)
})
