import { resendWelcomeMail as endpoint } from '../../contract/account.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { isUuid } from '../base/uuid.ts'
import { serve } from '../serve.ts'
import { answerEvenly } from '../access/answer-evenly.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { sendLink } from '../access/request-password.ts'
import { customer } from './customer.ts'
import { findAccount, findAccountByEmail } from './store.ts'

/** `id`: an e-mail address, or the id of a confirmation-required error. */
export const resendWelcomeMail = serve(endpoint, async (call) => {
  refuseCrossSite(call.request)
  const { tenant, params, query } = call
  const wanted = normaliseEmail(params.id)
  await answerEvenly(() =>
    call.transaction((tx) =>
      sendLink(tx, call, customer, wanted, query, () =>
        isUuid(wanted)
          ? findAccount(tx, tenant.code, wanted)
          : findAccountByEmail(tx, tenant.code, wanted),
      ),
    ),
  )
  return {}
})
