import { Field } from './field.tsx'

/** A native select. `empty` is its placeholder. */
export function SelectField({
  name,
  options,
  empty,
  defaultValue = '',
}: {
  name: string
  options: { value: string; title: string }[]
  empty: string
  defaultValue?: string | undefined
}) {
  return (
    <Field name={name}>
      {(control, typed) => (
        <select defaultValue={typed ?? defaultValue} {...control}>
          <option value="">{empty}</option>
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
