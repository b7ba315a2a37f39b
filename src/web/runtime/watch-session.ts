import type { PageView } from './page-context.tsx'

const everyMs = 60_000 // spec section 4

/** Opens the page anew when the login has expired; the server then shows it as nobody's, or leads to login. */
export function watchSession({
  user,
  agencyUser,
  salesPartner,
}: Pick<PageView, 'user' | 'agencyUser' | 'salesPartner'>): void {
  const ends = [user, agencyUser, salesPartner].flatMap((one) =>
    one ? [Date.parse(one.tokenValidUntil)] : [],
  )
  if (ends.length === 0) return
  const until = Math.min(...ends)
  // The server has just taken the session, so it is this device's clock that is wrong: it would open the page every minute.
  if (Date.now() >= until) return
  const timer = setInterval(() => {
    if (Date.now() < until) return
    clearInterval(timer)
    // Not reload(): a page that answered a form would send it again.
    location.replace(location.pathname + location.search)
  }, everyMs)
}
