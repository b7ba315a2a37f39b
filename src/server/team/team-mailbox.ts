import { mailboxOf } from '../../domain/email.ts'
import { platformCode } from '../../domain/platform.ts'
import { onPlatform, type Tx } from '../db/connection.ts'
import { listGrantsAt, listOperators } from './store.ts'

/** Whether somebody who works at a tenant, or for the platform, reads this mailbox. */
export const isTeamMailbox = (
  tx: Tx,
  tenant: string,
  email: string,
  now: Temporal.Instant,
): Promise<boolean> =>
  onPlatform(tx, tenant, async () => {
    const grants = [
      ...(await listGrantsAt(tx, tenant, now)),
      ...(await listGrantsAt(tx, platformCode, now)),
    ]
    const ids = new Set(grants.map(({ operator_id }) => operator_id))
    const team = await listOperators(tx, [...ids])
    return team.some((one) => mailboxOf(one.email) === mailboxOf(email))
  })
