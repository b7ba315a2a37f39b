import type { PageContext } from '../../contract/page-context.ts'
import { invalid } from '../ui/form/form-answer.ts'
import { checkForm, textOf, type Rules } from '../ui/form/rules.ts'
import { refusedOrCaptcha } from './captcha.ts'

/** Checks a public form and sends it with its captcha and key; null once it is accepted. */
export async function sendForm(
  page: PageContext,
  form: FormData,
  rules: Rules,
  send: (beside: { query: { captcha?: string }; idempotencyKey: string }) => Promise<unknown>,
  fields?: Record<string, string>,
) {
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const captcha = textOf(form, 'captcha')
  try {
    await send({ query: captcha ? { captcha } : {}, idempotencyKey: textOf(form, '_key') })
    return null
  } catch (error) {
    return refusedOrCaptcha(page, form, error, fields)
  }
}
