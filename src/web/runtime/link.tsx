import type { ComponentProps } from 'react'
import { useHref, useLinkClickHandler } from 'react-router'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  to: string
  reloadDocument?: boolean
  replace?: boolean
  preventScrollReset?: boolean
}

/**
 * A link that the router follows, or the browser with `reloadDocument`. The router's own component brings what loads pages ahead in its
 * framework, which we are not in: 2 KiB of every page.
 */
export function Link(props: LinkProps) {
  // The server's links are followed by nobody, and a path from the root is its own address: the router took a twentieth of a long list's page.
  if (import.meta.env.SSR && /^\/(?![/.]|.*\/[/.])/.test(props.to)) return <Written {...props} />
  return <Followed {...props} />
}

const Written = ({
  to,
  reloadDocument: _d,
  replace: _r,
  preventScrollReset: _p,
  children,
  ...rest
}: LinkProps) => (
  <a {...rest} href={to}>
    {children}
  </a>
)

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
