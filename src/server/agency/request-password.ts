import { requestAgencyPassword as endpoint } from '../../contract/agentur-konto.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { needAgencies } from './need-agencies.ts'
import { sendAgencyAccessMail } from './send-access-mail.ts'

export const requestAgencyPassword = serve(endpoint, async (call) => {
  needAgencies(call.tenant)
  const email = normaliseEmail(call.body.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await answerEvenly(() =>
    call.transaction((tx) => sendAgencyAccessMail(tx, call, email, call.query.captcha)),
  )
  return {}
})
