import { data, redirect } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { newPasswordRules, problemOf, type LinkProblem } from '../account/password-link.ts'
import { passwordOf } from '../account/password-rules.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { checkForm } from '../ui/form/rules.ts'
import { openAgencySession } from './open-agency-session.ts'

// The pages behind a mailed link of an agency user: confirm a registration, choose a first password, and set a new one.

const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

export type AgencyLinkState = { problem: LinkProblem | null }

/** Whom the link lets set a password, or why it does not. Uses nothing up: mail scanners open links, too. */
export async function readAgencyLink(page: PageContext, request: Request) {
  const token = tokenIn(request)
  if (token.length < 20) return problem('missing', 404)
  try {
    const person = await callApi(page, 'checkAgencyPasswordToken', { body: { token } })
    return data({ problem: null, person })
  } catch (error) {
    const kind = problemOf(error)
    if (kind === 'used' && page.agencyUser)
      throw redirect(href(page.tenant, page.locale, 'AgencyHome'))
    return problem(kind, 410)
  }
}

const problem = (kind: LinkProblem, status: number) =>
  data({ problem: kind, person: null }, { status })

/** Sets the password with the token of the page's own address, logs in and leads on. */
export async function setPasswordByAgencyLink(page: PageContext, request: Request, next: PageName) {
  const form = await request.formData()
  const errors = checkForm(form, newPasswordRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const user = await callApi(page, 'setAgencyPassword', {
      body: {
        token: tokenIn(request),
        password: passwordOf(form, 'password'),
      },
    })
    return openAgencySession(page, user, href(page.tenant, page.locale, next))
  } catch (error) {
    return refused(form, error)
  }
}
