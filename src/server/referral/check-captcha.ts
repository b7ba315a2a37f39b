import { checkCaptcha as endpoint } from '../../contract/kontakt.ts'
import { makeChallenge } from '../account/captcha.ts'
import { serve } from '../serve.ts'
import { isCaptchaDue } from './creation-limits.ts'

/** The same question as createReferral with null body, at the path that older clients know. */
export const checkCaptcha = serve(endpoint, async (call) => {
  if (!(await call.transaction((tx) => isCaptchaDue(tx, call)))) return { captchaRequired: false }
  return {
    captchaRequired: true,
    challenge: await makeChallenge(call.deps.keys, call.tenant.code, call.realNow),
  }
})
