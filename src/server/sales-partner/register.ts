import { randomBytes } from 'node:crypto'
import { registerSalesPartner as endpoint } from '../../contract/verkaufspartner.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { codeFrom } from '../../domain/numbers.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { checkMailLimit } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { countHit } from '../base/limit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { conflict, retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { mailPartnerAccess } from './mail-access.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { readPartnerAccount, readPartnerFields } from './read-own-data.ts'
import { findPartner, findPartnerByEmail, insertPartner, updatePartner } from './store.ts'

export const perVisitor = 20 // an hour

/** A partner's number with check character. */
export const newPartnerNumber = () => `VP-${codeFrom(randomBytes(5))}`

/**
 * Registers a sales partner. The answer is always the same; the address is mailed a confirmation or login link. An unconfirmed
 * registration is replaced. An operator activates the partner.
 */
export const registerSalesPartner = serve(endpoint, async (call) => {
  const { deps, tenant, body, now, realNow, locale } = call
  const terms = needSalesPartners(tenant)
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  // The terms have changed since.
  if (!body.agreement || body.version !== terms.version) throw fail('terms-required')
  const fields = readPartnerFields(body, locale)
  const accountFor = (id: string) => readPartnerAccount(deps.keys, tenant, body, id, locale)
  accountFor('') // validates the IBAN in any case
  await answerEvenly(() =>
    retryConflict(() =>
      call.transaction(async (tx) => {
        const bucket = `register-partner|visitor|${call.visitor}`
        const byVisitor = await countHit(tx, tenant.code, bucket, realNow, hour)
        const solved = await useSolution(tx, call, call.query.captcha)
        if (byVisitor > perVisitor) throw tooManyRequests(secondsLeft(hour, realNow))
        const known = await findPartnerByEmail(tx, tenant.code, email)
        const id = known?.partner_id ?? uuidv7()
        const isOpen = !known || (!known.confirmed_at && known.state === 'registered')
        const agreed = { agreed_version: terms.version, language: locale }
        if (!known) {
          const inserted = await insertPartner(
            tx,
            tenant.code,
            {
              ...fields,
              ...accountFor(id),
              ...agreed,
              partner_id: id,
              number: newPartnerNumber(),
              email,
              state: 'registered',
            },
            now,
          )
          if (!inserted) throw conflict('An address or a number was taken meanwhile')
        } else if (isOpen)
          await updatePartner(tx, tenant.code, id, {
            ...fields,
            ...accountFor(id),
            ...agreed,
            agreed_at: now.toString(),
          })
        const partner = known && !isOpen ? known : await findPartner(tx, tenant.code, id)
        if (!partner) throw new Error('A partner is gone that was there a moment ago')
        if (isOpen)
          await recordConsents(
            tx,
            tenant.code,
            { kind: 'sales-partner', id },
            [{ kind: 'self-billing', version: terms.version, text: terms.agreement[locale] }],
            now,
          )
        if (partner.state !== 'closed') await mailPartnerAccess(tx, deps, tenant.code, partner)
        await audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: isOpen ? 'register-sales-partner' : 'send-access-mail',
          subjectKind: 'sales-partner',
          subjectId: id,
        })
        await checkMailLimit(tx, call, email, solved)
        return {}
      }),
    ),
  )
  return {}
})
