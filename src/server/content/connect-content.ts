import type { ContentEntries } from '../../contract/inhalt-datei.ts'
import type { ContentService, Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { changed } from '../base/shared-cache.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import type { ContentDeps } from '../gateways/content/content-source.ts'
import type { ContentProblem } from '../gateways/content/read-entries.ts'
import { refreshCopy } from '../gateways/content/squidex/refresh-copy.ts'
import { connectionOf } from '../gateways/content/squidex/service-entries.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'

type Who = { actor: Actor; now: Temporal.Instant }

/**
 * Connects a tenant with its content service: asks it for everything with the secret `content-service`, keeps that as the first copy,
 * and from then on shows it. Throws OutsideError where the service does not answer as it should; then nothing has changed.
 */
export async function connectContent(
  deps: ContentDeps,
  tenant: Tenant,
  { app, service }: { app: string; service: ContentService },
  who: Who,
): Promise<{ entries: ContentEntries; problems: ContentProblem[] }> {
  const connected = { ...tenant, contentApp: app, contentService: service }
  const { source, client, now } = connectionOf(deps, connected, service)
  const { entries, problems } = await refreshCopy(deps, connected, service, source, client, now)
  await withTenant(deps.db, tenant.code, (tx) => configure(tx, tenant.code, { app, service }, who))
  return { entries, problems }
}

/** Back to the built-in tables. */
export const disconnectContent = (deps: ContentDeps, tenant: Tenant, who: Who): Promise<void> =>
  withTenant(deps.db, tenant.code, (tx) =>
    configure(tx, tenant.code, { app: tenant.contentApp, service: null }, who),
  )

async function configure(
  tx: Tx,
  code: string,
  { app, service }: { app: string; service: ContentService | null },
  { actor, now }: Who,
): Promise<void> {
  const stored = await lockStoredTenant(tx, code)
  if (!stored) throw new Error(`There is no tenant ${code}`)
  await saveTenant(tx, { ...stored, contentApp: app, contentService: service }, now)
  await audit(tx, code, {
    at: now,
    actor,
    action: service ? 'connect-content' : 'disconnect-content',
    subjectKind: 'tenant',
    subjectId: code,
    details: service ? { origin: new URL(service.url).origin, app } : {},
  })
  await notify(tx, 'zuspruch_tenants', code)
  await changed(tx, 'content', code)
}
