import type { ReactNode } from 'react'
import { PageForm } from './page-form.tsx'
import { controlClass } from '../table/control-class.ts'

/** A button of one row. `label` names it with the row, for those who hear it alone. */
export function RowForm({
  intent,
  id,
  label,
  className = controlClass('plain'),
  children,
}: {
  intent: string
  id: string
  label: string
  className?: string | undefined // of the button, where no desk styles it
  children: ReactNode
}) {
  return (
    <PageForm id={`${intent}-${id}`} rules={{}} labels={{}} answer={undefined} draft={false}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="id" value={id} />
      <button type="submit" aria-label={label} className={className}>
        {children}
      </button>
    </PageForm>
  )
}
