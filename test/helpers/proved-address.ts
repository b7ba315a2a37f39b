import { addressName } from '../../src/server/access/prove-address.ts'
import { findToken, issueToken } from '../../src/server/base/token-store.ts'
import type { Deps } from '../../src/server/context.ts'
import { withTenant, type Tx } from '../../src/server/db/connection.ts'
import { findOwnRecipient } from '../../src/server/referral/recipient-store.ts'
import { findContact } from '../../src/server/reward/store.ts'

async function emailOf(tx: Tx, tenant: string, token: string): Promise<string | undefined> {
  const reward = await findToken(tx, tenant, 'reward', token)
  if (reward) return (await findContact(tx, tenant, reward.subject))?.email
  const recipient = await findToken(tx, tenant, 'recipient', token)
  return recipient && (await findOwnRecipient(tx, tenant, recipient.subject))?.email
}

/** The cookie of a browser in which the owner of this mailed token has entered the code; null: no such token. */
export function provedAddress(
  deps: Pick<Deps, 'db' | 'keys' | 'clock'>,
  tenant: string,
  token: string,
): Promise<string | null> {
  return withTenant(deps.db, tenant, async (tx) => {
    const email = await emailOf(tx, tenant, token)
    if (!email) return null
    const now = deps.clock.realNow()
    const { text } = await issueToken(tx, deps.keys, tenant, {
      kind: 'address-proof',
      subject: deps.keys.lookup(addressName(email)),
      now,
      expiresAt: now.add({ minutes: 60 }),
      uses: 5,
      details: { provedAt: now.toString() },
    })
    return `zs_address=${text}`
  })
}

/** Whether a call gives an account for money. */
const givesAccount = (body: unknown): boolean => {
  const { Iban, Bankdaten } = (body ?? {}) as { Iban?: unknown; Bankdaten?: unknown }
  return Iban !== undefined || Bankdaten !== undefined
}

/** What calls of tests that are about something else send along, as somebody would who has entered the code. */
export const cookieFor =
  (deps: Pick<Deps, 'db' | 'keys' | 'clock'>) =>
  (path: string, body: unknown, token: string | undefined): Promise<string | null> => {
    const tenant = path.split('/')[1] ?? ''
    return token && givesAccount(body) && /\/(praemierung|bankdaten)\/?$/.test(path)
      ? provedAddress(deps, tenant, token)
      : Promise.resolve(null)
  }
