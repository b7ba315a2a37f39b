import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../runtime/texts.ts'
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
  children,
}: {
  begin: Record<string, string> // what fetches the challenge from the page's action
  rules: Rules
  kind?: ButtonKind
  children: ReactNode
}) {
  const t = useTexts('console')
  const [made, setMade] = useState('')
  const submit = useRef<HTMLButtonElement>(null)
  const { ask, state } = usePasskey('create', begin, setMade)
  // Once the field has it.
  useEffect(() => {
    if (made) submit.current?.click()
  }, [made])
  const askOrSay = () => {
    const button = submit.current
    if (!button?.form) return
    const isWhole = Object.keys(checkForm(new FormData(button.form), rules)).length === 0
    if (isWhole) ask()
    else button.click()
  }
  return (
    <>
      <input type="hidden" name="answer" value={made} />
      {state === 'refused' ? (
        <p className="font-semibold text-danger" role="alert">
          {t('passkey.notMade')}
        </p>
      ) : null}
      <PasskeyButton
        {...(kind ? { kind } : {})}
        ask={askOrSay}
        isBusy={state === 'asking'}
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
