import { requestPasswordReset as endpoint } from '../../contract/account.ts'
import { isEmail, normaliseEmail } from '../../domain/email.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { refuseWhereProvider } from './refuse-where-provider.ts'
import { sendAccessMail } from './send-access-mail.ts'
import { findAccountByEmail } from './store.ts'

export const requestPasswordReset = serve(endpoint, async (call) => {
  refuseWhereProvider(call.tenant)
  refuseCrossSite(call.request)
  const { tenant, query } = call
  const email = normaliseEmail(call.params.email)
  if (!isEmail(email)) throw fail('email-invalid')
  await answerEvenly(() =>
    call.transaction((tx) =>
      sendAccessMail(
        tx,
        call,
        email,
        query.captcha,
        () => findAccountByEmail(tx, tenant.code, email),
        query.reward,
      ),
    ),
  )
  return {}
})
