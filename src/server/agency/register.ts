import { registerAgency as endpoint } from '../../contract/agentur-konto.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { matchesNumber } from '../../domain/number-pattern.ts'
import { say } from '../../domain/say.ts'
import { fillVariables, tenantVariables } from '../../domain/content-variables.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { countHit } from '../base/limit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { mailAgencyAccess } from './mail-access.ts'
import { needAgencies } from './need-agencies.ts'
import { placeRegistration } from './place-registration.ts'

export const perVisitor = 20 // an hour

const patternText = {
  de: 'So sehen unsere Agenturnummern nicht aus. Bitte prüfen Sie die Nummer.',
  du: 'So sehen unsere Agenturnummern nicht aus. Bitte prüf die Nummer.',
  en: 'Our agency numbers do not look like this. Please check the number.',
}

/** Throws for a number in the wrong format (tenant setting). */
function checkAgencyNumber(number: string, call: Pick<Call, 'locale' | 'tenant'>): void {
  const pattern = call.tenant.agencyNumberPattern
  if (pattern === null || matchesNumber(pattern, number)) return
  throw fail('validation', {
    fields: [{ field: 'Agenturnummer', message: say(patternText, call) }],
  })
}

/**
 * Registers an agency with its owner. The answer is always the same; the address is mailed a confirmation link, a login link, or
 * that the number is taken. An operator activates the agency.
 */
export const registerAgency = serve(endpoint, async (call) => {
  const { deps, tenant, body, now, realNow, locale } = call
  needAgencies(tenant)
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  if (!body.terms) throw fail('terms-required')
  const number = body.agencyNumber.toUpperCase()
  checkAgencyNumber(number, call)
  const register = () =>
    call.transaction(async (tx) => {
      const byVisitor = await countHit(
        tx,
        tenant.code,
        `register-agency|visitor|${call.visitor}`,
        realNow,
        hour,
      )
      const solved = await useSolution(tx, call, call.query.captcha)
      if (byVisitor > perVisitor) throw tooManyRequests(secondsLeft(hour, realNow))
      const { member, done } = await placeRegistration(
        tx,
        tenant.code,
        { ...body, number, email, language: locale },
        { now, realNow },
      )
      if (member) {
        await mailAgencyAccess(tx, deps, tenant.code, member)
        if (done === 'registered')
          await recordConsents(
            tx,
            tenant.code,
            { kind: 'agency-user', id: member.user_id },
            [
              {
                kind: 'terms',
                version: tenant.legal.termsVersion,
                text: fillVariables(
                  tenant.content.agency?.rules[locale] ?? tenant.legal.terms[locale],
                  tenantVariables(tenant, locale),
                ),
              },
            ],
            now,
          )
      } else
        await queueMail(tx, tenant.code, {
          template: 'agencyNumberTaken',
          to: email,
          locale,
          data: {
            firstName: body.firstName,
            agencyNumber: number,
            link: { link: { page: 'AgencyLogin' } },
          },
          dedupeKey: `agency-number-taken|${uuidv7()}`,
          now,
        })
      await audit(tx, tenant.code, {
        at: now,
        actor: actorOf(call.caller),
        action: done === 'registered' ? 'register-agency' : 'send-access-mail',
        subjectKind: 'agency-user',
        subjectId: member?.user_id ?? 'nobody',
      })
      await checkMailLimit(tx, call, email, solved)
      return {}
    })
  await answerEvenly(() => retryConflict(register))
  return {}
})
