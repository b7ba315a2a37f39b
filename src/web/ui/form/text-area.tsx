import type { ComponentProps, ReactNode } from 'react'
import { useTexts } from '../../runtime/texts.ts'
import { fieldId, useForm } from './form-context.ts'
import { describedBy, fieldClass, FieldError } from './text-field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & {
  name: string
  hint?: ReactNode
}

export function TextArea({ name, hint, rows = 8, ...props }: TextAreaProps) {
  const form = useForm()
  const t = useTexts('common')
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  const isRequired = form.required(name)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {form.labels[name]}
        {isRequired ? null : (
          <span className="font-normal text-muted"> ({t('form.optional')})</span>
        )}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mb-1.5 text-base text-muted">
          {hint}
        </p>
      ) : null}
      <textarea
        defaultValue={form.values[name]}
        rows={rows}
        {...props}
        id={id}
        name={name}
        required={isRequired}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, hint, error)}
        className={fieldClass(error !== null)}
      />
      <FieldError id={id} message={error} />
    </div>
  )
}
