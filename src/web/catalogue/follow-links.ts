import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * A click handler for a list full of links, which takes over what a router's link does: one hook for the list instead of a dozen per
 * line. Links to places of the page, to other hosts and with `target` stay the browser's.
 */
export function useFollowedLinks(): (event: MouseEvent) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const plain =
      event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    if (!link || !plain || event.defaultPrevented || link.target || link.hash) return
    if (link.origin !== location.origin) return
    event.preventDefault()
    void navigate(link.pathname + link.search)
  }
}
