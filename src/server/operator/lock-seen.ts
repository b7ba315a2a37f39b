import { lockPerson, type Account } from '../account/store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { accountOf, type Person } from './find-person.ts'

/** The account as the caller saw it, locked; whoever saw an older one is refused. */
export async function lockSeen(
  tx: Tx,
  { tenant, body }: Pick<Call, 'tenant'> & { body: { version: number } },
  person: Person,
): Promise<Account> {
  const account = await lockPerson(tx, tenant.code, accountOf(person).account_id)
  if (!account) throw fail('not-found')
  if (account.version !== body.version) throw fail('changed-meanwhile')
  return account
}
