import { useLocation } from 'react-router'

/** Whether the page stands in a page of the provider (spec section 2.3): it then has no header and footer of a site. */
export function useWidget(): boolean {
  return new URLSearchParams(useLocation().search).has('widget')
}
