import type { PageView } from './page-context.tsx'

const everyMs = 60_000 // spec section 4

/** Reloads the page when the login expires; the server then shows it anonymously, or redirects to login. */
export function watchSession({
  user,
  agencyUser,
  salesPartner,
  operator = null,
}: Pick<PageView, 'user' | 'agencyUser' | 'salesPartner'> & {
  operator?: PageView['operator'] | null
}): void {
  const ends = [user, agencyUser, salesPartner, operator].flatMap((one) =>
    one ? [Date.parse(one.tokenValidUntil)] : [],
  )
  if (ends.length === 0) return
  const until = Math.min(...ends)
  // The server has just accepted the session, so this device's clock is wrong and would reload every minute.
  if (Date.now() >= until) return
  const timer = setInterval(() => {
    if (Date.now() < until) return
    clearInterval(timer)
    // Not reload(): that would resubmit a form.
    location.replace(location.pathname + location.search)
  }, everyMs)
}
