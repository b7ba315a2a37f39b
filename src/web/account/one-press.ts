import { data, redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { openSession } from '../access/open-session.ts'
import { customerAccess } from './customer-access.ts'
import { problemOf, tokenIn, type LinkProblem } from '../access/password-link.ts'

export type PressAnswer = { problem: LinkProblem }

/**
 * The button of a referrer's mail: confirms, claims the referral, logs in on this device and opens the personal area. A used link opens it
 * too where the user is logged in.
 */
export async function press(page: PageContext, request: Request) {
  const area = href(page.tenant, page.locale, 'Dashboard', { confirmed: 1 })
  try {
    const { user } = await callApi(page, 'claimReferral', { body: { token: tokenIn(request) } })
    if (user?.token) return openSession(page, customerAccess, user, area)
    if (user || page.user) return redirect(area)
    return data<PressAnswer>({ problem: 'used' })
  } catch (error) {
    return data<PressAnswer>({ problem: problemOf(error) }, { status: 410 })
  }
}
