import { audit, type Actor } from '../base/audit-store.ts'
import { changed } from '../base/shared-cache.ts'
import { saveListing } from '../catalogue/listing-store.ts'
import type { Listing } from '../catalogue/listing.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { notify } from '../db/notify.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { hideAddresses, sealAddresses } from '../tenant/hidden-addresses.ts'
import {
  markUnusedPictures,
  saveTenantPictures,
  type TenantPicture,
} from '../tenant/picture-store.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'
import { bothSides, forAudit, type SettingChange } from '../tenant/setting-changes.ts'
import { saveTenant } from '../tenant/store.ts'

/** Writes what a tenant file holds, and tells every process. @param changes of a known tenant; null for a new one. @returns false:
 * a draft whose code was taken meanwhile */
export async function writeTenant(
  tx: Tx,
  file: { tenant: StoredTenant; listing: Listing; pictures: TenantPicture[] },
  changes: readonly SettingChange[] | null,
  {
    actor,
    now,
    keys,
    draft = null,
  }: {
    actor: Actor
    now: Temporal.Instant
    keys: Keys
    draft?: { copiedFrom: string | null } | null
  },
): Promise<boolean> {
  const { code } = file.tenant
  const hidden = hideAddresses(keys, file.tenant)
  if (!(await saveTenant(tx, hidden, now, draft))) return false
  await sealAddresses(tx, keys, file.tenant, now)
  await saveTenantPictures(tx, code, file.pictures, now)
  await saveListing(tx, code, file.listing)
  await markUnusedPictures(tx, code, now)
  await audit(tx, code, {
    at: now,
    actor,
    action: changes ? 'tenant-changed' : 'tenant-created',
    subjectKind: 'tenant',
    subjectId: code,
    change: changes
      ? bothSides(forAudit(changes))
      : {
          before: null,
          after: {
            name: file.tenant.name,
            draft: draft !== null,
            ...(draft?.copiedFrom ? { copiedFrom: draft.copiedFrom } : {}),
          },
        },
  })
  if (changes?.some(({ setting }) => setting.startsWith('blockedEmails.')))
    await enqueue(tx, code, 'follow-blocked-emails', {})
  await notify(tx, 'zuspruch_tenants', code)
  await changed(tx, 'catalogue', code)
  await changed(tx, 'content', code)
  return true
}

/** A general block ("accounts block --all") is changed by its own commands only, not by an older file. */
export const withBlock = (given: StoredTenant, stored: StoredTenant | undefined): StoredTenant => ({
  ...given,
  accountsBlockedOn: (stored ?? given).accountsBlockedOn ?? null,
})
