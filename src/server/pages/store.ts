import type { Tx } from '../db/connection.ts'

export function findPageUser(tx: Tx, tenant: string, accountId: string) {
  return tx
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'email'])
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}
