import { useLocation } from 'react-router'

/** Whether the page is embedded in the provider's (spec section 2.3), without site header and footer. */
export function useWidget(): boolean {
  return new URLSearchParams(useLocation().search).has('widget')
}
