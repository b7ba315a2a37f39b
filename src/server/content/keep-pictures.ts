import { LRUCache } from 'lru-cache'
import type { PictureFormat, PictureKind, PictureWidth } from '../../contract/picture-path.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { limitParallel } from '../base/limit-parallel.ts'
import { makeVisitorLimit } from '../base/visitor-limit.ts'
import { fail } from '../errors.ts'
import type { ContentDeps } from '../gateways/content/content-source.ts'
import { makeBreaker } from '../gateways/http/circuit-breaker.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { PictureError, resizePicture } from '../gateways/pictures/resize-picture.ts'
import { isAboutAsset, loadPicture, type AskService, type OriginalPicture } from './load-picture.ts'

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
/** Of one tenant's content service. */
export const serviceTurns = { atOnce: 4, waiting: 25 }
/** Lookups of missing pictures per visitor and hour; a house shares one address. */
export const misses = { most: 120, windowMs: 3_600_000 }

type Known = {
  version: string | null // null: no such picture
  freshUntil: number
}

/** An LRU cache by bytes and entries; items above a quarter are not kept. */
const keepLast = <T extends {}>(maxSize: number, max: number) =>
  new LRUCache<string, T>({ max, maxSize, maxEntrySize: maxSize / 4 })

const tooSlow = () => fail('unavailable', { retryAfterSeconds: freshMs / 1000 })
const tooMany = () => fail('unavailable', { retryAfterSeconds: 2 })

/**
 * Resizes and caches pictures: 24 MiB of results and 16 MiB of originals for other widths. Parallel requests share the work.
 * After five minutes a picture is revalidated in the background; if its origin fails, the old one stays. @param now monotonic
 * milliseconds
 */
export function keepPictures(deps: ContentDeps, now: () => number = () => performance.now()) {
  const known = keepLast<Known>(MiB, 5_000)
  const originals = keepLast<OriginalPicture>(16 * MiB, 200)
  const made = keepLast<Buffer>(24 * MiB, 4_000)
  const slow = keepLast<number>(MiB, 5_000)
  const services = new Map<string, AskService>()
  const missesOf = makeVisitorLimit({ name: 'pictures', ...misses }, now)
  const loadOnce = onceAtATime<OriginalPicture | null>()
  const makeOnce = onceAtATime<Buffer>()

  const know = (key: string, version: string | null, ms = freshMs) =>
    known.set(key, { version, freshUntil: now() + ms }, { size: 200 })

  // Queue and breaker per tenant: a slow or dead service affects no other tenant.
  function serviceOf({ code }: Tenant): AskService {
    const known = services.get(code)
    if (known) return known
    const turn = limitParallel({ ...serviceTurns, full: tooMany })
    const breaker = makeBreaker({ failures: 3, pauseMs: 30_000 }, now)
    const ask: AskService = (work) => turn(() => breaker.run(work))
    services.set(code, ask)
    return ask
  }

  /** For a visitor, or in the background (null). */
  const load = (tenant: Tenant, { kind, id }: WantedPicture, key: string, visitor: string | null) =>
    loadOnce(key, async () => {
      let isMiss = false
      const ask: AskService = (work) => {
        if (visitor !== null && missesOf.isReached(visitor))
          throw fail('too-many-requests', { retryAfterSeconds: misses.windowMs / 1000 })
        isMiss = true
        return serviceOf(tenant)(work)
      }
      const found = await loadPicture(deps, tenant, kind, id, ask).catch((error: unknown) => {
        if (!isAboutAsset(error)) throw error
        warn(tenant, error)
        return originals.get(key) ?? null
      })
      if (isMiss && !found && visitor !== null) missesOf.count(visitor)
      know(key, found?.version ?? null)
      if (found) originals.set(key, found, { size: sizeOf(found) })
      else originals.delete(key)
      return found
    })

  async function versionOf(tenant: Tenant, wanted: WantedPicture, key: string, visitor: string) {
    const before = known.get(key)
    if (!before || (before.version === null && before.freshUntil <= now()))
      return (await load(tenant, wanted, key, visitor))?.version ?? null
    if (before.freshUntil <= now()) {
      know(key, before.version, retryMs)
      load(tenant, wanted, key, null).catch((error: unknown) => warn(tenant, error))
    }
    return before.version
  }

  const warn = ({ code }: Tenant, error: unknown) =>
    deps.log.warn({ tenant: code, err: { message: (error as Error).message } }, 'picture not read')

  async function show(
    tenant: Tenant,
    wanted: WantedPicture,
    key: string,
    visitor: string,
  ): Promise<ShownPicture> {
    const version = await versionOf(tenant, wanted, key, visitor)
    if (version === null) throw fail('not-found')
    const type = `image/${wanted.format}`
    const nameOf = (of: string) => `${key}|${of}|${wanted.width}|${wanted.format}`
    const kept = made.get(nameOf(version))
    if (kept) return { version, type, content: kept }
    const original = originals.get(key) ?? (await load(tenant, wanted, key, visitor))
    if (!original) throw fail('not-found')
    if ('drawn' in original)
      return { version: original.version, type: 'image/svg+xml', content: original.drawn }
    const name = nameOf(original.version)
    if ((slow.get(name) ?? 0) > now()) throw tooSlow()
    const content = await makeOnce(name, async () => {
      const background = tenant.theme.colours.surface
      const resized = await resizePicture(original.bytes, { ...wanted, background }).catch(
        (error: unknown) => {
          // Only in this width and format; others may succeed.
          if (error instanceof PictureError && error.kind === 'too-slow')
            slow.set(name, now() + freshMs, { size: 200 })
          throw error
        },
      )
      made.set(name, resized, { size: resized.length })
      return resized
    })
    return { version: original.version, type, content }
  }

  return {
    /**
     * Throws `not-found`, `content-unreachable` (no answer, nothing cached), `unavailable` (overload or too slow),
     * `too-many-requests` (too many missing pictures). @param visitor keyed hash of tenant and address
     */
    async show(tenant: Tenant, wanted: WantedPicture, visitor: string): Promise<ShownPicture> {
      const key = `${tenant.code}|${wanted.kind}|${wanted.id}`
      try {
        return await show(tenant, wanted, key, visitor)
      } catch (error) {
        if (error instanceof OutsideError) {
          warn(tenant, error)
          throw fail('content-unreachable', { retryAfterSeconds: 30 })
        }
        if (!(error instanceof PictureError)) throw error
        if (error.kind === 'too-many') throw tooMany()
        // Not retried for a while, so that repeated requests cost nothing.
        warn(tenant, error)
        if (error.kind === 'too-slow') throw tooSlow()
        know(key, null)
        throw fail('not-found')
      }
    },
    /** Bytes currently cached. */
    bytes: () => originals.calculatedSize + made.calculatedSize,
  }
}

const sizeOf = (picture: OriginalPicture) =>
  'drawn' in picture ? picture.drawn.length : picture.bytes.length

/** Parallel requests share one result. */
function onceAtATime<T>() {
  const underWay = new Map<string, Promise<T>>()
  return (key: string, work: () => Promise<T>): Promise<T> => {
    const running = underWay.get(key) ?? work().finally(() => underWay.delete(key))
    underWay.set(key, running)
    return running
  }
}
