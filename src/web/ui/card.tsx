import type { ReactNode } from 'react'

export function Card({ children, className = '' }: { children: ReactNode; className?: string }) {
  return (
    <div className={`card rounded-card border border-hairline bg-surface p-5 md:p-8 ${className}`}>
      {children}
    </div>
  )
}
