import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { challenge } from './empfehlen.ts'
import { flag } from './fields.ts'
import { shape } from './shape.ts'

export const checkCaptcha = endpoint({
  name: 'checkCaptcha',
  method: 'GET',
  path: '/kontakt',
  summary:
    'Whether a captcha is due for this caller, with a challenge if so (command=captcharequired)',
  caller: 'anyone',
  query: shape({ command: ['command', z.literal('captcharequired')] }),
  answer: shape({
    captchaRequired: ['CaptchaRequired', flag],
    challenge: ['Challenge', challenge.optional()],
  }),
  errors: [],
})
