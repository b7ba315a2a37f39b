import { baseOf, feedAddress, pauseMinutes, whyHeldBack } from '../../domain/feed.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { findSecret } from '../base/secret-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { fetchFeed } from '../gateways/product-feeds/fetch-feed.ts'
import { feedOf } from '../gateways/product-feeds/product-api.ts'
import { openAddress } from '../tenant/hidden-addresses.ts'
import { countCatalogue } from './catalogue-store.ts'
import { countsOf, type CatalogueDiff } from './diff-catalogue.ts'
import { beginAttempt, giveLeaseBack, saveBase, takeLease, type FeedState } from './feed-store.ts'
import { mostProblems, readFeed } from './read-feed.ts'
import { CatalogueRefused, replaceCatalogue } from './replace-catalogue.ts'

/** Result of a refresh. `busy`: another process does it. */
export type FeedOutcome =
  | { kind: 'same' }
  | { kind: 'taken'; rows: number; diff: CatalogueDiff }
  | { kind: 'held'; rows: number; diff: CatalogueDiff; reason: string }
  | { kind: 'failed'; problems: string[] }
  | { kind: 'busy' }

type RefreshDeps = Pick<Deps, 'db' | 'clock' | 'keys'>

// Longer than a feed with all pages may take (fetch-feed.ts).
const leaseMinutes = 2
const longestError = 2_000

/**
 * Takes the lease of the tenant's feed; null if another process has it, it is not due (`onlyDue`), or there is no feed. Real
 * time, not the demo's.
 */
export async function leaseFeed(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: Tenant,
  { onlyDue }: { onlyDue: boolean },
): Promise<string | null> {
  const feed = feedOf(tenant)
  if (!feed) return null
  const now = clock.realNow()
  const wanted = {
    address: feed.shown,
    lease: uuidv7(),
    now,
    until: now.add({ minutes: leaseMinutes }),
    onlyDue,
  }
  return (await takeLease(tx, tenant.code, wanted)) ? wanted.lease : null
}

/**
 * Polls the feed and, if every row is valid, replaces the catalogue in one transaction; otherwise only the feed's state changes.
 * Pages use the tables and never wait for a feed. Never throws for the feed's errors; ours are stored as failures and thrown.
 * @param lease of leaseFeed, exclusive @param force an operator accepts the response, however much it removes, even if unchanged
 */
export async function refreshFeed(
  deps: RefreshDeps,
  tenant: Tenant,
  { lease, force, actor }: { lease: string; force: boolean; actor: Actor },
): Promise<FeedOutcome> {
  const feed = feedOf(tenant)
  if (!feed) return { kind: 'busy' }
  const code = tenant.code
  const now = deps.clock.realNow()
  const attempt = {
    now,
    until: now.add({ minutes: leaseMinutes }),
    dueAfter: (failures: number) => now.add({ minutes: pauseMinutes(failures + 1) }),
  }
  const { route } = tenant.productApi
  const [state, bearer] = await withTenant(deps.db, code, async (tx) => [
    await beginAttempt(tx, code, lease, attempt),
    await findSecret(tx, deps.keys, code, 'product-feed'),
  ])
  if (!state) return { kind: 'busy' }
  try {
    const whole = await withTenant(deps.db, code, (tx) =>
      openAddress(tx, deps.keys, code, 'product-feed-address', route),
    )
    const address = feedAddress(whole)
    if (!address) return { kind: 'busy' } // another file came meanwhile
    const answer = await fetchFeed(address, { bearer, etag: force ? null : state.etag })
    if (answer.kind === 'same') return await keepAsItIs(deps, code, lease, feed.minutes)
    const read = await readFeed(answer.content)
    if ('problems' in read) return await noteFailure(deps, code, lease, state, read.problems)
    return await take(deps, tenant, {
      ...read,
      etag: answer.etag,
      minutes: feed.minutes,
      lease,
      base: state.base,
      force,
      actor,
    })
  } catch (error) {
    if (error instanceof OutsideError) return noteFailure(deps, code, lease, state, [error.message])
    if (!(error instanceof CatalogueRefused)) {
      // Any error is a failure with its pause. If even that cannot be written, the lease expires as a lost attempt.
      await noteFailure(deps, code, lease, state, [technical(error)]).catch(() => undefined)
      throw error
    }
    const problems = error.conflicts
      .slice(0, mostProblems)
      .map(({ id, column, reason }) => `Product ${id}: ${column} ${reason}.`)
    return noteFailure(deps, code, lease, state, problems)
  }
}

const technical = (error: unknown) =>
  `It could not be taken: ${(error instanceof Error ? error.message : String(error)).replace(/\p{Cc}/gu, ' ')}`

const dueIn = (deps: Pick<Deps, 'clock'>, minutes: number) => {
  const now = deps.clock.realNow()
  return { now: now.toString(), due_at: now.add({ minutes }).toString() }
}

const good = { failures: 0, failed_at: null, last_error: null, held_rows: null }

async function keepAsItIs(
  deps: RefreshDeps,
  code: string,
  lease: string,
  minutes: number,
): Promise<FeedOutcome> {
  const { now, due_at } = dueIn(deps, minutes)
  const ours = await withTenant(deps.db, code, (tx) =>
    giveLeaseBack(tx, code, lease, { ...good, fetched_at: now, due_at }),
  )
  return { kind: ours ? 'same' : 'busy' }
}

type Taken = {
  file: Parameters<typeof replaceCatalogue>[2]
  rows: number
  etag: string | null
  minutes: number
  lease: string
  base: FeedState['base']
  force: boolean
  actor: Actor
}

async function take(deps: RefreshDeps, tenant: Tenant, taken: Taken): Promise<FeedOutcome> {
  const { code } = tenant
  const { rows, minutes, lease } = taken
  try {
    return await withTenant(deps.db, code, (tx) => write(tx, deps, tenant, taken))
  } catch (error) {
    if (!(error instanceof HeldBack)) throw error
    const { diff, message: reason } = error
    const { now, due_at } = dueIn(deps, minutes)
    const last_error = `Held back: ${reason}`
    // Without ETag: the next response is checked again, after an operator's decision or a repair.
    const state = { due_at, etag: null, failures: 0, failed_at: now, last_error, held_rows: rows }
    const ours = await withTenant(deps.db, code, (tx) => giveLeaseBack(tx, code, lease, state))
    return ours ? { kind: 'held', rows, diff, reason } : { kind: 'busy' }
  }
}

/** Rolls the transaction back. */
class HeldBack extends Error {
  readonly diff: CatalogueDiff
  constructor(diff: CatalogueDiff, reason: string) {
    super(reason)
    this.diff = diff
  }
}

const keptOf = (diff: CatalogueDiff) => diff.unchanged + diff.changed.length

async function write(
  tx: Tx,
  deps: RefreshDeps,
  tenant: Tenant,
  { file, rows, etag, minutes, lease, base, force, actor }: Taken,
): Promise<FeedOutcome> {
  const { code } = tenant
  const { now, due_at } = dueIn(deps, minutes)
  // First: without the lease nothing is written, and its row stays locked to the end.
  if (!(await giveLeaseBack(tx, code, lease, { ...good, etag, rows, fetched_at: now, due_at })))
    return { kind: 'busy' }
  const diff = await replaceCatalogue(tx, tenant, file)
  const counts = { added: diff.added.length, changed: diff.changed.length, gone: diff.gone.length }
  const left = await countCatalogue(tx, code)
  const before = left + counts.gone - counts.added
  // What an operator accepts is the new reference.
  const at = deps.clock.realNow()
  const next = force ? { products: left, at } : baseOf(base, { before, left }, at)
  const reason = force
    ? null
    : whyHeldBack(
        { gone: counts.gone, kept: keptOf(diff), left, base: next.products },
        diff.commissions,
      )
  if (reason !== null) throw new HeldBack(diff, reason)
  await saveBase(tx, code, next)
  if (counts.added + counts.changed + counts.gone > 0)
    await audit(tx, code, {
      at: deps.clock.now(),
      actor,
      action: 'catalogue-refreshed',
      subjectKind: 'tenant',
      subjectId: code,
      details: { rows, forced: force },
      change: countsOf(diff),
    })
  return { kind: 'taken', rows, diff }
}

async function noteFailure(
  deps: RefreshDeps,
  code: string,
  lease: string,
  { failures }: { failures: number },
  problems: string[],
): Promise<FeedOutcome> {
  const { now, due_at } = dueIn(deps, pauseMinutes(failures + 1))
  const last_error = problems.join('\n').slice(0, longestError)
  const ours = await withTenant(deps.db, code, (tx) =>
    giveLeaseBack(tx, code, lease, {
      failures: failures + 1,
      failed_at: now,
      last_error,
      due_at,
    }),
  )
  return ours ? { kind: 'failed', problems } : { kind: 'busy' }
}
