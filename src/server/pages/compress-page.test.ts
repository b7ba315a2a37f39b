import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { sendPage } from './compress-page.ts'

const unpack: Record<string, (body: Buffer) => Buffer> = {
  zstd: zstdDecompressSync,
  br: brotliDecompressSync,
  gzip: gunzipSync,
}

/** A server of pages, each of its letter. */
function serve(length: number) {
  const app = fastify()
  app.get('/:letter', (request, reply) => {
    const { letter } = request.params as { letter: string }
    return sendPage(request, reply.header('vary', 'Cookie'), ['Grüße – ', letter.repeat(length)])
  })
  onTestFinished(() => app.close())
  return async (letter: string, accepted?: string) => {
    const headers = accepted === undefined ? {} : { 'accept-encoding': accepted }
    const answer = await app.inject({ url: `/${letter}`, headers })
    const encoding = String(answer.headers['content-encoding'] ?? 'none')
    const body = unpack[encoding]?.(answer.rawPayload) ?? answer.rawPayload
    return { encoding, text: body.toString(), vary: answer.headers.vary }
  }
}

test.each([
  ['gzip, deflate, br, zstd', 'zstd'],
  ['gzip, deflate, br', 'br'],
  ['gzip, zstd;q=0', 'gzip'],
  ['identity', 'none'],
  [undefined, 'none'],
])('who takes %s gets %s', async (accepted, encoding) => {
  const ask = serve(5_000)
  expect(await ask('a', accepted)).toEqual({
    encoding,
    text: `Grüße – ${'a'.repeat(5_000)}`,
    vary: encoding === 'none' ? 'Cookie' : 'Cookie, accept-encoding',
  })
})

test.each(['zstd', 'br', 'identity'])('pages at once stay apart by %s, of any size', async (by) => {
  for (const length of [20, 5_000, 400_000]) {
    const ask = serve(length)
    const letters = [...'abcdefgh']
    const answers = await Promise.all(letters.map((letter) => ask(letter, by)))
    expect(answers.map(({ text }) => text)).toEqual(
      letters.map((letter) => `Grüße – ${letter.repeat(length)}`),
    )
  }
})
