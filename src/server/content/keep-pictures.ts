import type { PictureFormat, PictureKind, PictureWidth } from '../../contract/picture-path.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { makeByteCache } from '../base/byte-cache.ts'
import { limitParallel } from '../base/limit-parallel.ts'
import { fail } from '../errors.ts'
import type { ContentDeps } from '../gateways/content/content-source.ts'
import { makeBreaker, type Breaker } from '../gateways/http/circuit-breaker.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { PictureError, resizePicture } from '../gateways/pictures/resize-picture.ts'
import { loadPicture, type OriginalPicture } from './load-picture.ts'

export type WantedPicture = {
  kind: PictureKind
  id: string
  width: PictureWidth
  format: PictureFormat
}
export type ShownPicture = { version: string; type: string; content: Buffer | string }

const freshMs = 5 * 60_000
const retryMs = 30_000
const MiB = 1024 * 1024

type Known = {
  version: string | null // null: there is no such picture
  freshUntil: number
}

const tooMany = () => fail('unavailable', { retryAfterSeconds: 2 })

/**
 * Makes pictures smaller and keeps what was asked for last, in memory that does not grow: 24 MiB of made pictures and 16 MiB of
 * originals, so that the other widths of one need no second look. What many ask for at once is made once. After five minutes a
 * picture is looked at again, behind the visitor's back; one whose origin does not answer then goes on as it was.
 *
 * @param now milliseconds that only grow
 */
export function keepPictures(deps: ContentDeps, now: () => number = () => performance.now()) {
  const known = makeByteCache<Known>({ maxBytes: MiB, maxEntries: 5_000 })
  const originals = makeByteCache<OriginalPicture>({ maxBytes: 16 * MiB, maxEntries: 200 })
  const made = makeByteCache<Buffer>({ maxBytes: 24 * MiB, maxEntries: 4_000 })
  const breakers = new Map<string, Breaker>()
  const turnToLoad = limitParallel({ atOnce: 4, waiting: 100, full: tooMany })
  const loadOnce = onceAtATime<OriginalPicture | null>()
  const makeOnce = onceAtATime<Buffer>()

  const know = (key: string, version: string | null, ms = freshMs) =>
    known.set(key, { version, freshUntil: now() + ms }, 200)

  function breakerOf({ code }: Tenant): Breaker {
    const breaker = breakers.get(code) ?? makeBreaker({ failures: 3, pauseMs: 30_000 }, now)
    breakers.set(code, breaker)
    return breaker
  }

  const load = (tenant: Tenant, { kind, id }: WantedPicture, key: string) =>
    loadOnce(key, () =>
      turnToLoad(async () => {
        const found = await loadPicture(deps, tenant, kind, id, breakerOf(tenant))
        know(key, found?.version ?? null)
        if (found) originals.set(key, found, sizeOf(found))
        else originals.delete(key)
        return found
      }),
    )

  async function versionOf(tenant: Tenant, wanted: WantedPicture, key: string) {
    const before = known.get(key)
    if (!before || (before.version === null && before.freshUntil <= now()))
      return (await load(tenant, wanted, key))?.version ?? null
    if (before.freshUntil <= now()) {
      know(key, before.version, retryMs)
      load(tenant, wanted, key).catch((error: unknown) => warn(tenant, error))
    }
    return before.version
  }

  const warn = ({ code }: Tenant, error: unknown) =>
    deps.log.warn({ tenant: code, err: { message: (error as Error).message } }, 'picture not read')

  async function show(tenant: Tenant, wanted: WantedPicture, key: string): Promise<ShownPicture> {
    const version = await versionOf(tenant, wanted, key)
    if (version === null) throw fail('not-found')
    const type = `image/${wanted.format}`
    const nameOf = (of: string) => `${key}|${of}|${wanted.width}|${wanted.format}`
    const kept = made.get(nameOf(version))
    if (kept) return { version, type, content: kept }
    const original = originals.get(key) ?? (await load(tenant, wanted, key))
    if (!original) throw fail('not-found')
    if ('drawn' in original)
      return { version: original.version, type: 'image/svg+xml', content: original.drawn }
    const name = nameOf(original.version)
    const content = await makeOnce(name, async () => {
      const background = tenant.theme.colours.surface
      const resized = await resizePicture(original.bytes, { ...wanted, background })
      made.set(name, resized, resized.length)
      return resized
    })
    return { version: original.version, type, content }
  }

  return {
    /** Throws `not-found`, `content-unreachable` (no answer, and nothing kept) or `unavailable` (too many at once). */
    async show(tenant: Tenant, wanted: WantedPicture): Promise<ShownPicture> {
      const key = `${tenant.code}|${wanted.kind}|${wanted.id}`
      try {
        return await show(tenant, wanted, key)
      } catch (error) {
        if (error instanceof OutsideError) {
          warn(tenant, error)
          throw fail('content-unreachable', { retryAfterSeconds: 30 })
        }
        if (!(error instanceof PictureError)) throw error
        if (error.kind === 'too-many') throw tooMany()
        // Not looked at again for a while: whoever asks for it time and again costs nothing.
        warn(tenant, error)
        know(key, null)
        throw fail('not-found')
      }
    },
    /** Bytes that are kept just now. */
    bytes: () => originals.bytes() + made.bytes(),
  }
}

const sizeOf = (picture: OriginalPicture) =>
  'drawn' in picture ? picture.drawn.length : picture.bytes.length

/** Everyone who asks for the same thing while it is under way gets the same answer. */
function onceAtATime<T>() {
  const underWay = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }
}
