import { fieldId, useForm } from './form-context.ts'
import { describedBy, fieldClass, FieldError } from './text-field.tsx'

/** A native select. `empty` is its placeholder. */
export function SelectField({
  name,
  options,
  empty,
  defaultValue,
}: {
  name: string
  options: { value: string; title: string }[]
  empty: string
  defaultValue?: string | undefined
}) {
  const form = useForm()
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {form.labels[name]}
      </label>
      <select
        id={id}
        name={name}
        defaultValue={form.values[name] ?? defaultValue ?? ''}
        required={form.required(name)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, null, error)}
        className={fieldClass(error !== null)}
      >
        <option value="">{empty}</option>
        {options.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
      <FieldError id={id} message={error} />
    </div>
  )
}
