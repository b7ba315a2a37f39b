import type { ReactNode } from 'react'
import { useTexts } from '../../runtime/texts.ts'
import { Icon } from '../icon.tsx'
import { fieldId, useForm } from './form-context.ts'

type Tied = {
  id: string
  name: string
  'aria-required': boolean
  'aria-invalid': boolean
  'aria-describedby': string | undefined
  className: string
}

/** A field below its label and hint, with its error. Label, value and error come from the form; `children` draws the control. */
export function Field({
  name,
  hint,
  saysOptional = false,
  className,
  after,
  children,
}: {
  name: string
  hint?: ReactNode
  saysOptional?: boolean
  className?: string | undefined
  after?: ReactNode // below the field, e.g. a live check
  children: (control: Tied, typed: string | undefined) => ReactNode
}) {
  const form = useForm()
  const t = useTexts('common')
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  const required = form.required(name)
  const control: Tied = {
    id,
    name,
    // Not `required`: browsers call a form invalid whose field is still empty, and screen readers say so at its beginning.
    'aria-required': required,
    'aria-invalid': error !== null,
    'aria-describedby': describedBy(id, hint, error),
    className: fieldClass(error !== null),
  }
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {form.labels[name]}
        {saysOptional && !required ? (
          <span className="font-normal text-muted"> ({t('form.optional')})</span>
        ) : null}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mb-1.5 text-base text-muted">
          {hint}
        </p>
      ) : null}
      {children(control, form.values[name])}
      <FieldError id={id} message={error} />
      {after}
    </div>
  )
}

export function fieldClass(wrong: boolean): string {
  return `field block min-h-12 w-full rounded-field border-2 bg-surface px-3.5 py-2 text-text ${
    wrong ? 'border-danger' : 'border-line'
  }`
}

export function describedBy(id: string, hint: ReactNode, error: string | null): string | undefined {
  const parts = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter((part) => part !== '')
  return parts.length > 0 ? parts.join(' ') : undefined
}

export function FieldError({ id, message }: { id: string; message: string | null }) {
  if (!message) return null
  return (
    <p id={`${id}-error`} className="mt-1.5 flex gap-2 font-semibold text-danger">
      <Icon name="alert" className="mt-0.5 size-5 shrink-0" />
      {message}
    </p>
  )
}
