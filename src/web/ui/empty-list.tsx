import type { ReactNode } from 'react'
import { Card } from './card.tsx'

/** A list without entries: that there are none, why, and what leads on. */
export function EmptyList({
  title,
  heading: Title = 'p',
  action,
  className,
  children,
}: {
  title: string
  heading?: 'p' | 'h2' | 'h3'
  action?: ReactNode
  className?: string
  children?: ReactNode
}) {
  return (
    <Card pad="small" {...(className ? { className } : {})}>
      <Title className="font-bold wrap-anywhere">{title}</Title>
      {children ? <p className="mt-1 wrap-anywhere">{children}</p> : null}
      {action ? <p className="mt-4">{action}</p> : null}
    </Card>
  )
}
