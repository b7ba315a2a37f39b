import { carryAlong, loginHref } from './href.ts'
import type { PageView } from './page-context.tsx'

/** Leaves for the login, and comes back here. In a frame of the provider's page, the login is in that frame too. */
export function leaveToLogin(view: PageView): void {
  const { pathname, search } = location
  location.assign(carryAlong(loginHref(view, pathname + search), search))
}
