import type { ComponentProps } from 'react'
import { PageLink } from '../runtime/page-link.tsx'
import { linkClass } from './button.tsx'

/** A link to a page that is no button: alone, `inText` in a sentence, or `plain` in the colour around it. */
export function TextLink({
  inText,
  plain,
  className = '',
  ...props
}: ComponentProps<typeof PageLink> & { inText?: boolean; plain?: boolean }) {
  const kind = inText ? 'inText' : plain ? 'plain' : 'alone'
  return <PageLink {...props} className={`${linkClass(kind)} ${className}`} />
}
