import { captchaRequired } from '../access/captcha.ts'
import { hour } from '../base/limits.ts'
import { checkLinkLimit } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { mailAgencyAccess } from './mail-access.ts'
import { roleOf } from './role-of.ts'
import { findMemberByEmail } from './store.ts'

const perVisitor = 5 // an hour, before a captcha is due

/** Mails the link that lets an agency user in, for whoever asks for it; limited alike whether there is somebody or not. */
export async function sendAgencyAccessMail(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'visitor' | 'caller' | 'now' | 'realNow'>,
  email: string,
  captcha: string | undefined,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const [member, byVisitor] = await together([
    () => findMemberByEmail(tx, tenant.code, email),
    () => countHit(tx, tenant.code, `agency-mail|visitor|${call.visitor}`, realNow, hour),
  ])
  const solved = await useSolution(tx, call, captcha)
  if (!solved && byVisitor > perVisitor)
    throw await captchaRequired(deps.keys, tenant.code, realNow)
  await checkLinkLimit(tx, call, email, solved)
  // Who left is nobody here; an employee of an agency that is switched off gets in when it is back.
  if (!member || member.left_at || (!roleOf(member) && member.role === 'owner')) return
  await together([
    () => mailAgencyAccess(tx, deps, tenant.code, member),
    () =>
      audit(tx, tenant.code, {
        at: call.now,
        actor: actorOf(call.caller),
        action: 'send-access-mail',
        subjectKind: 'agency-user',
        subjectId: member.user_id,
      }),
  ])
}
