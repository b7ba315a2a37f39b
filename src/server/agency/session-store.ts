import { hashToken } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'

const sessions = (tx: Tx, tenant: string) =>
  tx
    .selectFrom('tokens as t')
    .innerJoin('agency_users as u', (join) =>
      join
        .onRef('u.tenant', '=', 't.tenant')
        .on((eb) => eb(eb.ref('u.user_id'), '=', eb.cast<string>(eb.ref('t.subject'), 'uuid'))),
    )
    .innerJoin('agencies as a', (join) =>
      join.onRef('a.tenant', '=', 'u.tenant').onRef('a.agency_id', '=', 'u.agency_id'),
    )
    .select([
      't.token_id',
      't.kind',
      't.subject',
      't.details',
      't.expires_at',
      't.uses_left',
      't.revoked_at',
      'u.user_id',
      'u.agency_id',
      'u.role',
      'u.left_at',
      'u.first_name',
      'u.last_name',
      'u.email',
      'a.state',
      'a.name as agency_name',
      'a.number as agency_number',
    ])
    .where('t.tenant', '=', tenant)
    .where('t.kind', '=', 'agency-session')
    .where('u.tenant', '=', tenant)
    .where('a.tenant', '=', tenant)

/** The session of a token with the person and the agency as they are now, in one statement. */
export const findAgencySession = (tx: Tx, tenant: string, text: string) =>
  sessions(tx, tenant).where('t.hash', '=', hashToken(text)).executeTakeFirst()

/** The same of a session that a call began with. */
export const findAgencySessionById = (tx: Tx, tenant: string, tokenId: string) =>
  sessions(tx, tenant).where('t.token_id', '=', tokenId).executeTakeFirst()
