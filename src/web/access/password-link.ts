import { data, redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { href } from '../runtime/href.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { checkForm, required } from '../ui/form/rules.ts'
import type { AccessKind } from './access-kind.ts'
import { openSession } from './open-session.ts'
import { goodPassword, passwordOf } from './password-rules.ts'

// The pages behind mailed links: those that confirm, and those that set a password.

export type LinkProblem = 'expired' | 'used' | 'missing'

export const newPasswordRules = { password: [required, goodPassword] }

/** What the loaders of these pages answer, as far as their titles need it. */
export type PasswordLinkState = { problem: LinkProblem | null }

export const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

/** Whom the link lets set a password, or why it does not. Uses nothing up: mail scanners open links, too. */
export async function readPasswordLink<Person>(
  page: PageContext,
  request: Request,
  kind: AccessKind<Person>,
) {
  const token = tokenIn(request)
  // The shortest token that the call accepts (contract/account.ts).
  if (token.length < 20) return problem('missing', 404)
  try {
    return data({ problem: null, person: await kind.readLink(page, { token }) })
  } catch (error) {
    const why = problemOf(error)
    // Whoever used it and is still logged in wants in, not an explanation.
    if (why === 'used' && kind.isIn(page)) throw redirect(href(page.tenant, page.locale, kind.home))
    return problem(why, 410)
  }
}

const problem = (why: LinkProblem, status: number) =>
  data({ problem: why, person: null }, { status })

/** Which problem of a link an error stands for; throws every other error on. */
export function problemOf(error: unknown): LinkProblem {
  if (!(error instanceof ApiError)) throw error
  if (error.code === errorCodes.tokenUsed) return 'used'
  if (error.code === errorCodes.linkExpired) return 'expired'
  if (error.code === errorCodes.validation) return 'missing'
  throw error
}

/**
 * Sets the password that was typed, once, with the token of the page's own address, logs in and leads on: where `goOn` says, else to
 * `next`.
 */
export async function setPasswordByLink(
  page: PageContext,
  request: Request,
  kind: AccessKind,
  next: PageName = kind.home,
  goOn?: (page: PageContext, request: Request) => Promise<Response | null>,
) {
  const form = await request.formData()
  const errors = checkForm(form, newPasswordRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const body = { token: tokenIn(request), password: passwordOf(form, 'password') }
    const user = await kind.setPassword(page, body)
    const session = openSession(page, kind, user, href(page.tenant, page.locale, next))
    return (await goOn?.(page, request)) ?? session
  } catch (error) {
    return refused(form, error)
  }
}
