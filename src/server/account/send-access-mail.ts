import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { captchaRequired } from '../access/captcha.ts'
import { useSolution } from '../access/use-solution.ts'
import { hour } from '../base/limits.ts'
import { findPendingInviter } from './inviter-store.ts'
import { mailAccess } from './mail-access.ts'
import { checkLinkLimit } from '../access/mail-limit.ts'
import { keepAccount, type Account } from './store.ts'
import { together } from '../db/together.ts'

const perVisitor = 5 // an hour, before a captcha is due

/**
 * Mails the link that lets an account in, for whoever asks for it. `wanted` is what the caller typed: it is limited alike
 * whether there is an account behind it or not, and the answer is the same.
 *
 * @param reward the one that the password is wanted for
 */
export async function sendAccessMail(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'visitor' | 'caller' | 'now' | 'realNow'>,
  wanted: string,
  captcha: string | undefined,
  find: () => Promise<Account | undefined>,
  reward?: string,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const [account, byVisitor] = await together([
    () => find(),
    () => countHit(tx, tenant.code, `access-mail|visitor|${call.visitor}`, realNow, hour),
  ])
  const solved = await useSolution(tx, call, captcha)
  if (!solved && byVisitor > perVisitor)
    throw await captchaRequired(deps.keys, tenant.code, realNow)
  await checkLinkLimit(tx, call, account?.email ?? wanted, solved)
  if (!account || !(await keepAccount(tx, tenant.code, account.account_id))) return
  // A mail that is sent once more says who asked, too.
  const isNew = account.confirmed_at === null && tenant.agencies
  const invited = isNew
    ? await findPendingInviter(tx, tenant.code, account.account_id, 'newest')
    : null
  await together([
    // Where the provider logs people in there is no password to set: what waits for its owner is mailed below.
    () =>
      account.confirmed_at && tenant.autoLogin
        ? undefined
        : mailAccess(tx, deps, tenant.code, account, { invited, reward }),
    () =>
      account.confirmed_at
        ? enqueue(tx, tenant.code, 'ask-to-claim', { accountId: account.account_id })
        : undefined,
    () =>
      audit(tx, tenant.code, {
        at: call.now,
        actor: actorOf(call.caller),
        action: 'send-access-mail',
        subjectKind: 'account',
        subjectId: account.account_id,
      }),
  ])
}
