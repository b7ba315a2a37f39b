import type { Tx } from '../db/connection.ts'

export function findPageUser(tx: Tx, tenant: string, accountId: string) {
  return tx
    .selectFrom('accounts')
    .select((eb) => [
      'first_name',
      'last_name',
      'email',
      eb('password_hash', 'is not', null).$castTo<boolean>().as('has_password'),
    ])
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
}
