import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id' | 'children'> & {
  name: string
  hint?: ReactNode
  saysOptional?: boolean
}

export function TextArea({
  name,
  hint,
  saysOptional = true,
  rows = 8,
  defaultValue,
  ...props
}: TextAreaProps) {
  return (
    <Field name={name} hint={hint} saysOptional={saysOptional}>
      {(control, typed) => (
        <textarea defaultValue={typed ?? defaultValue} rows={rows} {...props} {...control} />
      )}
    </Field>
  )
}
