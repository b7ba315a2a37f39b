import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href } from '../runtime/href.ts'
import type { AccessKind, LetIn } from './access-kind.ts'

/** Starts a session and redirects. Server only: the token goes into a cookie and nowhere else. */
export function openSession(
  page: PageContext,
  kind: Pick<AccessKind, 'session' | 'login'>,
  user: LetIn,
  target: string,
): Response {
  if (user.token === null) return redirect(href(page.tenant, page.locale, kind.login))
  page.startSession(kind.session, user.token, user.tokenValidUntil)
  return redirect(target)
}

/** Ends the session in this browser, whatever the server answers. */
export async function closeSession(
  page: PageContext,
  kind: AccessKind,
  to: PageName,
  query: Record<string, number> = {},
): Promise<Response> {
  await kind.logOut(page).catch(() => null)
  page.endSession(kind.session)
  // A customer's rewards are open by them, too.
  if (kind.session === 'user') await page.endLinks()
  return redirect(href(page.tenant, page.locale, to, query))
}
