import type { ReactNode } from 'react'
import { Money } from '../ui/money.tsx'
import type { Fact } from '../ui/record-panel.tsx'

/** A step of the way with the amount at it. */
export function WayStep({
  title,
  cents = null,
  facts = [],
  children,
}: {
  title: string
  cents?: number | null
  facts?: readonly Fact[] // empty ones are left out
  children?: ReactNode
}) {
  return (
    <section aria-label={title} className="money-step mt-5">
      <h2 className="record-h2 flex justify-between gap-4">
        {title} {cents === null ? null : <Money cents={cents} />}
      </h2>
      <dl className="record-facts">
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      {children}
    </section>
  )
}
