import type { Ref } from 'react'
import { useTexts } from '../../runtime/texts.ts'
import { Notice } from '../notice.tsx'
import { fieldId, useForm } from './form-context.ts'
import { namedMessage } from './rules.ts'

/** What the server says and all errors, above the form, with a link to each field. Takes the focus after a failed submit, named by its first words. */
export function FormErrorSummary({
  ref,
  isShort,
  failure,
}: {
  ref: Ref<HTMLElement>
  isShort: boolean
  failure: string | null | undefined
}) {
  const { id, labels, errors, messageOf } = useForm()
  const t = useTexts('common')
  // In the form's order, whichever was found last.
  const names = Object.keys({ ...labels, ...errors }).filter((name) => errors[name])
  const says = `${id}-says`
  const named = (name: string) => namedMessage(labels[name], messageOf(name) ?? '')
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby={says}
      className="flex flex-col gap-3 outline-none"
    >
      {failure ? (
        <div id={says}>
          <Notice tone="danger" title={failure} />
        </div>
      ) : null}
      {names.length > 0 && !isShort ? (
        <div role="alert" className="rounded-field border-2 border-danger bg-danger-tint px-4 py-3">
          <p id={failure ? undefined : says} className="font-bold">
            {t('form.summary')}
          </p>
          <ul className="mt-1 list-disc pl-5">
            {names.map((name) => (
              <li key={name}>
                <a
                  href={`#${fieldId(id, name)}`}
                  className="block py-2.25 text-link underline"
                  onClick={(event) => {
                    const field = document.getElementById(fieldId(id, name))
                    if (!field) return
                    event.preventDefault()
                    field.focus()
                  }}
                >
                  {named(name)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  )
}
