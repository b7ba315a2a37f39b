import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Kind, Person } from './kind.ts'

/** Tells the owner that a passkey was added or removed, in case it was somebody else. @param name of it; null: all, by customer service */
export function mailPasskey(
  tx: Tx,
  tenant: string,
  kind: Pick<Kind, 'sessionsPage'>,
  person: Pick<Person, 'email' | 'first_name' | 'language'>,
  { isAdded, name }: { isAdded: boolean; name: string | null },
  now: Temporal.Instant,
): Promise<void> {
  return queueMail(tx, tenant, {
    template: 'passkeyChanged',
    to: person.email,
    locale: person.language,
    data: {
      firstName: person.first_name,
      passkey: name,
      ...(isAdded ? { added: 1 } : {}),
      link: { link: { page: kind.sessionsPage } },
    },
    dedupeKey: `passkey-changed|${uuidv7()}`,
    now,
  })
}
