import { maskEmail } from '../../domain/mask-email.ts'
import type { Locale } from '../../domain/tenant.ts'
import {
  changeEmail as endpoint,
  showNewEmail as showEndpoint,
} from '../../contract/empfehler-person.ts'
import { linkToObject } from '../account/link-to-object.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { mailAccess } from '../account/mail-access.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import {
  findAccountByEmail,
  lockAccount,
  lockPerson,
  replacePassword,
  setEmail,
  type Account,
} from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { closeProofs } from '../base/proof-store.ts'
import {
  findToken,
  revokeToken,
  revokeTokens,
  tokenState,
  useToken,
  type Token,
} from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { fileMessage } from '../mail/file-message.ts'
import { queueMail } from '../mail/store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { endNewsletter } from '../newsletter/end-newsletter.ts'
import { serve } from '../serve.ts'
import { revokeMailedLinks } from '../base/link-store.ts'
import { listProven } from './account-end-store.ts'
import { removeBankAccount } from './bank-store.ts'
import { giveWay } from './give-way.ts'
import { holdAfterCorrection } from './hold-after-correction.ts'

type Objection = {
  kind: 'widerspruch' | 'zu-spaet'
  token: Token
  account: Account
  change: string
  address: string
}
type Wish = {
  kind: 'neu'
  token: Token
  account: Account
  email: string
  askedIn?: string
  askedBy?: string
}
type Link = Wish | Objection

/** The page behind either link, before the button: mail scanners open links, too. */
export const showNewEmail = serve(showEndpoint, (call) =>
  call.transaction(async (tx) => {
    const link = await readLink(tx, call, call.body.token)
    return link.kind === 'neu'
      ? { kind: link.kind, email: link.email, needsPassword: !isOwners(call, link) }
      : { kind: link.kind, email: maskEmail(link.address), needsPassword: false }
  }),
)

/**
 * Confirms or objects to a new address. Confirmed: consents under the old one become proofs, its links are revoked. Objection
 * from the old one: ends the request, sessions, password, bank data (possibly an attacker's) and other tokens, and mails a new
 * link. After the change it only goes to support: an old mailbox's reader need not be the owner.
 */
export const changeEmail = serve(endpoint, (call) =>
  // A parallel registration with the address; the retry refuses.
  retryConflict(() =>
    call.transaction(async (tx) => {
      const link = await readLink(tx, call, call.body.token)
      const { tenant, now } = call
      if (!(await useToken(tx, tenant.code, link.token.token_id, now))) throw fail('token-used')
      if (link.kind === 'neu') await change(tx, call, link)
      else if (link.kind === 'widerspruch') await object(tx, call, link)
      else await askSupport(tx, call, link)
      return { kind: link.kind, needsPassword: link.kind === 'neu' && !isOwners(call, link) }
    }),
  ),
)

async function readLink(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  text: string,
): Promise<Link> {
  const token =
    (await findToken(tx, tenant.code, 'new-email', text)) ??
    (await findToken(tx, tenant.code, 'old-email', text))
  const state = tokenState(token, now)
  const account = token && (await lockPerson(tx, tenant.code, token.subject))
  if (!token || !account || state === 'expired') throw fail('link-expired')
  const details = token.details as Record<string, string>
  const { email = '', change = '', address = '', askedIn, askedBy } = details
  const objects = account.email === address ? 'widerspruch' : 'zu-spaet'
  const kind = token.kind === 'new-email' ? 'neu' : objects
  if (state === 'used') throw fail('token-used', { details: { Art: kind } })
  // Requested before the provider's login was switched on, which now owns the address.
  if (kind === 'neu' && tenant.autoLogin) throw fail('link-expired')
  return kind === 'neu'
    ? {
        kind,
        token,
        account,
        email,
        ...(askedIn ? { askedIn } : {}),
        ...(askedBy ? { askedBy } : {}),
      }
    : { kind, token, account, change, address }
}

/**
 * Whether the owner presses: in the session that asked (with the password) or one opened by password. A session from a mailed
 * link may be anybody's, as links are forwarded.
 */
const isOwners = ({ caller }: Pick<Call, 'caller'>, { account, askedIn }: Wish): boolean =>
  caller.kind === 'referrer' &&
  caller.accountId === account.account_id &&
  !caller.support &&
  (caller.byLink === null || caller.tokenId === askedIn)

async function change(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const { account, email } = wish
  const { deps, tenant, now, realNow, locale } = call
  const id = account.account_id
  refuseBlocked(tenant, account)
  // The rules may have changed since the request.
  checkReferrerEmail(tenant, email, 'Email', locale)
  // Before this account gets links for the new address.
  await revokeMailedLinks(tx, tenant.code, id, now)
  await giveWay(tx, call, email, id)
  if (await findAccountByEmail(tx, tenant.code, email)) throw fail('email-exists')
  await closeProofs(
    tx,
    deps.keys,
    tenant.code,
    account.email,
    await listProven(tx, tenant.code, id),
    now,
  )
  await setEmail(tx, tenant.code, id, email)
  if (wish.askedBy) await holdAfterCorrection(tx, call, id, wish.askedBy)
  const own = isOwners(call, wish) && call.caller.kind === 'referrer' ? call.caller.tokenId : null
  await together([
    () => revokeTokens(tx, tenant.code, 'user-session', id, realNow, own ?? undefined),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor: { kind: 'referrer', id },
        action: 'change-email',
        subjectKind: 'account',
        subjectId: id,
      }),
  ])
  await tellOldAddress(tx, call, wish, own === null)
  if (own === null) await closeToOthers(tx, call, { ...account, email })
}

/** The old mailbox's last mail; its reader may be the victim. */
async function tellOldAddress(tx: Tx, call: Call, wish: Wish, moved: boolean): Promise<void> {
  const { account, email, token } = wish
  await queueMail(tx, call.tenant.code, {
    template: 'emailChanged',
    to: account.email,
    locale: account.language,
    data: {
      firstName: account.first_name,
      lastName: account.last_name, // which no longer belongs to this mailbox
      maskedEmail: maskEmail(email),
      moved: moved ? 1 : null,
      link: await linkToObject(tx, call, account, token.token_id),
    },
    dedupeKey: `email-changed|${token.token_id}`,
    now: call.now,
  })
}

/**
 * Somebody may confirm a change they never requested, in a mail that looks genuine. Anybody with the account's password or bank
 * data on file could then reach this mailbox's recommendations, so both are deleted, and the newsletter wish.
 */
async function closeToOthers(tx: Tx, call: Call, account: Account): Promise<void> {
  const { deps, tenant } = call
  const id = account.account_id
  await removeBankAccount(tx, tenant.code, id)
  await replacePassword(tx, tenant.code, id, account.password_hash, null)
  // Nobody asked for a newsletter at this address.
  await endNewsletter(tx, call, id, { kind: 'referrer', id })
  await mailAccess(tx, deps, tenant.code, account, { without: 'moved' })
}

async function object(tx: Tx, call: Call, objection: Objection): Promise<void> {
  const { deps, tenant, now, realNow } = call
  const { account, change: changeId } = objection
  const id = account.account_id
  // Waits for a parallel save of bank data; later ones are refused.
  await lockAccount(tx, tenant.code, id)
  await removeBankAccount(tx, tenant.code, id)
  await together([
    () => revokeToken(tx, tenant.code, changeId, now),
    () => revokeTokens(tx, tenant.code, 'new-email', id, now),
    () => revokeTokens(tx, tenant.code, 'user-session', id, realNow),
    () => revokeTokens(tx, tenant.code, 'set-password', id, now),
    () => auditObjection(tx, call, id),
  ])
  await replacePassword(tx, tenant.code, id, account.password_hash, null)
  // With the provider's login, there is no password to set.
  if (!tenant.autoLogin) await mailAccess(tx, deps, tenant.code, account, { without: 'objected' })
}

const auditObjection = (tx: Tx, { tenant, now }: Call, id: string) =>
  audit(tx, tenant.code, {
    at: now,
    actor: { kind: 'referrer', id },
    action: 'object-to-new-email',
    subjectKind: 'account',
    subjectId: id,
  })

/** To the objections queue, with the old address: a person has to find out whose account it is. */
async function askSupport(tx: Tx, call: Call, { account, address }: Objection): Promise<void> {
  await auditObjection(tx, call, account.account_id)
  await fileMessage(tx, call, {
    id: uuidv7(),
    subject: 'objection',
    actor: { kind: 'referrer', id: account.account_id },
    referralNumber: null,
    accountId: account.account_id,
    name: `${account.first_name} ${account.last_name}`.trim(),
    email: address,
    language: account.language,
    message: accountMoved[call.tenant.locales[0] ?? 'de'](account.account_id),
  })
}

const accountMoved: Record<Locale, (id: string) => string> = {
  de: (id) =>
    `Das Konto ${id} hat inzwischen eine andere E-Mail-Adresse. Wer diese hier liest, widerspricht dem Wechsel.`,
  en: (id) =>
    `The account ${id} has another e-mail address by now. Whoever reads this one objects to the change.`,
}
