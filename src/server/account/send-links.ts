import { insertTokens, type DrawnToken } from '../base/token-store.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { queueNewMails, type NewMail } from '../mail/store.ts'

/** A token that is new, and the mail with its link, whose key names it. */
export type LinkMail = { drawn: DrawnToken; mail: NewMail }

/** Sends links, in one round trip. */
export async function sendLinks(
  tx: Tx,
  keys: Keys,
  tenant: string,
  links: readonly LinkMail[],
): Promise<void> {
  await together([
    () =>
      insertTokens(
        tx,
        keys,
        tenant,
        links.map(({ drawn }) => drawn),
      ),
    () =>
      queueNewMails(
        tx,
        tenant,
        links.map(({ mail }) => mail),
      ),
  ])
}
