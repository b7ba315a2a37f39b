import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'

/**
 * One click handler for a list full of links, in place of a dozen hooks per line: does what a router's link does. Anchors, other hosts and
 * `target` are left to the browser.
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
