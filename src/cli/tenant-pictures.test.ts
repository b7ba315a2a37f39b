import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { readDocumentLook } from '../server/billing/read-document-look.ts'
import { stoppedClock } from '../server/base/clock.ts'
import { withTenant } from '../server/db/connection.ts'
import { together } from '../server/db/together.ts'
import { readMailPictures } from '../server/mail/mail-pictures.ts'
import { forgetPictures } from '../server/tenant/forget-pictures.ts'
import { findTenantPicture } from '../server/tenant/picture-store.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.stop())

const draw = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
const uri = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`
const shown = async (code: string) =>
  (await installation.cli('tenant', 'show', code, '--json')).json()
const create = (settings: object, ...words: string[]) =>
  installation.cli(
    'tenant',
    'create',
    installation.file(`${Math.random()}.json`, JSON.stringify(settings)),
    ...words,
  )
const fileOf = async (code: string, theme: object) => {
  const standard = await shown('standard')
  return { ...standard, code, hosts: [], theme: { ...standard.theme, ...theme } }
}
const nameIn = (path: string) => path.split('/').at(-1)!
const stored = (code: string, name: string) =>
  withTenant(installation.server.db, code, (tx) => findTenantPicture(tx, code, name))

test('pictures of a tenant file are re-encoded and stored, and exported with the tenant', async () => {
  const { server } = installation
  const evil = Buffer.concat([await draw(400, 90), Buffer.from('<script>alert(1)</script>')])
  const created = await create(
    await fileOf('neu', { logo: uri(evil), icon: uri(await draw(64, 64)) }),
  )
  expect([created.code, created.err]).toEqual([0, ''])
  server.deps.tenants.forget()
  const { theme } = await server.deps.tenants.get('neu')
  expect(theme.logo).toMatch(/^\/marke\/neu\/[0-9a-f]{24}\.png$/)
  const logo = (await stored('neu', nameIn(theme.logo)))!
  expect([logo.width, logo.height]).toEqual([400, 90])
  expect(logo.bytes.includes('<script>')).toBe(false)
  expect(await stored('standard', nameIn(theme.logo))).toBeUndefined()
  const mail = await readMailPictures(server.deps, await server.deps.tenants.get('neu'), null)
  expect(mail.shown[theme.logo]).toMatchObject({ src: 'cid:logo@picture', width: 178, height: 40 })

  // Documents have it on their white paper.
  const look = await readDocumentLook(server.deps, await server.deps.tenants.get('neu'))
  if (!look.logo || !('jpeg' in look.logo)) throw new Error('documents are without the logo')
  expect(await sharp(look.logo.jpeg).metadata()).toMatchObject({ width: 400, height: 90 })

  const printed = await shown('neu')
  expect(printed.theme.logo).toMatch(/^data:image\/png;base64,/)
  const again = await create(printed, '--replace', '--yes')
  expect(again.out).toContain('is like this already')
  const copied = await create({ ...printed, code: 'kopie', hosts: [] })
  expect(copied.out).toMatch(/Still the same as at tenant neu:[^]*theme[^\n]*logo/)
  server.deps.tenants.forget()
  const copy = await server.deps.tenants.get('kopie')
  expect(copy.theme.logo).toBe(theme.logo.replace('/neu/', '/kopie/'))
  expect((await stored('kopie', nameIn(copy.theme.logo)))?.bytes).toEqual(logo.bytes)
})

test('a replaced picture is deleted after 90 days, unless the tenant or a product uses it again', async () => {
  const { server } = installation
  const at = (now: string) => ({
    db: server.db,
    clock: stoppedClock(server.clock, Temporal.Instant.from(now)),
  })
  const [old, next] = [await draw(300, 60), await draw(310, 60)]
  const own = uri(await draw(320, 320))
  const file = await fileOf('wechsel', { logo: uri(old), icon: uri(await draw(64, 64)) })
  const [product, ...others] = file.products
  const products = [{ ...product, picture: own }, ...others]
  await create({ ...file, products })
  const themeOf = async () => {
    server.deps.tenants.forget()
    return (await server.deps.tenants.get('wechsel')).theme
  }
  const logo = nameIn((await themeOf()).logo)
  const drawn = nameIn((await shownPaths('wechsel'))[0]!)
  const replace = async (bytes: Buffer) => {
    const theme = { ...file.theme, logo: uri(bytes) }
    expect((await create({ ...file, products, theme }, '--replace', '--yes')).err).toBe('')
  }
  await replace(next)
  const second = nameIn((await themeOf()).logo)
  expect(second).not.toBe(logo)
  const there = async () => {
    const names = [logo, second, drawn]
    const found = await together(names.map((name) => () => stored('wechsel', name)))
    return found.map((one) => one !== undefined)
  }
  const day = (days: number) =>
    server.clock
      .now()
      .add({ hours: 24 * days })
      .toString()
  await forgetPictures(at(day(89)), 'wechsel')
  expect(await there()).toEqual([true, true, true])
  // Back to the first one: it counts as used from then on, and the other one no more.
  await replace(old)
  await forgetPictures(at(day(89)), 'wechsel')
  await forgetPictures(at(day(400)), 'wechsel')
  expect(await there()).toEqual([true, false, true])
  await forgetPictures(at(day(900)), 'wechsel')
  expect(await there()).toEqual([true, false, true])
})

/** The addresses of a tenant's own product pictures. */
const shownPaths = (code: string) =>
  withTenant(installation.server.db, code, async (tx) => {
    const rows = await tx
      .selectFrom('products')
      .select('picture')
      .where('tenant', '=', code)
      .where('picture', 'like', '/marke/%')
      .execute()
    return rows.map(({ picture }) => picture)
  })

test('a tenant without a logo or an icon that is there is refused, each by its field', async () => {
  const missing = await create(
    await fileOf('leer', {
      logo: '/brand/leer/logo.svg',
      icon: undefined,
      heroPicture: '/etc/passwd',
    }),
  )
  expect(missing.code).toBe(1)
  for (const field of [
    'theme.logo: there is no picture /brand/leer/logo.svg',
    'theme.icon: there is no picture /brand/leer/favicon.svg',
    'theme.heroPicture: there is no picture /etc/passwd',
  ])
    expect(missing.err).toContain(field)
  const foreign = await create(await fileOf('leer', { logo: '/brand/../../server/main.ts' }))
  expect(foreign.err).toContain('theme.logo: there is no picture')
  const own = { logo: uri(await draw(400, 90)), icon: uri(await draw(64, 64)) }
  expect((await create(await fileOf('fremd', own))).code).toBe(0)
  installation.server.deps.tenants.forget()
  const { theme } = await installation.server.deps.tenants.get('fremd')
  expect((await create(await fileOf('leer', { logo: theme.logo }))).err).toContain(
    `theme.logo: there is no picture ${theme.logo}`,
  )
  expect((await installation.cli('tenant', 'show', 'leer')).code).toBe(1)
})

test('a file that is no picture, an SVG, or a picture with too many pixels is refused', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const bad = {
    'a drawing': uri(svg, 'svg+xml'),
    'a drawing that says it is a PNG': uri(svg),
    'a broken one': uri((await draw(300, 300)).subarray(0, 60)),
    'too many pixels': uri(await draw(5000, 4000)),
    'too long': uri(await draw(6500, 2)),
  }
  for (const [why, logo] of Object.entries(bad)) {
    const refused = await create(await fileOf('schlecht', { logo }))
    expect([why, refused.code, refused.err]).toEqual([
      why,
      1,
      expect.stringContaining('theme.logo: is n'),
    ])
  }
})
