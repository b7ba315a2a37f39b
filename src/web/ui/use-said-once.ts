import { useEffect } from 'react'
import { useLocation } from 'react-router'

/** Removes a "done" parameter from the address, so that a reload or a later visit does not repeat the message. Without script it stays. */
export function useSaidOnce(name: string): void {
  const { key } = useLocation()
  useEffect(() => {
    const url = new URL(location.href)
    if (!url.searchParams.has(name)) return
    url.searchParams.delete(name)
    // Not by the router: the page must stay as it is.
    history.replaceState(history.state, '', url)
  }, [name, key])
}
