import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & {
  name: string
  hint?: ReactNode
}

export function TextArea({ name, hint, rows = 8, defaultValue, ...props }: TextAreaProps) {
  return (
    <Field name={name} hint={hint} saysOptional>
      {(control, typed) => (
        <textarea defaultValue={typed ?? defaultValue} rows={rows} {...props} {...control} />
      )}
    </Field>
  )
}
