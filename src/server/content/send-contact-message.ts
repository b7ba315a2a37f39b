import { sendContactMessage as endpoint } from '../../contract/kontakt.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { takeMail } from '../account/mail-limit.ts'
import { useSolution } from '../account/use-solution.ts'
import { audit } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { insertObjection } from './objection-store.ts'
import { countContactMessage } from './contact-limits.ts'

/**
 * Mails a message to the tenant, who answers to the sender's address. The sender gets a receipt that repeats nothing of what was
 * typed, since nobody knows whose address it is; where the mails of that address are used up, the message arrives without one.
 * Nothing is kept but the mail, and that as long as every mail (domain/retention.ts); an objection stays in the operators' list until it
 * was answered.
 */
export const sendContactMessage = serve(endpoint, async (call) => {
  const { tenant, body, locale, now } = call
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await call.transaction(async (tx) => {
    const solved = await useSolution(tx, call, call.query.captcha)
    await countContactMessage(tx, call, solved)
    const id = uuidv7()
    if (body.subject === 'objection')
      await insertObjection(tx, tenant.code, {
        id,
        referralNumber: body.referralNumber ?? null,
        name: body.name,
        email,
        language: locale,
        message: body.message,
        at: now,
      })
    const mail = { now, dedupeKey: `contact|${id}` }
    await together([
      () =>
        queueMail(tx, tenant.code, {
          ...mail,
          template: 'contactMessage',
          to: tenant.contact.email,
          locale: tenant.locales[0] ?? 'de',
          data: {
            name: body.name,
            email,
            topic: body.subject,
            message: body.message,
            referralNumber: body.referralNumber ?? null,
            language: locale,
            link: { link: { page: 'Homepage' } },
          },
        }),
      () =>
        audit(tx, tenant.code, {
          at: now,
          actor: actorOf(call.caller),
          action: 'send-contact-message',
          subjectKind: 'contact-message',
          subjectId: id,
        }),
    ])
    if (await takeMail(tx, call, email, false)) {
      await queueMail(tx, tenant.code, {
        ...mail,
        dedupeKey: `contact-received|${id}`,
        template: 'contactReceived',
        to: email,
        locale,
        data: { link: { link: { page: 'Faq' } } },
      })
    }
    return {}
  })
  return {}
})
