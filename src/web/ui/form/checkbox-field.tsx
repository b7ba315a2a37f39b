import type { ReactNode } from 'react'
import { fieldId, useForm } from './form-context.ts'
import { FieldError, describedBy } from './field.tsx'

/** A consent or choice, never pre-ticked. `children` is its sentence, links included. */
export function CheckboxField({ name, children }: { name: string; children: ReactNode }) {
  const form = useForm()
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  return (
    <div>
      <div className="flex min-h-11 items-start gap-3">
        <input
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          aria-required={form.required(name)}
          defaultChecked={form.values[name] === 'yes'}
          aria-invalid={error !== null}
          aria-describedby={describedBy(id, null, error)}
          className="mt-0.5 size-6 shrink-0"
        />
        <label htmlFor={id} className="py-0.5 text-base leading-normal">
          {children}
        </label>
      </div>
      <FieldError id={id} message={error} />
    </div>
  )
}
