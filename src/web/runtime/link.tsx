import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  reloadDocument?: boolean
  replace?: boolean
  preventScrollReset?: boolean
}

/** On the server nobody follows it, and a path from the root is its own address: the router took a twentieth of a long list's page. */
function Written(props: LinkProps) {
  if (!/^\/(?![/.]|.*\/[/.])/.test(props.to)) return <Followed {...props} />
  const { to, reloadDocument: _d, replace: _r, preventScrollReset: _p, children, ...rest } = props
  return (
    <a {...rest} href={to}>
      {children}
    </a>
  )
}

function Followed({
  to,
  onClick,
  reloadDocument,
  replace,
  preventScrollReset,
  children,
  ...rest
}: LinkProps) {
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

/**
 * A link that the router follows, or the browser with `reloadDocument`. The router's own component brings what loads pages ahead in its
 * framework, which we are not in: 2 KiB of every page.
 */
export const Link = import.meta.env.SSR ? Written : Followed
