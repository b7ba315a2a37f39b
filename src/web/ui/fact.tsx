import type { ReactNode } from 'react'

/** One fact of a `dl`: its name above its value. */
export function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-base text-muted">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{value || '–'}</dd>
    </div>
  )
}
