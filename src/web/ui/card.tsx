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
      className={`card rounded-card border border-hairline bg-surface p-[min(1.25rem,6.25vw)] md:p-8 ${className}`}
    >
      {children}
    </div>
  )
}
