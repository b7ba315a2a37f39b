import { requestNewEmail as endpoint } from '../../contract/empfehler-person.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { issueToken, revokeTokens } from '../base/token-store.ts'
import { actorOf, type Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { accountOwner, ownerSubject, type EmailOwner } from './email-owner.ts'
import { checkReferrerEmail } from './check-referrer-email.ts'
import {
  countTry,
  day,
  ownPasswordTries,
  quarterHour,
  takeBackTry,
  tooManyRequests,
} from '../base/limits.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { verifyPassword } from '../access/password-hash.ts'
import { referrerOf } from './referrer-call.ts'
import { findAccount, lockPerson, type Account } from './store.ts'
import { findProvenAccount } from './unproven-store.ts'
import { linkToObject } from './link-to-object.ts'
import { useSolution } from '../access/use-solution.ts'

export const linkHours = 24
export const wishesPerDay = 3

type Asked = Call & { query: { captcha?: string | undefined } }

const texts = {
  same: {
    de: 'Diese Adresse ist es schon.',
    en: 'This is the address already.',
  },
}

/**
 * Requests another address (double opt-in): a link to the new one, a notice with objection to the old one; nothing changes
 * before the click. A taken, proven address is told by mail; the answer is the same.
 */
export const requestNewEmail = serve(endpoint, async (call) => {
  const { tenant, body, locale } = call
  // There the provider owns the address, and its next login would create another account.
  if (tenant.autoLogin) throw fail('not-authorised')
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  checkReferrerEmail(tenant, email, 'Email', locale)
  const account = await checkPassword(call, body.password)
  if (account.email === email)
    throw fail('validation', {
      fields: [{ field: 'Email', message: texts.same[locale] }],
    })
  await call.transaction((tx) => send(tx, call, account, email))
  return {}
})

async function checkPassword(call: Call, password: string): Promise<Account> {
  const { deps, tenant, realNow } = call
  const { accountId } = referrerOf(call.caller)
  const bucket = `new-email|${accountId}`
  const tries = [{ bucket, most: ownPasswordTries, windowSeconds: quarterHour }]
  const [account, wait] = await withTenant(deps.db, tenant.code, (tx) =>
    together([
      () => findAccount(tx, tenant.code, accountId),
      () => countTry(tx, tenant.code, tries, realNow),
    ]),
  )
  if (!account) throw fail('session-missing')
  if (wait !== null) throw tooManyRequests(wait)
  if (account.password_hash === null || !(await verifyPassword(account.password_hash, password)))
    throw fail('wrong-credentials')
  await withTenant(deps.db, tenant.code, (tx) => takeBackTry(tx, tenant.code, tries, realNow))
  return account
}

async function send(tx: Tx, call: Asked, checked: Account, email: string): Promise<void> {
  const { tenant, realNow } = call
  const accountId = checked.account_id
  const account = await lockPerson(tx, tenant.code, accountId)
  if (!account) throw fail('session-missing')
  // An objection may have deleted the password since.
  if (account.password_hash !== checked.password_hash) throw fail('wrong-credentials')
  const wishes = [{ bucket: `new-email|wish|${accountId}`, most: wishesPerDay, windowSeconds: day }]
  // Here, so that refused requests, which mail nobody, do not count.
  const tooMany = await countTry(tx, tenant.code, wishes, realNow)
  if (tooMany !== null) throw tooManyRequests(tooMany)
  const solved = await useSolution(tx, call, call.query.captcha)
  const { tokenId: askedIn } = referrerOf(call.caller)
  await askNewEmail(tx, call, accountOwner(account), {
    email,
    actor: actorOf(call.caller),
    askedIn,
  })
  await checkMailLimit(tx, call, email, solved)
}

/**
 * Asks a new address to prove itself, and tells the old one how to object. `askedIn`: the owner's session, if they asked
 * themselves.
 */
export async function askNewEmail(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'now' | 'realNow'>,
  owner: EmailOwner,
  { email, actor, askedIn }: { email: string; actor: Actor; askedIn?: string },
): Promise<void> {
  const { deps, tenant, now, realNow } = call
  // The last wish counts.
  await revokeTokens(tx, tenant.code, 'new-email', owner.id, realNow)
  // A contact may have an account at the new address: then they are one person.
  const taken = owner.account && (await findProvenAccount(tx, tenant.code, email))
  const { id } = await issueToken(tx, deps.keys, tenant.code, {
    kind: 'new-email',
    subject: owner.id,
    now,
    expiresAt: now.add({ hours: linkHours }),
    uses: taken ? 0 : 1,
    details: {
      email,
      // All entries of this address move.
      ...(owner.account ? {} : { from: owner.email }),
      ...(askedIn ? { askedIn } : {}),
      ...(actor.kind === 'operator' ? { askedBy: actor.id } : {}),
    },
  })
  const objectTo = await linkToObject(tx, call, owner, id)
  const mail = { locale: owner.language, now }
  const data = {
    firstName: owner.firstName,
    lastName: owner.lastName,
    contact: owner.account ? null : 1,
  }
  await queueMail(tx, tenant.code, {
    ...mail,
    template: taken ? 'emailTaken' : 'newEmail',
    to: email,
    data: {
      ...data,
      link: { link: taken ? { page: 'Login' } : { page: 'EmailChange', token: { id, as: 't' } } },
    },
    dedupeKey: `new-email|${id}`,
  })
  await queueMail(tx, tenant.code, {
    ...mail,
    template: 'oldEmail',
    to: owner.email,
    data: { ...data, link: objectTo },
    dedupeKey: `old-email|${id}`,
  })
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'ask-for-new-email',
    ...ownerSubject(owner),
    // By reference: the address is in the record, the new one in the link.
    change: { before: { email: 'proven' }, after: { email: 'proven', link: id } },
  })
}
