import { Check, Landmark } from 'lucide-react'
import { useState } from 'react'
import { usePage } from '../../runtime/page-context.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { fieldId, useForm } from '../form/form-context.ts'
import { FieldError, fieldClass } from '../form/field.tsx'
import { TextField } from '../form/text-field.tsx'
import { useEarlyInput } from '../form/use-early-input.ts'
import { regroup, watchIban, type IbanView } from './watch-iban.ts'

export type IbanTexts = {
  hint: string
  hintGerman: string
  ok: string
  bicHint: string
}

/** An IBAN in groups of four, with live check and bank name; where it does not suffice, the BIC. Never kept in a draft. */
export function IbanField({ texts }: { texts: IbanTexts }) {
  const name = 'iban'
  const form = useForm()
  const { tenant } = usePage()
  const [view, setView] = useState<IbanView>({ state: 'typing', bank: null, needsBic: false })
  const id = fieldId(form.id, name)
  const t = useTexts('common')
  const live = {
    wrong: t('rule.iban'),
    'not-german': t('rule.ibanGerman'),
    ok: null,
    typing: null,
  }
  const error = live[view.state] ?? form.messageOf(name)

  const follow = (input: HTMLInputElement) => {
    const next = regroup(input.value, input.selectionStart ?? input.value.length)
    if (next.text !== input.value) {
      input.value = next.text
      input.setSelectionRange(next.caret, next.caret)
    }
    const seen = watchIban(next.text, tenant.germanIbansOnly)
    if (live[seen.state] !== live[view.state]) form.say(name, live[seen.state])
    setView(seen)
  }
  const field = useEarlyInput(follow)

  const iban = (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {form.labels[name]}
      </label>
      <p id={`${id}-hint`} className="mb-1.5 text-base text-muted">
        {tenant.germanIbansOnly ? `${texts.hint} ${texts.hintGerman}` : texts.hint}
      </p>
      <input
        ref={field}
        id={id}
        name={name}
        type="text"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={50}
        aria-required
        onInput={(event) => follow(event.currentTarget)}
        aria-invalid={error !== null}
        aria-describedby={[`${id}-hint`, `${id}-bank`, error ? `${id}-error` : '']
          .filter(Boolean)
          .join(' ')}
        className={`${fieldClass(error !== null)} tabular-nums max-md:px-1.5 max-md:text-[1rem] max-md:tracking-[-0.02em] md:tracking-wide`}
      />
      <FieldError id={id} message={error} />
      <output
        id={`${id}-bank`}
        className="mt-1.5 flex min-h-7 flex-wrap items-center gap-x-4 font-semibold"
      >
        {view.bank && error === null ? (
          <span className="flex items-center gap-2">
            <Landmark aria-hidden="true" className="size-5 shrink-0" />
            {view.bank}
          </span>
        ) : null}
        {view.state === 'ok' ? (
          <span className="flex items-center gap-2 text-success">
            <Check aria-hidden="true" className="size-5 shrink-0" strokeWidth={3} />
            {texts.ok}
          </span>
        ) : null}
      </output>
    </div>
  )
  return (
    <>
      {iban}
      {view.needsBic || form.messageOf('bic') ? (
        <TextField
          name="bic"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={14}
          saysOptional={false}
          hint={texts.bicHint}
        />
      ) : null}
    </>
  )
}
