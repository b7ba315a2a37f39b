import type { ContentEntries } from '../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { changed } from '../base/shared-cache.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import type { ContentDeps } from '../gateways/content/content-source.ts'
import { findEntries } from '../gateways/content/entry-store.ts'
import { clashOfTerms, keepVersions } from '../gateways/content/keep-versions.ts'
import type { ContentProblem } from '../gateways/content/read-entries.ts'
import { dropOtherCopies, findCopy, saveCopy } from '../gateways/content/squidex/copy-store.ts'
import { fetchContent } from '../gateways/content/squidex/fetch-content.ts'
import { connectionOf, sourceOf } from '../gateways/content/squidex/service-entries.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'

type Who = { actor: Actor; now: Temporal.Instant }

/**
 * Connects a tenant with its content service: loads everything with the secret `content-service` and shows it. Copy and setting
 * are written together, so the old content stays until then. Throws OutsideError without any change.
 */
export async function connectContent(
  deps: ContentDeps,
  tenant: Tenant,
  { app, service }: { app: string; service: ContentService },
  who: Who,
): Promise<{ entries: ContentEntries; problems: ContentProblem[] }> {
  const { code } = tenant
  const connected = { ...tenant, contentApp: app, contentService: service }
  const { source, client, now } = connectionOf(deps, connected, service)
  const fetched = await fetchContent(connected, service, client, now)
  return withTenant(deps.db, code, async (tx) => {
    const stored = await lockTenant(tx, code)
    const before = await findShown(tx, code, stored)
    const entries = keepVersions(stored, before, fetched.entries)
    await saveCopy(tx, code, source, { ...fetched, entries }, deps.clock.realNow())
    // Other processes show the old one for a moment.
    const previous = stored.contentService
      ? sourceOf(stored.contentService, stored.contentApp)
      : source
    await dropOtherCopies(tx, code, [source, previous])
    await configure(tx, code, stored, { app, service }, who)
    return { entries, problems: fetched.problems }
  })
}

/** Back to the built-in tables; returns the reason if refused, without any change. */
export const disconnectContent = (
  deps: ContentDeps,
  { code }: Tenant,
  who: Who,
): Promise<string | null> =>
  withTenant(deps.db, code, async (tx) => {
    const stored = await lockTenant(tx, code)
    const { legal } = stored
    const clash = await clashOfTerms(
      tx,
      code,
      { legal, entries: await findShown(tx, code, stored) },
      { legal, entries: await findEntries(tx, code) },
    )
    if (clash !== null)
      return `The terms here have other words than those of the service, and the same version ${clash}: they need a new one first.`
    await configure(tx, code, stored, { app: stored.contentApp, service: null }, who)
    return null
  })

async function lockTenant(tx: Tx, code: string): Promise<StoredTenant> {
  const stored = await lockStoredTenant(tx, code)
  if (!stored) throw new Error(`There is no tenant ${code}`)
  return stored
}

/** The tenant's current content; undefined if a service's copy is lost. */
async function findShown(
  tx: Tx,
  code: string,
  { contentApp, contentService: service }: StoredTenant,
): Promise<ContentEntries | undefined> {
  if (!service) return findEntries(tx, code)
  return (await findCopy(tx, code, sourceOf(service, contentApp)))?.entries
}

const serviceOf = ({
  contentApp,
  contentService,
}: Pick<StoredTenant, 'contentApp' | 'contentService'>) =>
  contentService ? { origin: new URL(contentService.url).origin, app: contentApp } : null

async function configure(
  tx: Tx,
  code: string,
  stored: StoredTenant,
  { app, service }: { app: string; service: ContentService | null },
  { actor, now }: Who,
): Promise<void> {
  await saveTenant(tx, { ...stored, contentApp: app, contentService: service }, now)
  await audit(tx, code, {
    at: now,
    actor,
    action: service ? 'connect-content' : 'disconnect-content',
    subjectKind: 'tenant',
    subjectId: code,
    change: {
      before: serviceOf(stored),
      after: serviceOf({ contentApp: app, contentService: service }),
    },
  })
  await notify(tx, 'zuspruch_tenants', code)
  await changed(tx, 'content', code)
}
