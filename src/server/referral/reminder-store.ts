import { sql } from 'kysely'
import type { Locale, Localised } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type ExpiringReferral = {
  number: string
  valid_until: string
  title: Localised
  in_sentence: Localised | null
  email: string
  first_name: string
  language: Locale
}

/** `daysBefore`: each at least 1. */
type Asked = { today: Temporal.PlainDate; daysBefore: readonly number[] }

// Owned, unaccepted, made before the reminder day, account neither deleted nor blocked.
function expiring(tenant: string, { today, daysBefore }: Asked) {
  const last = today.add({ days: Math.max(...daysBefore) })
  return sql`
    referrals r join accounts a on a.tenant = r.tenant and a.account_id = r.account_id
      where r.tenant = ${tenant} and a.tenant = ${tenant} and r.state = 'open' and r.owned_at is not null
        and a.deleted_at is null and a.confirmed_at is not null and a.blocked_on is null
        and r.valid_until between ${today.toString()} and ${last.toString()}
        and exists (
          select from unnest(${[...daysBefore]}::int[]) as days
          where r.valid_until - days <= ${today.toString()} and r.created_on < r.valid_until - days
            and (r.reminded_on is null or r.reminded_on < r.valid_until - days))`
}

/** Referrals due for a reminder. */
export async function listExpiringReferrals(
  tx: Tx,
  tenant: string,
  asked: Asked,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select ${keepsPlan} r.number from ${expiring(tenant, asked)} order by r.valid_until limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ number }) => number)
}

/** Marks and returns those of them that are still due. SKIP LOCKED: workers share the work and never block an acceptance. */
export async function markExpiringReferrals(
  tx: Tx,
  tenant: string,
  asked: Asked,
  numbers: readonly string[],
): Promise<ExpiringReferral[]> {
  const { rows } = await sql<ExpiringReferral>`
    with ${keepsPlan} due as (
      select r.number from ${expiring(tenant, asked)} and r.number = any (${[...numbers]}::text[])
      for no key update of r skip locked
    )
    update referrals set reminded_on = ${asked.today.toString()}
    from due, products p, accounts a
    where referrals.tenant = ${tenant} and referrals.number = due.number
      and p.tenant = ${tenant} and p.product_id = referrals.product_id
      and a.tenant = ${tenant} and a.account_id = referrals.account_id
    returning referrals.number, referrals.valid_until, p.title, p.in_sentence, a.email, a.first_name, a.language`.execute(
    tx,
  )
  return rows
}
