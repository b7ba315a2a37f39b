import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** What the address says was done is said once: a reload, or the page found again later, does not repeat it. Without script it stays. */
export function useSaidOnce(name: string): void {
  const { key } = useLocation()
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has(name)) return
    url.searchParams.delete(name)
    // Not by the router: what is on the page stays as it is.
    history.replaceState(history.state, '', url)
  }, [name, key])
}
