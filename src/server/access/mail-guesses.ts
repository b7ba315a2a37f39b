import { countHitUpTo, readHits } from '../base/limit-store.ts'
import { day } from '../base/limits.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { queueMail } from '../mail/store.ts'
import type { Kind, Person } from './kind.ts'

/**
 * Tells the owner of an account that somebody guesses its password: at the beginning, and not again before a day without it has passed.
 * The same statements for an address without account.
 */
export async function mailGuesses(
  tx: Tx,
  { tenant, now, realNow }: Pick<Call, 'tenant' | 'now' | 'realNow'>,
  kind: Pick<Kind, 'passwordPage' | 'limits'>,
  person:
    | Pick<Person, 'email' | 'first_name' | 'language' | 'password_hash' | 'confirmed_at'>
    | undefined,
  key: string,
): Promise<void> {
  const bucket = `${kind.limits.login}|told|${key}`
  const before = await readHits(tx, tenant.code, bucket, realNow.subtract({ seconds: day }), day)
  const isFirst = await countHitUpTo(tx, tenant.code, bucket, realNow, day, 1)
  if (!isFirst || before > 0 || !person?.password_hash || !person.confirmed_at) return
  await queueMail(tx, tenant.code, {
    template: 'passwordGuessed',
    to: person.email,
    locale: person.language,
    data: { firstName: person.first_name, link: { link: { page: kind.passwordPage } } },
    dedupeKey: `password-guessed|${uuidv7()}`,
    now,
  })
}
