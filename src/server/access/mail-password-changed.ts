import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Kind, Person } from './kind.ts'

/** Confirms a new or changed password; its link requests another, in case it was somebody else. */
export function mailPasswordChanged(
  tx: Tx,
  tenant: string,
  kind: Pick<Kind, 'passwordPage' | 'startsWithout'>,
  person: Pick<Person, 'email' | 'first_name' | 'language' | 'password_hash'>, // as it was before
  now: Temporal.Instant,
): Promise<void> {
  return queueMail(tx, tenant, {
    template: 'passwordChanged',
    to: person.email,
    locale: person.language,
    data: {
      firstName: person.first_name,
      link: { link: { page: kind.passwordPage } },
      ...(kind.startsWithout && person.password_hash === null ? { first: 1 } : {}),
    },
    dedupeKey: `password-changed|${uuidv7()}`,
    now,
  })
}
