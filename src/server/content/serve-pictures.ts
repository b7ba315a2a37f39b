import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  pictureFormats,
  pictureKinds,
  pictureWidths,
  type PictureFormat,
} from '../../contract/picture-path.ts'
import type { Deps } from '../context.ts'
import { fail } from '../errors.ts'
import { pictureCsp } from '../base/safety-headers.ts'
import { findTenant, localeOf } from '../serve.ts'
import { visitorOf } from '../visitor.ts'
import { keepPictures, type WantedPicture } from './keep-pictures.ts'

const ids = {
  inhalt: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  berater: /^[A-Za-z0-9._-]{1,40}$/,
} as const

/**
 * GET /bild/{tenant}/{kind}/{id}?b=480: a picture in a fixed width, as AVIF, WebP or JPEG by Accept, or by `f`. Cached for an
 * hour, then revalidated; with version (`v`) for a year.
 */
export function servePictures(app: FastifyInstance, deps: Deps): void {
  const pictures = keepPictures(deps)
  app.get('/bild/:tenant/:kind/:id', async (request, reply) => {
    const tenant = await findTenant(deps, request)
    const wanted = readWanted(request)
    const { version, type, content } = await pictures.show(
      tenant,
      wanted,
      visitorOf(deps, tenant.code, request),
    )
    const drawn = type === 'image/svg+xml'
    const tag = drawn ? `"${version}"` : `"${version}-${wanted.width}-${wanted.format}"`
    const query = request.query as Record<string, unknown>
    reply.headers({
      'Cache-Control':
        query['v'] === version
          ? 'public, max-age=31536000, immutable'
          : 'public, max-age=3600, stale-while-revalidate=86400',
      ETag: tag,
      ...(query['f'] === undefined ? { Vary: 'Accept' } : {}),
      'Content-Security-Policy': pictureCsp,
    })
    return answer(request, reply, { type, tag, content })
  })
}

function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, tag, content }: { type: string; tag: string; content: Buffer | string },
): FastifyReply {
  const known = (request.headers['if-none-match'] ?? '')
    .split(/,\s*/)
    .some((one) => one.replace(/^W\//, '') === tag)
  if (known) return reply.code(304).send()
  return reply.type(type).send(content)
}

/** Impossible ids are not looked up; unlisted widths and formats are refused by name. */
function readWanted(request: FastifyRequest): WantedPicture {
  const { kind: wantedKind, id = '' } = request.params as Record<string, string>
  const kind = pictureKinds.find((one) => one === wantedKind)
  if (!kind || !ids[kind].test(id)) throw fail('not-found')
  const { b, f } = request.query as Record<string, unknown>
  const width = pictureWidths.find((one) => String(one) === (b ?? '640'))
  const format =
    f === undefined
      ? likedFormat(request.headers.accept ?? '')
      : pictureFormats.find((one) => one === f)
  const fields = [...(width ? [] : ['b']), ...(format ? [] : ['f'])]
  if (width && format) return { kind, id, width, format }
  throw fail('validation', {
    fields: fields.map((field) => ({ field, message: fieldTexts[localeOf(request)] })),
  })
}

const fieldTexts = {
  de: 'Diesen Wert gibt es hier nicht.',
  en: 'There is no such value here.',
}

// Only supporting browsers name a format; all others get the universal one.
const likedFormat = (accept: string): PictureFormat =>
  accept.includes('image/avif') ? 'avif' : accept.includes('image/webp') ? 'webp' : 'jpeg'
