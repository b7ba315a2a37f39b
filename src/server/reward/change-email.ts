import {
  changeEmail as endpoint,
  showNewEmail as showEndpoint,
} from '../../contract/empfehler-person.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import type { Locale } from '../../domain/tenant.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import { mailAccess } from '../account/mail-access.ts'
import { refuseBlocked } from '../account/refuse-blocked.ts'
import {
  findAccountByEmail,
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
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { listProven, revokeMailedLinks } from './account-end-store.ts'
import { removeBankAccount } from './bank-store.ts'
import { giveWay } from './give-way.ts'

type Objection = {
  kind: 'widerspruch' | 'zu-spaet'
  token: Token
  account: Account
  change: string
  address: string
}
type Link = { kind: 'neu'; token: Token; account: Account; email: string } | Objection

/** What the page behind either link says before anything is pressed: mail scanners open links, too. */
export const showNewEmail = serve(showEndpoint, (call) =>
  call.transaction(async (tx) => {
    const link = await readLink(tx, call, call.body.token)
    return { kind: link.kind, email: link.kind === 'neu' ? link.email : maskEmail(link.address) }
  }),
)

/**
 * The press behind either link. The new address becomes the account's: what was agreed to under the old one is kept as its proof, and
 * whatever was mailed to it opens nothing any more. The old one's objection ends the wish, every session, the password, which
 * somebody else knows, and whatever waits to set another; a link to the same mailbox sets it anew.
 * After the change it is support's: whoever has an old mailbox today need not be whom the account belongs to.
 */
export const changeEmail = serve(endpoint, (call) =>
  // Somebody may register with the address at the same moment; read anew, that is a refusal.
  retryConflict(() =>
    call.transaction(async (tx) => {
      const link = await readLink(tx, call, call.body.token)
      const { tenant, now } = call
      if (!(await useToken(tx, tenant.code, link.token.token_id, now))) throw fail('token-used')
      if (link.kind === 'neu') await change(tx, call, link.account, link.email)
      else await object(tx, call, link)
      if (link.kind === 'zu-spaet') await askSupport(tx, call, link.account, link.address)
      return { kind: link.kind }
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
  const { email = '', change = '', old = '', ...more } = token.details as Record<string, string>
  // Links that were mailed before they named the address know it masked.
  const { address = old } = more
  const mailedTo = more.address === undefined ? maskEmail(account.email) : account.email
  const objects = mailedTo === address ? 'widerspruch' : 'zu-spaet'
  const kind = token.kind === 'new-email' ? 'neu' : objects
  if (state === 'used') throw fail('token-used', { details: { Art: kind } })
  return kind === 'neu'
    ? { kind, token, account, email }
    : { kind, token, account, change, address }
}

async function change(tx: Tx, call: Call, account: Account, email: string): Promise<void> {
  const { deps, tenant, now, realNow, locale } = call
  const id = account.account_id
  refuseBlocked(tenant, account)
  // The rules may have changed since the wish.
  checkReferrerEmail(tenant, email, 'Email', locale)
  // Before links to the new address come to this account.
  await revokeMailedLinks(tx, tenant.code, id, now)
  const hasMoved = await giveWay(tx, call, email, id)
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
  await together([
    () => revokeTokens(tx, tenant.code, 'user-session', id, realNow, ownSession(call, id)),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor: { kind: 'referrer', id },
        action: 'change-email',
        subjectKind: 'account',
        subjectId: id,
      }),
  ])
  if (hasMoved) await closeToOthers(tx, call, { ...account, email })
}

/**
 * Somebody may press the link of a change that they never asked for, in a mail that looks like their own: what was recommended from this
 * mailbox is then in reach of whoever knows the account's password or stored a bank account there. So neither holds any more.
 */
async function closeToOthers(tx: Tx, { deps, tenant }: Call, account: Account): Promise<void> {
  await removeBankAccount(tx, tenant.code, account.account_id)
  await replacePassword(tx, tenant.code, account.account_id, account.password_hash, null)
  await mailAccess(tx, deps, tenant.code, account, { without: 'moved' })
}

const ownSession = ({ caller }: Call, id: string) =>
  caller.kind === 'referrer' && caller.accountId === id ? caller.tokenId : undefined

async function object(
  tx: Tx,
  call: Call,
  { kind, account, change: changeId }: Objection,
): Promise<void> {
  const { deps, tenant, now, realNow } = call
  const id = account.account_id
  await together([
    () => revokeToken(tx, tenant.code, changeId, now),
    () => revokeTokens(tx, tenant.code, 'new-email', id, now),
    () => revokeTokens(tx, tenant.code, 'user-session', id, realNow),
    () => revokeTokens(tx, tenant.code, 'set-password', id, now),
    () =>
      audit(tx, tenant.code, {
        at: now,
        actor: { kind: 'referrer', id },
        action: 'object-to-new-email',
        subjectKind: 'account',
        subjectId: id,
      }),
  ])
  // The mailbox that objects is not the account's any more.
  if (kind === 'zu-spaet') return
  await replacePassword(tx, tenant.code, id, account.password_hash, null)
  await mailAccess(tx, deps, tenant.code, account, { without: 'objected' })
}

/** To the objections, with the old address, which is not the account's any more: a person has to find out whose account it is. */
const askSupport = (tx: Tx, call: Call, account: Account, email: string) =>
  fileMessage(tx, call, {
    id: uuidv7(),
    subject: 'objection',
    actor: { kind: 'referrer', id: account.account_id },
    referralNumber: null,
    name: `${account.first_name} ${account.last_name}`.trim(),
    email,
    language: account.language,
    message: accountMoved[call.tenant.locales[0] ?? 'de'](account.account_id),
  })

const accountMoved: Record<Locale, (id: string) => string> = {
  de: (id) =>
    `Das Konto ${id} hat inzwischen eine andere E-Mail-Adresse. Wer diese hier liest, widerspricht dem Wechsel.`,
  en: (id) =>
    `The account ${id} has another e-mail address by now. Whoever reads this one objects to the change.`,
}
