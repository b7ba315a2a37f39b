import { maskEmail } from '../../domain/mask-email.ts'
import type { Locale } from '../../domain/tenant.ts'
import {
  changeEmail as endpoint,
  showNewEmail as showEndpoint,
} from '../../contract/empfehler-person.ts'
import { endPasskeys } from '../access/remove-lost-passkeys.ts'
import { customerSession } from '../account/session.ts'
import { ownerActor, ownerSubject, type EmailOwner } from '../account/email-owner.ts'
import { linkToObject } from '../account/link-to-object.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { mailAccess } from '../account/mail-access.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import {
  findAccountByEmail,
  lockAccount,
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
import { findOwner } from '../referral/find-email-owner.ts'
import { endNewsletter } from '../newsletter/end-newsletter.ts'
import { serve } from '../serve.ts'
import { revokeMailedLinks } from '../base/link-store.ts'
import { listProven, listUnpaidRewards, lockUnpaidRewards } from './account-end-store.ts'
import { removeBankAccount } from './bank-store.ts'
import { changeContactEmail } from './change-contact-email.ts'
import { giveWay } from './give-way.ts'
import { holdAfterCorrection } from './hold-after-correction.ts'

type Objection = {
  kind: 'widerspruch' | 'zu-spaet'
  token: Token
  owner: EmailOwner
  change: string
  address: string
}
type Wish = {
  kind: 'neu'
  token: Token
  owner: EmailOwner
  email: string
  from?: string // of a contact
  askedIn?: string
  askedBy?: string
}
type Link = Wish | Objection

/** The page behind either link, before the button: mail scanners open links, too. */
export const showNewEmail = serve(showEndpoint, (call) =>
  call.transaction(async (tx) => {
    const link = await readLink(tx, call, call.body.token)
    return link.kind === 'neu'
      ? { ...shown(call, link), email: link.email }
      : { ...shown(call, link), email: maskEmail(link.address) }
  }),
)

/**
 * Confirms or objects to a new address. Confirmed: consents under the old one become proofs, its links are revoked. Objection from
 * the old one: ends the request and, of an account, sessions, password, bank data (possibly an attacker's) and other tokens, and
 * mails a new link. After the change it only goes to support: an old mailbox's reader need not be the owner.
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
      return shown(call, link)
    }),
  ),
)

const shown = (call: Call, link: Link) => ({
  kind: link.kind,
  needsPassword: link.kind === 'neu' && link.owner.account !== null && !isOwners(call, link),
  isContact: link.owner.account === null,
})

async function readLink(
  tx: Tx,
  { tenant, now }: Pick<Call, 'tenant' | 'now'>,
  text: string,
): Promise<Link> {
  const token =
    (await findToken(tx, tenant.code, 'new-email', text)) ??
    (await findToken(tx, tenant.code, 'old-email', text))
  const state = tokenState(token, now)
  const owner = token && (await findOwner(tx, tenant.code, token.subject))
  if (!token || !owner || state === 'expired') throw fail('link-expired')
  const details = token.details as Record<string, string>
  const { email = '', from, change = '', address = '', askedIn, askedBy } = details
  const objects = owner.email === address ? 'widerspruch' : 'zu-spaet'
  const kind = token.kind === 'new-email' ? 'neu' : objects
  if (state === 'used') {
    const details = { Art: kind, ...(owner.account ? {} : { Kontakt: 'ja' }) }
    throw fail('token-used', { details })
  }
  // Requested before the provider's login was switched on, which now owns the address.
  if (kind === 'neu' && owner.account && tenant.autoLogin) throw fail('link-expired')
  return kind === 'neu'
    ? {
        kind,
        token,
        owner,
        email,
        ...(from ? { from } : {}),
        ...(askedIn ? { askedIn } : {}),
        ...(askedBy ? { askedBy } : {}),
      }
    : { kind, token, owner, change, address }
}

/**
 * Whether the owner presses: in the session that asked (with the password) or one opened by password. A session from a mailed
 * link may be anybody's, as links are forwarded.
 */
const isOwners = ({ caller }: Pick<Call, 'caller'>, { owner, askedIn }: Wish): boolean =>
  caller.kind === 'referrer' &&
  caller.accountId === owner.id &&
  !caller.support &&
  (caller.byLink === null || caller.tokenId === askedIn)

async function change(tx: Tx, call: Call, wish: Wish): Promise<void> {
  const { owner, email, from, askedBy, token } = wish
  const { account } = owner
  if (!account) {
    const moved = { owner, from: from ?? '', email, askedBy: askedBy ?? '', token: token.token_id }
    return changeContactEmail(tx, call, moved)
  }
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
  await setEmail(tx, tenant.code, id, email, askedBy ? now : null)
  if (askedBy) {
    await lockUnpaidRewards(tx, tenant.code, id)
    const rewards = await listUnpaidRewards(tx, tenant.code, id)
    const ids = rewards.map((reward) => reward.reward_id)
    await holdAfterCorrection(tx, call, ids, askedBy)
  }
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
        ...(askedBy ? { details: { askedBy } } : {}),
      }),
  ])
  await tellOldAddress(tx, call, wish, own === null)
  if (own === null) await closeToOthers(tx, call, { ...account, email })
}

/** The old mailbox's last mail; its reader may be the victim. */
async function tellOldAddress(tx: Tx, call: Call, wish: Wish, moved: boolean): Promise<void> {
  const { owner, email, token } = wish
  await queueMail(tx, call.tenant.code, {
    template: 'emailChanged',
    to: owner.email,
    locale: owner.language,
    data: {
      firstName: owner.firstName,
      lastName: owner.lastName, // which no longer belongs to this mailbox
      maskedEmail: maskEmail(email),
      moved: moved ? 1 : null,
      contact: null,
      link: await linkToObject(tx, call, owner, token.token_id),
    },
    dedupeKey: `email-changed|${token.token_id}`,
    now: call.now,
  })
}

/**
 * Somebody may confirm a change they never requested, in a mail that looks genuine. Anybody with the account's password, a passkey or
 * bank data on file could then reach this mailbox's recommendations, so all are deleted, and the newsletter wish.
 */
async function closeToOthers(tx: Tx, call: Call, account: Account): Promise<void> {
  const { deps, tenant } = call
  const id = account.account_id
  await removeBankAccount(tx, tenant.code, id)
  await replacePassword(tx, tenant.code, id, account.password_hash, null)
  await endPasskeys(tx, deps, tenant.code, customerSession, id)
  // Nobody asked for a newsletter at this address.
  await endNewsletter(tx, call, id, { kind: 'referrer', id })
  await mailAccess(tx, deps, tenant.code, account, { without: 'moved' })
}

async function object(tx: Tx, call: Call, objection: Objection): Promise<void> {
  const { deps, tenant, now, realNow } = call
  const { owner, change: changeId } = objection
  const { account, id } = owner
  if (!account) {
    await revokeTokens(tx, tenant.code, 'new-email', id, now)
    return auditObjection(tx, call, owner)
  }
  // Waits for a parallel save of bank data; later ones are refused.
  await lockAccount(tx, tenant.code, id)
  await removeBankAccount(tx, tenant.code, id)
  await together([
    () => revokeToken(tx, tenant.code, changeId, now),
    () => revokeTokens(tx, tenant.code, 'new-email', id, now),
    () => revokeTokens(tx, tenant.code, 'user-session', id, realNow),
    () => revokeTokens(tx, tenant.code, 'set-password', id, now),
    () => auditObjection(tx, call, owner),
  ])
  await replacePassword(tx, tenant.code, id, account.password_hash, null)
  await endPasskeys(tx, deps, tenant.code, customerSession, id)
  // With the provider's login, there is no password to set.
  if (!tenant.autoLogin) await mailAccess(tx, deps, tenant.code, account, { without: 'objected' })
}

const auditObjection = (tx: Tx, { tenant, now }: Call, owner: EmailOwner) =>
  audit(tx, tenant.code, {
    at: now,
    actor: ownerActor(owner),
    action: 'object-to-new-email',
    ...ownerSubject(owner),
  })

/** To the objections queue, with the old address: a person has to find out whose account it is. */
async function askSupport(tx: Tx, call: Call, { owner, address }: Objection): Promise<void> {
  const { id, account } = owner
  await auditObjection(tx, call, owner)
  await fileMessage(tx, call, {
    id: uuidv7(),
    subject: 'objection',
    actor: ownerActor(owner),
    referralNumber: null,
    ...(account ? { accountId: id } : {}),
    name: `${owner.firstName} ${owner.lastName}`.trim(),
    email: address,
    language: owner.language,
    message: (account ? accountMoved : contactMoved)[call.tenant.locales[0] ?? 'de'](id),
  })
}

const accountMoved: Record<Locale, (id: string) => string> = {
  de: (id) =>
    `Das Konto ${id} hat inzwischen eine andere E-Mail-Adresse. Wer diese hier liest, widerspricht dem Wechsel.`,
  en: (id) =>
    `The account ${id} has another e-mail address by now. Whoever reads this one objects to the change.`,
}

const contactMoved: Record<Locale, (id: string) => string> = {
  de: (id) =>
    `Der Kontakt ${id} hat inzwischen eine andere E-Mail-Adresse. Wer diese hier liest, widerspricht dem Wechsel.`,
  en: (id) =>
    `The contact ${id} has another e-mail address by now. Whoever reads this one objects to the change.`,
}
