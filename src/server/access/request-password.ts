import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { hour } from '../base/limits.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { answerEvenly } from './answer-evenly.ts'
import { captchaRequired } from './captcha.ts'
import type { AskedCall, Kind, Person } from './kind.ts'
import { mailLink } from './mail-link.ts'
import { checkLinkLimit } from './mail-limit.ts'
import { refuseCrossSite } from './refuse-cross-site.ts'
import { useSolution } from './use-solution.ts'

export const perVisitor = 5 // an hour, before a captcha

/** Mails a link to set a forgotten password; the same answer for unknown addresses. */
export const requestPassword = (kind: Kind) =>
  serve(kind.endpoints.requestPassword, async (call) => {
    kind.needPasswords(call.tenant)
    refuseCrossSite(call.request)
    // The spec's call has it in the path, ours in the body.
    const asked = (call.body ?? call.params) as { email: string }
    const email = normaliseEmail(asked.email)
    if (!isEmail(email)) throw fail('email-invalid')
    await answerEvenly(() =>
      call.transaction((tx) =>
        sendLink(tx, call, kind, email, call.query, () =>
          kind.findByEmail(tx, call.tenant.code, email),
        ),
      ),
    )
    return {}
  })

/** Mails a login link. `wanted` is the typed address: limits and answer are the same whether or not it exists. */
export async function sendLink<P extends Person>(
  tx: Tx,
  call: AskedCall,
  kind: Pick<Kind<P>, 'limits' | 'link' | 'mailLink' | 'subject' | 'idOf'>,
  wanted: string,
  asked: { captcha?: string | undefined },
  find: () => Promise<P | undefined>,
): Promise<void> {
  const { deps, tenant, realNow } = call
  const bucket = `${kind.limits.mail}|visitor|${call.visitor}`
  const [person, byVisitor] = await together([
    find,
    () => countHit(tx, tenant.code, bucket, realNow, hour),
  ])
  const solved = await useSolution(tx, call, asked.captcha)
  if (!solved && byVisitor > perVisitor)
    throw await captchaRequired(deps.keys, tenant.code, realNow)
  await checkLinkLimit(tx, call, person?.email ?? wanted, solved)
  if (!person || !(await mailLink(tx, call, kind, person, asked))) return
  await audit(tx, tenant.code, {
    at: call.now,
    actor: actorOf(call.caller),
    action: 'send-access-mail',
    subjectKind: kind.subject,
    subjectId: kind.idOf(person),
  })
}
