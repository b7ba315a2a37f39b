import type { PageView } from './page-context.tsx'

const everyMs = 60_000 // spec section 4

/** Reloads the page when the login has expired; the server then shows it as nobody's, or leads to login. */
export function watchSession({ user }: PageView): void {
  if (!user) return
  const until = Date.parse(user.tokenValidUntil)
  const timer = setInterval(() => {
    if (Date.now() < until) return
    clearInterval(timer)
    location.reload()
  }, everyMs)
}
