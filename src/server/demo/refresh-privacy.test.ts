import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { demoTenants, seedDemo } from './seed-demo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const privacyOf = async () => {
  server.deps.tenants.forget()
  return (await server.deps.tenants.get('standard')).legal.privacy
}

async function write(privacy: { de: string; en: string }) {
  await withTenant(server.db, 'standard', async (tx) => {
    const stored = await lockStoredTenant(tx, 'standard')
    await saveTenant(tx, { ...stored!, legal: { ...stored!.legal, privacy } }, server.clock.now())
  })
}

test('a demo of an older version says what is counted today, and a text of somebody’s own stays', async () => {
  const ours = demoTenants.find(({ tenant }) => tenant.code === 'standard')!.tenant.legal.privacy
  expect(await privacyOf()).toEqual(ours)
  await write({
    de: 'zählen wir, welche Schritte erreicht werden (Statistik, ohne weiteren Cookie), und …',
    en: 'do we count which steps are reached (statistics, without a further cookie) and …',
  })
  await seedDemo(server.deps)
  expect(await privacyOf()).toEqual(ours)
  const own = { de: 'Unsere eigene Erklärung.', en: 'Our own declaration.' }
  await write(own)
  await seedDemo(server.deps)
  expect(await privacyOf()).toEqual(own)
})
