import type { Insertable } from 'kysely'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import type { Accounts, Invitations, Recipients, Referrals } from '../db/tables.ts'

/** Past rows that calls would date today. */
export type PastRows = {
  accounts: Omit<Insertable<Accounts>, 'tenant'>[]
  invitations: Omit<Insertable<Invitations>, 'tenant'>[]
  referrals: Omit<Insertable<Referrals>, 'tenant'>[]
  recipients: Omit<Insertable<Recipients>, 'tenant'>[]
}

export async function insertPast(tx: Tx, tenant: string, rows: PastRows): Promise<void> {
  const owned = <T extends object>(list: T[]) => list.map((row) => ({ tenant, ...row }))
  await tx.insertInto('accounts').values(owned(rows.accounts)).execute()
  await tx.insertInto('invitations').values(owned(rows.invitations)).execute()
  await tx.insertInto('referrals').values(owned(rows.referrals)).execute()
  await tx.insertInto('recipients').values(owned(rows.recipients)).execute()
  const kinds = {
    recommenders: rows.accounts.map((row) => row.account_id),
    referrals: rows.referrals.map((row) => row.number),
    leads: rows.recipients.map((row) => row.number),
  } as const
  for (const kind of ['recommenders', 'referrals', 'leads'] as const)
    await recordReport(tx, tenant, kind, kinds[kind])
}

/** Domain of everybody's address in it. */
export const historyDomain = 'rueckblick.example'

/** Done once: its first referrer exists. */
export async function hasHistory(tx: Tx, tenant: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('email', '=', `werber1-1@${historyDomain}`)
    .executeTakeFirst()
  return row !== undefined
}
