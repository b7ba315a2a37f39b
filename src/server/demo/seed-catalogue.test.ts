import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { exportCatalogue } from '../catalogue/export-catalogue.ts'
import { readCatalogueRows } from '../catalogue/catalogue-store.ts'
import { readCatalogueFile } from '../catalogue/read-catalogue-file.ts'
import { replaceCatalogue } from '../catalogue/replace-catalogue.ts'
import { withTenant } from '../db/connection.ts'
import { demoTenants, seedDemo } from './seed-demo.ts'

let server: TestServer
beforeAll(async () => {
  // As an older version left it: the tenant with its eight products, and no catalogue.
  const older = demoTenants.map((demo) => ({ ...demo, catalogue: undefined }))
  server = await startTestServer({ tenants: older })
})
afterAll(() => server.stop())

const rows = () => withTenant(server.db, 'telko', (tx) => readCatalogueRows(tx, 'telko'))
const shown = async (path: string) => (await server.call('GET', `/telko/${path}`)).body

test('a demo of an older version gets the catalogue at its next start, once, and its products keep id, order number, title and commission', async () => {
  const before = await rows()
  expect(before.every(({ fixedLine, mobile }) => !fixedLine && !mobile)).toBe(true)
  expect(await shown('produktkategorie')).toEqual([])
  await seedDemo(server.deps)
  server.deps.cache.forget()
  const after = await rows()
  const same = ({
    product_id,
    external_id,
    title,
    commission_cents,
    picture,
    featured,
  }: (typeof after)[number]) => ({
    product_id,
    external_id,
    title,
    commission_cents,
    picture,
    featured,
  })
  const kept = after.filter(({ product_id }) => before.some((one) => one.product_id === product_id))
  expect(kept.map(same)).toEqual(before.map(same))
  expect(kept.every(({ fixedLine, mobile }) => fixedLine || mobile)).toBe(true)
  expect(await shown('produktkategorie')).toHaveLength(9)
  expect(await shown('produkt')).toHaveLength(8)

  // What an operator imports later is not undone by a further start.
  const read = readCatalogueFile(
    JSON.stringify({ Mobilfunk: exportCatalogue(after).Mobilfunk?.slice(0, 20) }),
  )
  if ('problems' in read) throw new Error(JSON.stringify(read.problems))
  const telko = await server.deps.tenants.get('telko')
  await withTenant(server.db, 'telko', (tx) => replaceCatalogue(tx, telko, read.file))
  const operators = await rows()
  await seedDemo(server.deps)
  expect(await rows()).toEqual(operators)
})
