import { data, redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { href } from '../runtime/href.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { checkForm, required } from '../ui/form/rules.ts'
import type { AccessKind } from './access-kind.ts'
import { openSession } from './open-session.ts'
import { goToSecondStep } from './passkey-action.ts'
import { goodPassword, passwordOf } from './password-rules.ts'

// Pages behind mailed links that confirm or set a password.

export type LinkProblem = 'expired' | 'used' | 'missing'

export const newPasswordRules = { password: [required, goodPassword] }

/** The part of these loaders' answers that page titles need. */
export type PasswordLinkState = { problem: LinkProblem | null }

export const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

/** Whom the link lets set a password, or why not. Uses nothing up: mail scanners open links, too. */
export async function readPasswordLink<Person>(
  page: PageContext,
  request: Request,
  kind: AccessKind<Person>,
) {
  const token = tokenIn(request)
  // Minimum token length of the call (contract/account.ts).
  if (token.length < 20) return problem('missing', 404)
  try {
    return data({ problem: null, person: await kind.readLink(page, { token }) })
  } catch (error) {
    const why = problemOf(error)
    // A logged-in user who has used it wants in, not an explanation.
    if (why === 'used' && kind.isIn(page)) throw redirect(href(page.tenant, page.locale, kind.home))
    return problem(why, 410)
  }
}

const problem = (why: LinkProblem, status: number) =>
  data({ problem: why, person: null }, { status })

/** Maps an error to a link problem; rethrows others. */
export function problemOf(error: unknown): LinkProblem {
  if (!(error instanceof ApiError)) throw error
  if (error.code === errorCodes.tokenUsed) return 'used'
  if (error.code === errorCodes.linkExpired) return 'expired'
  if (error.code === errorCodes.validation) return 'missing'
  throw error
}

/** Sets the typed password once, with the token from the page's address; logs in and redirects to `goOn`, else `next`. */
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
    return goToSecondStep(page, request, kind, error) ?? refused(form, error)
  }
}
