import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { ButtonKind } from '../ui/button.tsx'
import { checkForm, type Rules } from '../ui/form/rules.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskey } from './use-passkey.ts'

/**
 * In a form: makes a passkey and sends the form with what the device answers. Nothing is made for a form in which something is missing; it
 * says so instead.
 */
export function MakePasskey({
  begin,
  rules,
  kind,
  words,
  children,
}: {
  begin: Record<string, string> | ((form: FormData) => Record<string, string>) // what fetches the challenge from the page's action
  rules: Rules
  kind?: ButtonKind
  words: { asking: string; notMade: string; byCode?: Record<string, string> }
  children: ReactNode
}) {
  const [made, setMade] = useState('')
  const submit = useRef<HTMLButtonElement>(null)
  const { ask, state, refusal } = usePasskey('create', setMade)
  // Once the field has it.
  useEffect(() => {
    if (made) submit.current?.click()
  }, [made])
  const askOrSay = () => {
    const button = submit.current
    if (!button?.form) return
    const form = new FormData(button.form)
    const isWhole = Object.keys(checkForm(form, rules)).length === 0
    if (isWhole) ask(typeof begin === 'function' ? begin(form) : begin)
    else button.click()
  }
  return (
    <>
      <input type="hidden" name="answer" value={made} />
      {state === 'refused' ? (
        <p className="font-semibold text-danger" role="alert">
          {(refusal && words.byCode?.[refusal.code]) || refusal?.message || words.notMade}
        </p>
      ) : null}
      <PasskeyButton
        {...(kind ? { kind } : {})}
        ask={askOrSay}
        isBusy={state === 'asking'}
        asking={words.asking}
        className="w-full md:w-auto"
      >
        {children}
      </PasskeyButton>
      <button ref={submit} type="submit" hidden tabIndex={-1} aria-hidden="true">
        {children}
      </button>
    </>
  )
}
