import type { ReactNode } from 'react'
import { fieldId, useForm } from './form-context.ts'
import { describedBy } from './field.tsx'

/** A setting with its current value; use CheckboxField for a first consent. */
export function CheckboxLine({
  name,
  ticked,
  hint,
  children,
}: {
  name: string
  ticked: boolean
  hint?: string
  children: ReactNode
}) {
  const id = fieldId(useForm().id, name)
  return (
    <div>
      <div className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          defaultChecked={ticked}
          aria-describedby={describedBy(id, hint ?? null, null)}
          className="mt-2 size-6 shrink-0"
        />
        <label htmlFor={id} className="grow py-2 leading-normal">
          {children}
        </label>
      </div>
      {hint ? (
        <p id={`${id}-hint`} className="ml-9 text-base text-muted">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
