import { revokeTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import type { AskedCall, Kind, Person } from './kind.ts'

/**
 * Ends the links before a new one is mailed, so that only the newest mail is a way in. Not those of somebody who has not confirmed yet: a
 * registration's first mail may arrive last.
 */
export async function endOlderLinks<P extends Person>(
  tx: Tx,
  { tenant, now }: Pick<AskedCall, 'tenant' | 'now'>,
  kind: Pick<Kind<P>, 'link' | 'idOf'>,
  person: P,
): Promise<void> {
  if (person.confirmed_at !== null)
    await revokeTokens(tx, tenant.code, kind.link, kind.idOf(person), now)
}

/** Mails the link that sets a password, and ends the earlier ones. False: the person may have none. */
export async function mailLink<P extends Person>(
  tx: Tx,
  call: AskedCall,
  kind: Pick<Kind<P>, 'link' | 'mailLink' | 'idOf'>,
  person: P,
  asked: object = {},
): Promise<boolean> {
  await endOlderLinks(tx, call, kind, person)
  return kind.mailLink(tx, call, person, asked)
}
