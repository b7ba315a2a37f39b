import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { Words } from '../ui/keep-together.tsx'
import { PageColumn } from '../ui/page-column.tsx'

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
    <PageColumn narrow>
      <div>
        <h1 className="page-title">
          <Words text={title} />
        </h1>
        {intro ? <p className="mt-3 text-lg">{intro}</p> : null}
      </div>
      {before}
      <Card>{children}</Card>
      {after}
    </PageColumn>
  )
}
