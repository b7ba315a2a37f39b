import { audit, type Actor } from '../base/audit-store.ts'
import { forgetScriptsAt } from '../base/forget-tokens-store.ts'
import { changed } from '../base/shared-cache.ts'
import { platformCode } from '../../domain/platform.ts'
import { onTenant, type Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { forgetJobs } from '../jobs/store.ts'
import { forgetPlace } from '../team/view-store.ts'
import { deleteDraftRows } from '../tenant/store.ts'

/**
 * Deletes a tenant that was never public, with all its rows; the platform's log keeps who did it and why. In a transaction of the
 * platform. @returns null, or the table whose rows are somebody's; 'tenants': it is or was public
 */
export async function deleteDraft(
  tx: Tx,
  tenant: { code: string; name: string },
  by: { actor: Actor; reason: string; now: Temporal.Instant },
): Promise<string | null> {
  const { code, name } = tenant
  const kept = await onTenant(tx, code, () => deleteDraftRows(tx, code))
  if (kept !== null) return kept
  await forgetPlace(tx, code)
  await forgetScriptsAt(tx, platformCode, code)
  await forgetJobs(tx, code)
  await audit(tx, platformCode, {
    at: by.now,
    actor: by.actor,
    action: 'tenant-deleted',
    subjectKind: 'tenant',
    subjectId: code,
    change: { before: { name }, after: null },
    reason: by.reason,
  })
  await notify(tx, 'zuspruch_tenants', code)
  await changed(tx, 'catalogue', code)
  await changed(tx, 'content', code)
  return null
}
