import { sql, type RawBuilder } from 'kysely'
import { accountExpired } from '../../domain/payout-account.ts'

// In SQL what domain/payout-proposal.ts and domain/payout-account.ts say of a state: lists, pages and Today ask here.

/** @param of the table's alias */
export const proposalState = (now: Temporal.Instant, of = 'payout_proposals'): RawBuilder<string> =>
  sql`case when ${sql.ref(`${of}.state`)} = 'open' and ${sql.ref(`${of}.expires_at`)} <= ${now.toString()} then 'expired'
    else ${sql.ref(`${of}.state`)} end`

export const accountChangeState = (now: Temporal.Instant): RawBuilder<string> =>
  sql`case when state = 'open' and proposed_at <= ${accountExpired(now).toString()} then 'expired' else state end`
