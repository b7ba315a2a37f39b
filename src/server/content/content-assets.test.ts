import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { impatiently } from '../../../test/helpers/impatient.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startOutsideServer } from '../../../test/helpers/outside-server.ts'
import { startSquidex, type Squidex } from '../../../test/helpers/squidex.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { saveSecret } from '../base/secret-store.ts'
import { withTenant } from '../db/connection.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { saveTenant } from '../tenant/store.ts'
import { noise, pictureCalls } from './pictures.test-helper.ts'
import { keepPictures, type WantedPicture } from './keep-pictures.ts'

let server: TestServer
let squidex: Squidex
let keep: ReturnType<typeof pictureCalls>['keep']
let ask: ReturnType<typeof pictureCalls>['ask']
beforeAll(async () => {
  ;[server, squidex] = await Promise.all([startTestServer(), startSquidex()])
  ;({ keep, ask } = pictureCalls(server))
  await serveFrom(squidex.url)
})
afterAll(async () => {
  await server.stop()
  await squidex.stop()
})

/** From now on telko's content comes from there. */
async function serveFrom(url: string): Promise<void> {
  const { tenant } = demoTenants.find((demo) => demo.tenant.code === 'telko')!
  const contentService = { url, clientId: squidex.client.id, schemas: {}, refreshSeconds: 60 }
  const configured = { ...tenant, contentApp: 'funkel', contentService }
  const now = server.clock.now()
  await withTenant(server.db, 'telko', async (tx) => {
    await saveTenant(tx, configured, now)
    await saveSecret(tx, server.deps.keys, 'telko', 'content-service', squidex.client.secret, now)
  })
  server.deps.tenants.forget()
}

describe('an asset of the content service', () => {
  let time = 0
  const shelf = () => {
    const pictures = keepPictures(server.deps, () => time)
    return {
      show: (tenant: Tenant, of: WantedPicture, visitor = 'one') =>
        pictures.show(tenant, of, visitor),
    }
  }
  const wanted = (id: string, more: Partial<WantedPicture> = {}): WantedPicture => ({
    kind: 'inhalt',
    id,
    width: 160,
    format: 'webp',
    ...more,
  })
  const failing = (name: string) => ({ failure: { name } })
  const telko = () => server.deps.tenants.get('telko')
  const minutes = (count: number) => (time += count * 60_000)

  test('is fetched by its id, once for all its sizes, and never from anywhere else', async () => {
    squidex.assets.set(
      '3fa85f64-5717-4562-b3fc-2c963f66afa6',
      await noise(800, 400).png().toBuffer(),
    )
    squidex.asked.length = 0
    for (const width of [96, 160, 320]) {
      const url = `/bild/telko/inhalt/3fa85f64-5717-4562-b3fc-2c963f66afa6?b=${width}&f=webp`
      const { status, bytes } = await ask(url)
      expect([status, (await sharp(bytes).metadata()).width]).toEqual([200, width])
    }
    const assets = squidex.asked.filter((line) => line.includes('/assets/'))
    expect(assets).toEqual([
      'GET /api/assets/funkel/3fa85f64-5717-4562-b3fc-2c963f66afa6?width=1280',
    ])
    expect((await ask('/bild/telko/inhalt/gibt-es-nicht')).status).toBe(404)
    expect((await ask('/bild/standard/inhalt/3fa85f64-5717-4562-b3fc-2c963f66afa6')).status).toBe(
      404,
    )
  })

  test('that is kept here as well is the one that is kept here', async () => {
    squidex.assets.set('doppelt', await noise(90, 90).png().toBuffer())
    await keep('doppelt', await noise(40, 40).png().toBuffer(), 'telko')
    const { bytes } = await ask('/bild/telko/inhalt/doppelt?b=160')
    expect((await sharp(bytes).metadata()).width).toBe(40)
  })

  test('changes within five minutes, without anybody waiting for it', async () => {
    const pictures = shelf()
    squidex.assets.set('wandel', await noise(200, 100).png().toBuffer())
    const first = await pictures.show(await telko(), wanted('wandel'))
    squidex.assets.set('wandel', await noise(100, 100).png().toBuffer())
    minutes(4)
    expect((await pictures.show(await telko(), wanted('wandel'))).version).toBe(first.version)
    minutes(2)
    // This one is answered as it was, and makes it be looked at.
    expect((await pictures.show(await telko(), wanted('wandel'))).version).toBe(first.version)
    await vi.waitFor(async () => {
      const next = await pictures.show(await telko(), wanted('wandel'))
      expect(next.version).not.toBe(first.version)
    })
    squidex.assets.delete('wandel')
    minutes(6)
    await vi.waitFor(async () => {
      await expect(pictures.show(await telko(), wanted('wandel'))).rejects.toMatchObject(
        failing('not-found'),
      )
    })
  })

  test.each([
    ['fails', 'content-unreachable'],
    ['garbles', 'not-found'],
    ['lies-long', 'not-found'],
    ['floods', 'not-found'],
    ['stalls', 'not-found'],
    ['hangs', 'content-unreachable'],
  ] as const)(
    'goes on as it was while the service %s; what was never seen is told as %s',
    async (mood, told) => {
      const pictures = shelf()
      squidex.assets.set('treu', await noise(300, 200).png().toBuffer())
      const before = await pictures.show(await telko(), wanted('treu'))
      squidex.state.mood = mood
      try {
        minutes(6)
        const started = performance.now()
        const after = await pictures.show(await telko(), wanted('treu'))
        expect(Buffer.compare(after.content as Buffer, before.content as Buffer)).toBe(0)
        // Another size, out of the original that is kept.
        await pictures.show(await telko(), wanted('treu', { width: 96 }))
        expect(performance.now() - started).toBeLessThan(3_000)
        const unseen = async () => pictures.show(await telko(), wanted('neu'))
        await expect(impatiently(unseen)).rejects.toMatchObject(failing(told))
      } finally {
        squidex.state.mood = 'well'
      }
    },
  )

  test('is not asked for while the service fails time and again, and is there when it is back', async () => {
    const pictures = shelf()
    const show = async (id: string) => pictures.show(await telko(), wanted(id))
    squidex.assets.set('zurueck', await noise(100, 100).png().toBuffer())
    squidex.state.mood = 'fails'
    for (let times = 0; times < 3; times += 1) await expect(show(`weg-${times}`)).rejects.toThrow()
    squidex.asked.length = 0
    for (let times = 0; times < 20; times += 1) {
      await expect(show('zurueck')).rejects.toMatchObject(failing('content-unreachable'))
    }
    expect(squidex.asked).toEqual([])
    squidex.state.mood = 'well'
    minutes(1)
    expect((await show('zurueck')).type).toBe('image/webp')
  })

  test('that is no picture is an answer about itself: the others are shown, and it is not asked for again', async () => {
    const cms = await startOutsideServer()
    const png = await noise(50, 50).png().toBuffer()
    cms.answer((request, response) => {
      const url = request.url ?? ''
      if (url.includes('/connect/token'))
        response.setHeader('content-type', 'application/json').end('{"access_token":"t","expires_in":3600}') // prettier-ignore
      else if (url.includes('/pdf'))
        response.setHeader('content-type', 'application/pdf').end('%PDF-1.7')
      else if (url.includes('/gross'))
        response.writeHead(200, { 'content-type': 'image/png', 'content-length': '90000000' }).write('x') // prettier-ignore
      else if (url.includes('/geheim')) response.writeHead(403).end()
      else response.setHeader('content-type', 'image/png').end(png)
    })
    await serveFrom(cms.origin)
    try {
      const pictures = shelf()
      for (const id of ['pdf-1', 'gross-1', 'geheim-1', 'pdf-2', 'pdf-3', 'pdf-4'])
        await expect(pictures.show(await telko(), wanted(id))).rejects.toMatchObject(
          failing('not-found'),
        )
      expect((await pictures.show(await telko(), wanted('gut'))).type).toBe('image/webp')
      const before = cms.requests.length
      await expect(pictures.show(await telko(), wanted('pdf-1'))).rejects.toThrow()
      expect(cms.requests.length).toBe(before)
    } finally {
      await serveFrom(squidex.url)
      await cms.stop()
    }
  })

  test('of a slow service lets neither what is kept here nor another tenant wait', async () => {
    const pictures = shelf()
    await keep('eigen-schnell', await noise(50, 50).png().toBuffer())
    await keep('dort-schnell', await noise(50, 50).png().toBuffer(), 'telko')
    const tenant = await telko()
    const standard = await server.deps.tenants.get('standard')
    await pictures.show(standard, wanted('berge')).catch(() => undefined)
    squidex.state.mood = 'hangs'
    const ends: Promise<unknown>[] = []
    try {
      for (let i = 0; i < 8; i += 1)
        ends.push(pictures.show(tenant, wanted(`langsam-${i}`)).catch(() => undefined))
      await vi.waitFor(() => expect(squidex.asked.at(-1)).toContain('langsam-'))
      const quick = await Promise.race([
        Promise.all([
          pictures.show(standard, wanted('eigen-schnell')),
          pictures.show(tenant, wanted('dort-schnell')),
        ]),
        Promise.race(ends),
      ])
      expect(quick).toMatchObject([{ type: 'image/webp' }, { type: 'image/webp' }])
    } finally {
      squidex.state.mood = 'well'
      squidex.drop()
      await Promise.all(ends)
    }
  })

  test('that there is not is asked for 120 times an hour by one visitor, and others go on', async () => {
    const pictures = shelf()
    squidex.assets.set('gibt-es', await noise(50, 50).png().toBuffer())
    squidex.asked.length = 0
    const show = async (id: string, visitor: string) =>
      pictures.show(await telko(), wanted(id), visitor)
    for (let i = 0; i < 130; i += 1)
      await expect(show(`nie-${i}`, 'guesser')).rejects.toMatchObject(
        failing(i < 120 ? 'not-found' : 'too-many-requests'),
      )
    expect(squidex.asked.filter((line) => line.includes('/assets/')).length).toBe(120)
    expect((await show('gibt-es', 'other')).type).toBe('image/webp')
    expect((await show('gibt-es', 'guesser')).type).toBe('image/webp')
    minutes(61)
    await expect(show('nie-neu', 'guesser')).rejects.toMatchObject(failing('not-found'))
  })

  test('that is SVG, or no picture at all, is not passed on', async () => {
    squidex.assets.set('zeichnung', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
    expect((await ask('/bild/telko/inhalt/zeichnung')).status).toBe(404)
  })
})
