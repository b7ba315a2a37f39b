import { createReferrer as endpoint } from '../../contract/account.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { endOlderLinks } from '../access/mail-link.ts'
import { audit } from '../base/audit-store.ts'
import { countHit } from '../base/limit-store.ts'
import { actorOf } from '../context.ts'
import { serve } from '../serve.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { checkReferrerEmail } from './check-referrer-email.ts'
import { customer } from './customer.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { mailAccess } from './mail-access.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { newAccount } from './new-account.ts'
import { readInviter } from './read-inviter.ts'
import { refuseWhereProvider } from './refuse-where-provider.ts'
import { rememberDevice } from './same-device.ts'
import { ensureAccount } from './ensure-store.ts'
import { useSolution } from '../access/use-solution.ts'
import { together } from '../db/together.ts'

export const perVisitor = 20 // an hour

/**
 * Registers a referrer. A new address gets the welcome mail, a known one a login link; the answer is the same, and existing
 * accounts are never changed.
 */
export const createReferrer = serve(endpoint, async (call) => {
  refuseWhereProvider(call.tenant)
  const { deps, tenant, body, now, realNow } = call
  const email = normaliseEmail(body.email)
  const invited = await readInviter(call, body)
  // A whitelist limits uninvited registrations only.
  const rules = invited ? { ...tenant, emailWhitelist: null } : tenant
  checkReferrerEmail(rules, email, 'Email', call.locale)
  const wanted = newAccount({ ...body, email, language: call.locale })
  await answerEvenly(() =>
    call.transaction(async (tx) => {
      const [byVisitor, { account, created }, solved] = await together([
        () => countHit(tx, tenant.code, `create-referrer|visitor|${call.visitor}`, realNow, hour),
        () => ensureAccount(tx, tenant.code, wanted, now),
        () => useSolution(tx, call, call.query.captcha),
      ])
      if (byVisitor > perVisitor) throw tooManyRequests(secondsLeft(hour, realNow))
      await endOlderLinks(tx, call, customer, account)
      await together([
        () => mailAccess(tx, deps, tenant.code, account, { invited }),
        () =>
          audit(tx, tenant.code, {
            at: now,
            actor: actorOf(call.caller),
            action: created ? 'create-account' : 'send-access-mail',
            subjectKind: 'account',
            subjectId: account.account_id,
          }),
        () => checkMailLimit(tx, call, email, solved),
      ])
      return {}
    }),
  )
  rememberDevice(call, email)
  return {}
})
