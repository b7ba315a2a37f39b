import type { PageContext } from '../../contract/page-context.ts'
import { maskEmail } from '../../domain/mask-email.ts'
import { callApi } from '../runtime/api.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { textOf } from '../ui/form/rules.ts'

/** Intent of the resend button, on pages with other forms. */
export const resendIntent = 'resend'
export type Resent = { resent: string } // the address, masked as on the page

export async function sendAgain(page: PageContext, form: FormData, request: Request) {
  const captcha = textOf(form, 'captcha')
  const { searchParams } = new URL(request.url)
  const number = searchParams.get('empfehlung')
  try {
    const { email } = await callApi(page, 'resendRecipientMail', {
      query: { ...(captcha ? { captcha } : {}), ...(number ? { referral: number } : {}) },
    })
    return { resent: searchParams.has('wieder') ? maskEmail(email) : email } satisfies Resent
  } catch (error) {
    return refusedOrCaptcha(page, form, error)
  }
}
