import { data, redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { checkForm, required } from '../ui/form/rules.ts'
import { collectWanted } from '../reward/open-reward.ts'
import { openSession } from './open-session.ts'
import { goodPassword, passwordOf } from './password-rules.ts'

// The pages behind mailed links: those that confirm with one press, and the one that sets a new password.

export type LinkProblem = 'expired' | 'used' | 'missing'

export const newPasswordRules = { password: [required, goodPassword] }

/** What the loaders of the two pages answer, as far as their titles need it. */
export type PasswordLinkState = { problem: LinkProblem | null }

export const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

/** Whom the link lets set a password, or why it does not. Uses nothing up: mail scanners open links, too. */
export async function readPasswordLink(page: PageContext, request: Request) {
  const token = tokenIn(request)
  // The shortest token that the call accepts (contract/account.ts).
  if (token.length < 20) return problem('missing', 404)
  try {
    const account = await callApi(page, 'validatePasswordToken', { body: { token } })
    return data({ problem: null, account })
  } catch (error) {
    const kind = problemOf(error)
    // Whoever used it and is still logged in wants in, not an explanation.
    if (kind === 'used' && page.user) throw redirect(href(page.tenant, page.locale, 'Dashboard'))
    return problem(kind, 410)
  }
}

const problem = (kind: LinkProblem, status: number) =>
  data({ problem: kind, account: null }, { status })

/** Which problem of a link an error stands for; throws every other error on. */
export function problemOf(error: unknown): LinkProblem {
  if (!(error instanceof ApiError)) throw error
  if (error.code === errorCodes.tokenUsed) return 'used'
  if (error.code === errorCodes.linkExpired) return 'expired'
  if (error.code === errorCodes.validation) return 'missing'
  throw error
}

/** Sets the password that was typed, once, with the token of the page's own address, logs in and leads on. */
export async function setPasswordByLink(page: PageContext, request: Request) {
  const form = await request.formData()
  const errors = checkForm(form, newPasswordRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const user = await callApi(page, 'resetPassword', {
      body: {
        token: tokenIn(request),
        password: passwordOf(form, 'password'),
      },
    })
    const session = openSession(page, user, href(page.tenant, page.locale, 'Dashboard'))
    return (await collectWanted(page, request)) ?? session
  } catch (error) {
    return refused(form, error)
  }
}
