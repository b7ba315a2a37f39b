import { revokeTokens } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import type { AskedCall, Kind, Person } from './kind.ts'

/**
 * Mails the link that sets a password; ends the earlier ones, so that only the newest mail is a way in. Not those of somebody who has not
 * confirmed yet: a registration's first mail may arrive last. False: the person may have none.
 */
export async function mailLink<P extends Person>(
  tx: Tx,
  call: AskedCall,
  kind: Pick<Kind<P>, 'link' | 'mailLink' | 'idOf'>,
  person: P,
  asked: object = {},
): Promise<boolean> {
  if (person.confirmed_at !== null)
    await revokeTokens(tx, call.tenant.code, kind.link, kind.idOf(person), call.now)
  return kind.mailLink(tx, call, person, asked)
}
