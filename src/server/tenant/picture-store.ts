import { sql } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type TenantPicture = { name: string; bytes: Buffer; width: number; height: number }

export async function findTenantPicture(
  tx: Tx,
  tenant: string,
  name: string,
): Promise<TenantPicture | undefined> {
  const row = await tx
    .selectFrom('tenant_pictures')
    .select(['name', 'bytes', 'width', 'height'])
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst()
  return row as TenantPicture | undefined
}

/** Equal names are equal pictures; an unused one is in use again. */
export async function saveTenantPictures(
  tx: Tx,
  tenant: string,
  pictures: TenantPicture[],
  now: Temporal.Instant,
): Promise<void> {
  if (pictures.length === 0) return
  const added_at = now.toString()
  await tx
    .insertInto('tenant_pictures')
    .values(pictures.map((picture) => ({ tenant, ...picture, added_at })))
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'name']).doUpdateSet({ unused_since: null }),
    )
    .execute()
}

/** Settings, catalogue and content refer to pictures by path. Mails wait at most 90 days (keptDays.unsentMail). */
const isUsed = (tenant: string) => {
  const names = (text: ReturnType<typeof sql>) => sql`strpos(${text}, p.name) > 0`
  return sql`(
    exists (select from tenants s where s.tenant = ${tenant} and ${names(sql`s.config::text`)})
    or exists (select from products s where s.tenant = ${tenant} and ${names(sql`s.picture || ' ' || s.preview_picture`)})
    or exists (select from reward_options s where s.tenant = ${tenant} and ${names(sql`s.picture`)})
    or exists (select from content_entries s where s.tenant = ${tenant} and ${names(sql`s.data::text`)})
    or exists (select from content_copies s where s.tenant = ${tenant} and ${names(sql`s.entries::text`)}))`
}

/** Marks unused pictures with their date, and unmarks used ones. */
export async function markUnusedPictures(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<void> {
  await sql`
    update tenant_pictures p set ${keepsPlan} unused_since = null
    where p.tenant = ${tenant} and p.unused_since is not null and ${isUsed(tenant)}`.execute(tx)
  await sql`
    update tenant_pictures p set ${keepsPlan} unused_since = ${now.toString()}
    where p.tenant = ${tenant} and p.unused_since is null and not ${isUsed(tenant)}`.execute(tx)
}

/** Deletes pictures unused since before then. */
export async function deleteUnusedPictures(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<void> {
  await sql`
    delete ${keepsPlan} from tenant_pictures p
    where p.tenant = ${tenant} and p.unused_since < ${before.toString()} and not ${isUsed(tenant)}`.execute(
    tx,
  )
}
