import { z } from 'zod'
import { contactSubjects } from '../domain/contact.ts'
import { endpoint } from './endpoint.ts'
import { challenge } from './empfehlen.ts'
import { emailText, flag, name } from './fields.ts'
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

export const sendContactMessage = endpoint({
  name: 'sendContactMessage',
  method: 'POST',
  path: '/kontakt',
  summary: 'Send a message to the tenant; the sender gets a receipt without the text',
  caller: 'anyone',
  query: shape({ captcha: ['captcha', z.string().max(4000).optional()] }),
  body: shape({
    name: ['Name', name],
    email: ['Email', emailText],
    subject: ['Betreff', z.enum(contactSubjects)],
    message: ['Nachricht', z.string().trim().min(1).max(5000)],
    // The number, or code as told: looked up by the message's reader, never by this call.
    referralNumber: [
      'Empfehlungsnummer',
      z
        .string()
        .trim()
        .regex(/^[0-9A-Za-z -]{1,40}$/)
        .optional(),
    ],
  }),
  answer: z.strictObject({}),
  status: 202,
  errors: ['email-invalid', 'captcha-required', 'captcha-wrong'],
  idempotent: true,
})
