import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type {} from '../../domain/tenant.ts'
import { saveAgent } from '../catalogue/agent-store.ts'
import { withTenant } from '../db/connection.ts'
import { noise, pictureCalls } from './pictures.test-helper.ts'

let server: TestServer
let keep: ReturnType<typeof pictureCalls>['keep']
let ask: ReturnType<typeof pictureCalls>['ask']
beforeAll(async () => {
  server = await startTestServer()
  ;({ keep, ask } = pictureCalls(server))
})
afterAll(() => server.stop())

describe('a picture that is kept here', () => {
  test('comes in the width that was asked for, in the best format that the browser takes', async () => {
    await keep('berge', await noise(2000, 1000).jpeg().toBuffer())
    for (const [accept, format, read] of [
      ['image/avif,image/webp,*/*', 'avif', 'heif'],
      ['image/webp,*/*', 'webp', 'webp'],
      ['*/*', 'jpeg', 'jpeg'],
    ] as const) {
      const { status, headers, bytes } = await ask('/bild/standard/inhalt/berge?b=480', { accept })
      expect([status, headers['content-type'], headers.vary]).toEqual([
        200,
        `image/${format}`,
        expect.stringContaining('Accept'),
      ])
      expect(await sharp(bytes).metadata()).toMatchObject({ format: read, width: 480, height: 240 })
    }
    const named = await ask('/bild/standard/inhalt/berge?b=96&f=webp', { accept: 'image/avif' })
    expect(named.headers).toMatchObject({ 'content-type': 'image/webp' })
  })

  test('is never made larger, stands upright, and says nothing of the camera, the place or the owner', async () => {
    const photo = await noise(300, 200)
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Ida Geheim' } })
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await sharp(photo).metadata()).exif).toBeDefined()
    await keep('hochkant', photo)
    for (const format of ['avif', 'webp', 'jpeg']) {
      const { bytes } = await ask(`/bild/standard/inhalt/hochkant?b=1280&f=${format}`)
      const { width, height, exif, xmp, iptc } = await sharp(bytes).metadata()
      expect({ width, height, exif, xmp, iptc }).toEqual({
        width: 200,
        height: 300,
        exif: undefined,
        xmp: undefined,
        iptc: undefined,
      })
    }
  })

  test('that is transparent stands on the colour of the tenant where the format knows no transparency', async () => {
    await keep('durchsichtig', await sharp({ create: { width: 200, height: 200, channels: 4, background: '#00000000' } }).png().toBuffer()) // prettier-ignore
    const { theme } = await server.deps.tenants.get('standard')
    const { bytes } = await ask('/bild/standard/inhalt/durchsichtig?b=96&f=jpeg')
    const { dominant } = await sharp(bytes).stats()
    const surface = theme.colours.surface.replace('#', '').match(/../g)!.map((two) => parseInt(two, 16)) // prettier-ignore
    for (const [index, part] of [dominant.r, dominant.g, dominant.b].entries())
      expect(Math.abs(part - surface[index]!)).toBeLessThan(12)
  })

  test('that moves shows its first frame', async () => {
    const frames = Buffer.concat([Buffer.alloc(120 * 90 * 3, 255), Buffer.alloc(120 * 90 * 3, 0)])
    const moving = await sharp(frames, { raw: { width: 120, height: 180, channels: 3, pageHeight: 90 } }).gif({ delay: [50, 50] }).toBuffer() // prettier-ignore
    expect((await sharp(moving).metadata()).pages).toBe(2)
    await keep('bewegt', moving)
    const { bytes } = await ask('/bild/standard/inhalt/bewegt?b=96&f=webp')
    const shown = await sharp(bytes, { animated: true }).metadata()
    expect([shown.pages ?? 1, shown.width, shown.height]).toEqual([1, 96, 72])
    expect((await sharp(bytes).stats()).dominant.r).toBeGreaterThan(200)
  })

  test('is kept by browsers, asked for again by its tag, and for a year by its version', async () => {
    await keep('bleibt', await noise(400, 300).png().toBuffer())
    const first = await ask('/bild/standard/inhalt/bleibt?b=160&f=webp')
    const tag = String(first.headers.etag)
    expect(first.headers['cache-control']).toBe(
      'public, max-age=3600, stale-while-revalidate=86400',
    )
    expect(first.headers['set-cookie']).toBeUndefined()
    const again = await ask('/bild/standard/inhalt/bleibt?b=160&f=webp', { 'if-none-match': tag })
    expect([again.status, again.bytes.length]).toEqual([304, 0])
    const wide = await ask('/bild/standard/inhalt/bleibt?b=320&f=webp', { 'if-none-match': tag })
    expect(wide.status).toBe(200)
    const version = tag.slice(1).split(/-160-webp"$/)[0]
    const forGood = await ask(`/bild/standard/inhalt/bleibt?b=160&v=${version}`)
    expect(forGood.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    const guessed = await ask('/bild/standard/inhalt/bleibt?b=160&v=anything')
    expect(guessed.headers['cache-control']).toContain('max-age=3600')
  })

  test('is one tenant’s alone', async () => {
    await keep('eigen', await noise(200, 100).png().toBuffer())
    expect((await ask('/bild/standard/inhalt/eigen?b=96')).status).toBe(200)
    expect((await ask('/bild/telko/inhalt/eigen?b=96')).status).toBe(404)
    expect((await ask('/bild/niemand/inhalt/eigen?b=96')).status).toBe(404)
  })
})

describe('an agent’s picture', () => {
  const person = {
    agent_id: 'A-7',
    first_name: 'Nora',
    last_name: 'Ilmtal',
    zip: '99423',
    city: 'Weimar',
  }

  test('is the photograph made small, or the initials where there is none', async () => {
    const drawn = await ask('/bild/bgv/berater/A-1001?b=96')
    expect(drawn.headers['content-type']).toContain('image/svg+xml')
    expect(drawn.bytes.toString()).toContain('>KO</text>')
    const photo = await noise(600, 600).jpeg().toBuffer()
    await withTenant(server.db, 'bgv', (tx) => saveAgent(tx, 'bgv', person, photo))
    const { headers, bytes } = await ask('/bild/bgv/berater/A-7?b=160', { accept: 'image/avif' })
    expect(headers['content-type']).toBe('image/avif')
    expect(bytes.length).toBeLessThan(photo.length / 4)
    expect((await ask('/bild/bgv/berater/A-unbekannt?b=160')).status).toBe(404)
    expect((await ask('/bild/standard/berater/A-1001?b=160')).status).toBe(404)
  })
})

describe('what is no picture of ours', () => {
  test('a picture id is no URL, path or other text', async () => {
    await keep('da', await noise(100, 100).png().toBuffer())
    for (const id of [
      'http%3A%2F%2F127.0.0.1%3A1%2Fx.png',
      '..%2F..%2Fetc%2Fpasswd',
      '%2e%2e',
      'da%00',
      'da%20',
      'da.png',
      "da'--",
      '%E2%80%AEda',
      '-da',
      'x'.repeat(65),
    ])
      expect([id, (await ask(`/bild/standard/inhalt/${id}?b=96`)).status]).toEqual([id, 404])
    for (const path of ['inhalt', 'inhalt/', 'mandant/da', '__proto__/da', 'constructor/da'])
      expect([path, (await ask(`/bild/standard/${path}?b=96`)).status]).toEqual([path, 404])
    expect((await ask('/bild/standard/inhalt/%zz?b=96')).status).toBe(400)
  })

  test('no other width and no other format is made', async () => {
    for (const query of [
      'b=97',
      'b=0',
      'b=-96',
      'b=96.0',
      'b=1e9',
      'b=96&b=160',
      'f=svg',
      'f=png',
      'f=',
    ]) {
      const { status, bytes } = await ask(`/bild/standard/inhalt/da?${query}`)
      expect([query, status, JSON.parse(bytes.toString()).ErrorCode]).toEqual([
        query,
        400,
        'PSOF0101',
      ])
    }
    const { bytes } = await ask('/bild/standard/inhalt/da?b=7&f=tiff', { 'accept-language': 'en' })
    expect(JSON.parse(bytes.toString()).Fields).toEqual([
      { Field: 'b', Message: 'There is no such value here.' },
      { Field: 'f', Message: 'There is no such value here.' },
    ])
  })

  test('neither SVG nor text nor half a file is passed on', async () => {
    const whole = await noise(500, 500).jpeg().toBuffer()
    const wrong = {
      svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      html: Buffer.from('<!doctype html><script>alert(1)</script>'),
      pdf: Buffer.from('%PDF-1.4\n'),
      half: whole.subarray(0, whole.length / 2),
      magic: Buffer.from('ffd8ffe000104a46494600', 'hex'),
      polyglot: Buffer.concat([Buffer.from('GIF89a'), Buffer.from('/*<svg onload=alert(1)>*/')]),
    }
    for (const [id, bytes] of Object.entries(wrong)) {
      await keep(id, bytes)
      expect([id, (await ask(`/bild/standard/inhalt/${id}?b=96`)).status]).toEqual([id, 404])
    }
  })

  test('a picture that unpacks to more than 40 megapixels is refused before it is unpacked', async () => {
    const bomb = await sharp({ create: { width: 8_000, height: 6_000, channels: 3, background: '#fff' }, limitInputPixels: false }).png({ compressionLevel: 9 }).toBuffer() // prettier-ignore
    expect(bomb.length).toBeLessThan(500_000)
    await keep('bombe', bomb)
    const before = process.memoryUsage.rss()
    expect((await ask('/bild/standard/inhalt/bombe?b=96')).status).toBe(404)
    expect(process.memoryUsage.rss() - before).toBeLessThan(64 * 1024 * 1024)
  })
})

describe('a picture that costs much', () => {
  const size = async (url: string) => {
    const { status, bytes } = await ask(url)
    return status === 200 ? sharp(bytes).metadata() : { status, width: 0, height: 0 }
  }
  test(
    'as AVIF is refused above 12 megapixels before it is unpacked, others are shown',
    { tags: 'long' },
    async () => {
      const blank = (side: number) => sharp({ create: { width: side, height: side, channels: 3, background: '#fff' } }) // prettier-ignore
      await keep('avif-zu-gross', await blank(3_600).avif({ effort: 0 }).toBuffer())
      await keep('avif-gross', await blank(3_400).avif({ effort: 0 }).toBuffer())
      await keep('jpeg-gross', await blank(3_600).jpeg().toBuffer())
      expect(await size('/bild/standard/inhalt/avif-zu-gross?b=96')).toMatchObject({ status: 404 })
      expect(await size('/bild/standard/inhalt/avif-gross?b=96')).toMatchObject({ width: 96 })
      expect(await size('/bild/standard/inhalt/jpeg-gross?b=96')).toMatchObject({ width: 96 })
    },
  )

  test(
    'because it is very high comes narrower, so that every width and format is made in time',
    { tags: 'long' },
    async () => {
      await keep('hoch', await noise(1280, 8_000).jpeg({ quality: 30 }).toBuffer())
      const wide = await size('/bild/standard/inhalt/hoch?b=1280&f=avif')
      expect(wide).toMatchObject({ width: 500, height: 3_125 })
      expect(await size('/bild/standard/inhalt/hoch?b=96&f=jpeg')).toMatchObject({ height: 384 })
    },
  )
})

describe('a picture that is too slow in one format', () => {
  test('is there in the others, and is not tried again at once', async () => {
    vi.resetModules()
    let tries = 0
    vi.doMock('../gateways/pictures/resize-picture.ts', async (original) => {
      const module = await original<typeof import('../gateways/pictures/resize-picture.ts')>()
      return {
        ...module,
        resizePicture: (...[bytes, of]: Parameters<typeof module.resizePicture>) => {
          if (of.format !== 'avif') return module.resizePicture(bytes, of)
          tries += 1
          return Promise.reject(new module.PictureError('too-slow', 'The picture took too long.'))
        },
      }
    })
    const { keepPictures: keepWithSlow } = await import('./keep-pictures.ts')
    vi.doUnmock('../gateways/pictures/resize-picture.ts')
    await keep('zaeh', await noise(200, 100).jpeg().toBuffer())
    const tenant = await server.deps.tenants.get('standard')
    let time = 0
    const pictures = keepWithSlow(server.deps, () => time)
    const show = (format: 'avif' | 'webp' | 'jpeg') =>
      pictures.show(tenant, { kind: 'inhalt', id: 'zaeh', width: 96, format }, 'one')
    for (let i = 0; i < 3; i += 1)
      await expect(show('avif')).rejects.toMatchObject({ failure: { name: 'unavailable' } })
    expect(tries).toBe(1)
    expect((await show('jpeg')).type).toBe('image/jpeg')
    expect((await show('webp')).type).toBe('image/webp')
    time += 6 * 60_000
    await expect(show('avif')).rejects.toMatchObject({ failure: { name: 'unavailable' } })
    expect(tries).toBe(2)
  })
})

// Memory under 200 pictures, and the processor time of the largest, stand in test/long/pictures.test.ts.
describe('under load', () => {
  test('what many ask for at once is made once, and all get the same', async () => {
    await keep('gefragt', await noise(1200, 800).jpeg().toBuffer())
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => ask('/bild/standard/inhalt/gefragt?b=640&f=webp')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
  })
})
