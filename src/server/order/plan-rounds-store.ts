import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Named = {
  number: string
  mergedInto: string | null
  referral: string
  email: string
  mailbox: string
}

/** Contacts of these numbers, those they were merged into, and whoever has these addresses. */
export async function listNamed(
  tx: Tx,
  tenant: string,
  { numbers, emails }: { numbers: readonly string[]; emails: readonly string[] },
): Promise<Named[]> {
  const any = sql`any (${[...numbers]}::text[])`
  const { rows } = await sql<Named>`
    select number, merged_into as "mergedInto", referral_number as referral, email, mailbox from recipients
    where tenant = ${tenant} and number = any (array(
      select number from recipients where tenant = ${tenant} and number = ${any}
      union
      select merged_into from recipients where tenant = ${tenant} and number = ${any} and merged_into is not null
      union
      select number from recipients where tenant = ${tenant} and email = any (${[...emails]}::text[])))`.execute(
    tx,
  )
  return rows
}

/** Whose account a recommendation will be: those that nobody has claimed. */
export async function listUnclaimed(
  tx: Tx,
  tenant: string,
  referrals: readonly string[],
): Promise<{ number: string; account: string }[]> {
  const { rows } = await sql<{ number: string; account: string }>`
    select number, account_id as account from referrals
    where tenant = ${tenant} and number = any (${[...referrals]}::text[]) and owned_at is null`.execute(
    tx,
  )
  return rows
}
