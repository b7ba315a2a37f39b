import type { ReactNode } from 'react'
import { fieldId, useForm } from './form-context.ts'

/** A setting with its current value; use CheckboxField for a first consent. */
export function CheckboxLine({
  name,
  ticked,
  children,
}: {
  name: string
  ticked: boolean
  children: ReactNode
}) {
  const id = fieldId(useForm().id, name)
  return (
    <div className="flex min-h-11 items-start gap-3">
      <input
        type="checkbox"
        id={id}
        name={name}
        value="yes"
        defaultChecked={ticked}
        className="mt-2 size-6 shrink-0"
      />
      <label htmlFor={id} className="grow py-2 leading-normal">
        {children}
      </label>
    </div>
  )
}
