import { checkCaptcha as endpoint } from '../../contract/kontakt.ts'
import { makeChallenge } from '../access/captcha.ts'
import { together } from '../db/together.ts'
import { isCaptchaDue } from '../referral/creation-limits.ts'
import { serve } from '../serve.ts'
import { isContactCaptchaDue } from './contact-limits.ts'

/** As createReferral with null body, at the path of older clients, and for the contact form. */
export const checkCaptcha = serve(endpoint, async (call) => {
  const due = await call.transaction((tx) =>
    together([() => isCaptchaDue(tx, call), () => isContactCaptchaDue(tx, call)]),
  )
  if (!due.includes(true)) return { captchaRequired: false }
  return {
    captchaRequired: true,
    challenge: await makeChallenge(call.deps.keys, call.tenant.code, call.realNow),
  }
})
