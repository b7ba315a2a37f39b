import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'

export function FormPage({
  title,
  intro,
  before,
  after,
  children,
}: {
  title: string
  intro?: ReactNode
  before?: ReactNode // messages above the form
  after?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="container-page flex max-w-2xl flex-col gap-6 py-10 md:py-16">
      <div>
        <h1 className="page-title">{title}</h1>
        {intro ? <p className="mt-3 text-lg">{intro}</p> : null}
      </div>
      {before}
      <Card>{children}</Card>
      {after}
    </div>
  )
}
