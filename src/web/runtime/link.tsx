import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

/**
 * A link that the router follows, or the browser with `reloadDocument`. The router's own component brings what loads pages ahead in its
 * framework, which we are not in: 2 KiB of every page.
 */
export function Link({
  to,
  onClick,
  reloadDocument,
  replace,
  preventScrollReset,
  children,
  ...rest
}: Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  reloadDocument?: boolean
  replace?: boolean
  preventScrollReset?: boolean
}) {
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, {
    ...(rest.target ? { target: rest.target } : {}),
    ...(replace === undefined ? {} : { replace }),
    ...(preventScrollReset === undefined ? {} : { preventScrollReset }),
  })
  return (
    <a
      {...rest}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!reloadDocument && !event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
