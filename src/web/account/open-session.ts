import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { href } from '../runtime/href.ts'

/** Lets someone in and leads on. On the server only: the token goes into a cookie and nowhere else. */
export function openSession(
  page: PageContext,
  user: { token: string | null; tokenValidUntil: string },
  target: string,
): Response {
  if (user.token === null) return redirect(href(page.tenant, page.locale, 'Login'))
  page.startSession('user', user.token, user.tokenValidUntil)
  return redirect(target)
}
