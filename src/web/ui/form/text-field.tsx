import type { ComponentProps, ReactNode } from 'react'
import { Field } from './field.tsx'

type TextFieldProps = Omit<ComponentProps<'input'>, 'id' | 'children'> & {
  name: string
  hint?: ReactNode
  saysOptional?: boolean
  after?: ReactNode // below the field, e.g. a live check
}

/** One line of text. */
export function TextField({
  name,
  hint,
  after,
  saysOptional = true,
  className,
  defaultValue,
  ...props
}: TextFieldProps) {
  return (
    <Field name={name} hint={hint} after={after} className={className} saysOptional={saysOptional}>
      {(control, typed) => (
        <input type="text" defaultValue={typed ?? defaultValue} {...props} {...control} />
      )}
    </Field>
  )
}
