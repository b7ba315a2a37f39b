import type { ReactNode } from 'react'

export function Card({
  children,
  id,
  className = '',
}: {
  children: ReactNode
  id?: string
  className?: string
}) {
  return (
    <div
      id={id}
      className={`card rounded-card border border-hairline bg-surface p-5 md:p-8 ${className}`}
    >
      {children}
    </div>
  )
}
