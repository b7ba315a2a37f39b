import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepPictures } from '../../src/server/content/keep-pictures.ts'
import { noise, pictureCalls } from '../../src/server/content/pictures.test-helper.ts'
import { startTestServer, type TestServer } from '../helpers/server.ts'

// What pictures cost in processor time and memory; what they show stands in src/server/content/pictures.test.ts.

let server: TestServer
let keep: ReturnType<typeof pictureCalls>['keep']
let ask: ReturnType<typeof pictureCalls>['ask']
beforeAll(async () => {
  server = await startTestServer()
  ;({ keep, ask } = pictureCalls(server))
})
afterAll(() => server.stop())

test('a high picture is made in its full width in time', async () => {
  await keep('hochkant-gross', await noise(1280, 3_000).jpeg({ quality: 95 }).toBuffer())
  const before = process.cpuUsage()
  const { bytes } = await ask('/bild/standard/inhalt/hochkant-gross?b=1280&f=avif')
  expect(await sharp(bytes).metadata()).toMatchObject({
    width: 1280,
    height: 3_000,
  })
  // Of the processor, so that a busy machine changes nothing.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(8_000)
})

test('memory stays bounded over 200 different pictures and sizes', async () => {
  const tenant = await server.deps.tenants.get('standard')
  const pictures = keepPictures(server.deps)
  const originals = await Promise.all(
    Array.from({ length: 25 }, () => noise(640, 400).jpeg({ quality: 95 }).toBuffer()),
  )
  for (const [index, bytes] of originals.entries()) await keep(`last-${index}`, bytes)
  const rss: number[] = []
  for (const [width, format] of [
    [640, 'webp'],
    [480, 'jpeg'],
    [320, 'webp'],
    [320, 'jpeg'],
    [160, 'avif'],
    [160, 'webp'],
    [96, 'avif'],
    [96, 'jpeg'],
  ] as const) {
    await Promise.all(
      originals.map((_, index) =>
        pictures.show(tenant, { kind: 'inhalt', id: `last-${index}`, width, format }, 'one'),
      ),
    )
    rss.push(process.memoryUsage.rss() / 1024 / 1024)
  }
  expect(pictures.bytes()).toBeLessThanOrEqual(40 * 1024 * 1024)
  expect(Math.max(...rss.slice(1)) - rss[0]!).toBeLessThan(120)
}, 60_000)
