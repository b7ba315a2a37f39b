import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { readCatalogueRows } from '../catalogue/catalogue-store.ts'
import { replaceCatalogue } from '../catalogue/replace-catalogue.ts'
import { withTenant } from '../db/connection.ts'
import { findStoredTenant } from '../tenant/store.ts'
import { readCompany, telko } from './demo-tenants.ts'
import { seedDemo } from './seed-demo.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const folder = mkdtempSync(join(tmpdir(), 'zuspruch-demo-'))
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const catalogue = () => withTenant(server.db, 'telko', (tx) => readCatalogueRows(tx, 'telko'))

test('a further start keeps the settings and the catalogue that an operator wrote', async () => {
  await changeTenant(server, 'telko', { name: 'Umbenannt' })
  const mobile = telko.catalogue.flatMap((file) => file.mobile ?? []).slice(0, 20)
  const tenant = await server.deps.tenants.get('telko')
  await withTenant(server.db, 'telko', (tx) => replaceCatalogue(tx, tenant, { mobile }))
  const before = await catalogue()
  await seedDemo(server.deps)
  expect(await findStoredTenant(server.db, 'telko')).toMatchObject({ name: 'Umbenannt' })
  expect(await catalogue()).toEqual(before)
})

test.each([
  ['tenant.json', '"termsVersion"', '"termVersion"', /tenant\.json.*legal\.termsVersion/s],
  [
    'tenant.json',
    'texts/terms.de.md',
    'texts/none.md',
    /tenant\.json.*legal\.terms\.de.*none\.md/s,
  ],
  ['people.json', '"Notburga"', 'Notburga', /people\.json.*not valid JSON/s],
  ['people.json', '"by-phone"', '"by-post"', /people\.json.*invitations\.1\.conversation/s],
  ['agents.csv', ';83022;', ';8302;', /agents\.csv.*zip/s],
  ['agencies.csv', 'AG-1001', 'A-1001', /agencies\.csv.*number/s],
])('a demo file that cannot be used is named with the field: %s', (file, right, wrong, said) => {
  cpSync(join(import.meta.dirname, '../../../demo/bgv'), folder, { recursive: true })
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toContain(right)
  expect(() => readCompany(folder)).not.toThrow()
  writeFileSync(join(folder, file), text.replace(right, wrong))
  expect(() => readCompany(folder)).toThrow(said)
})
