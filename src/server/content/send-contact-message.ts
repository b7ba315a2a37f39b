import { sendContactMessage as endpoint } from '../../contract/kontakt.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { takeMail } from '../access/mail-limit.ts'
import { useSolution } from '../access/use-solution.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { countContactMessage } from './contact-limits.ts'
import { fileMessage } from '../mail/file-message.ts'

/**
 * Mails a message to the tenant, with reply to the sender. The sender's receipt repeats no input, as the address is unproven; at
 * the address's mail limit there is none. Only the mail is kept, as all mails (domain/retention.ts); an objection stays in the
 * operators' list until answered.
 */
export const sendContactMessage = serve(endpoint, async (call) => {
  const { tenant, body, locale, now } = call
  const email = normaliseEmail(body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await call.transaction(async (tx) => {
    const solved = await useSolution(tx, call, call.query.captcha)
    await countContactMessage(tx, call, solved)
    const id = uuidv7()
    await fileMessage(tx, call, {
      id,
      subject: body.subject,
      actor: actorOf(call.caller),
      referralNumber: body.referralNumber ?? null,
      name: body.name,
      email,
      language: locale,
      message: body.message,
    })
    if (await takeMail(tx, call, email, false)) {
      await queueMail(tx, tenant.code, {
        now,
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
