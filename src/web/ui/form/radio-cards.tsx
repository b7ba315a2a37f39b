import type { ReactNode } from 'react'
import { fieldId, useForm } from './form-context.ts'
import { FieldError, describedBy } from './field.tsx'

// Of the group: browsers call every empty required radio button invalid before anybody was in it.
const groupOf = (id: string, required: boolean, error: string | null) => ({
  role: 'radiogroup',
  'aria-required': required,
  'aria-invalid': error !== null,
  'aria-describedby': describedBy(id, null, error),
})

export type RadioCard = { value: string; title: string; content?: ReactNode }

/** A choice among few, as cards. `columns`: how many side by side where there is room. */
export function RadioCards({
  name,
  cards,
  defaultValue,
  columns = 3,
}: {
  name: string
  cards: RadioCard[]
  defaultValue?: string
  columns?: 2 | 3
}) {
  const form = useForm()
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  const selected = form.values[name] ?? defaultValue
  return (
    <fieldset {...groupOf(id, form.required(name), error)}>
      <legend className="mb-2 font-semibold">{form.labels[name]}</legend>
      <div className={`grid gap-2.5 ${columns === 3 ? 'md:grid-cols-3' : 'md:grid-cols-2'}`}>
        {cards.map((card, index) => (
          <label
            key={card.value}
            className="radio-card grid min-h-12 grid-cols-[auto_1fr] content-start items-start gap-x-[min(0.75rem,4vw)] rounded-field border-2 border-line bg-surface px-[min(1rem,5vw)] py-3 has-checked:border-primary has-checked:bg-tint has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${card.value}`}
              name={name}
              value={card.value}
              defaultChecked={card.value === selected}
              className="mt-0.5 size-5 shrink-0 focus-visible:outline-none"
            />
            <span className="min-w-0 font-bold">{card.title}</span>
            {card.content ? (
              <span
                className={`col-start-2 min-w-0 ${columns === 3 ? 'md:col-span-2 md:col-start-1' : ''}`}
              >
                {card.content}
              </span>
            ) : null}
          </label>
        ))}
      </div>
      <FieldError id={id} message={error} />
    </fieldset>
  )
}

/** The same as a row of short labels, e.g. the salutation. */
export function RadioRow({
  name,
  options,
  defaultValue,
}: {
  name: string
  defaultValue?: string
  options: { value: string; title: string }[]
}) {
  const form = useForm()
  const id = fieldId(form.id, name)
  const error = form.messageOf(name)
  return (
    <fieldset {...groupOf(id, form.required(name), error)}>
      <legend className="mb-1 font-semibold">{form.labels[name]}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option, index) => (
          <label key={option.value} className="flex min-h-11 items-center gap-2.5">
            <input
              type="radio"
              id={index === 0 ? id : `${id}-${option.value}`}
              name={name}
              value={option.value}
              defaultChecked={(form.values[name] ?? defaultValue) === option.value}
              className="size-5"
            />
            {option.title}
          </label>
        ))}
      </div>
      <FieldError id={id} message={error} />
    </fieldset>
  )
}
