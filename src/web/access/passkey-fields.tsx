import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTexts } from '../runtime/texts.ts'
import { useTitleBegins } from '../runtime/title-parts.ts'
import type { ButtonKind } from '../ui/button.tsx'
import { useForm } from '../ui/form/form-context.ts'
import { checkForm, type Rules } from '../ui/form/rules.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskey } from './use-passkey.ts'

/**
 * In a form: asks for a passkey, or makes one, and sends the form with what the device answers. Nothing is asked for a form in which something is
 * missing; it says so instead.
 */
export function PasskeyFields({
  how,
  begin,
  rules = {},
  kind = 'primary',
  words,
  className = 'w-full md:w-auto',
  children,
}: {
  how: 'get' | 'create'
  begin: Record<string, string> | ((form: FormData) => Record<string, string>) // what fetches the challenge from the page's action
  rules?: Rules
  kind?: ButtonKind
  words: { asking: string; refused: string; byCode?: Record<string, string> }
  className?: string
  children: ReactNode
}) {
  const { id, working } = useForm()
  const t = useTexts('common')
  const [signed, setSigned] = useState({ answer: '' })
  const submit = useRef<HTMLButtonElement>(null)
  const { ask, state, refusal } = usePasskey(how, (answer) => setSigned({ answer }))
  // Once the field has it.
  useEffect(() => {
    if (signed.answer) send(submit.current)
  }, [signed])
  const isBusy = state === 'asking' || working
  const askOrSay = () => {
    const button = submit.current
    if (!button?.form || isBusy) return
    const form = new FormData(button.form)
    const isWhole = Object.keys(checkForm(form, rules)).length === 0
    if (isWhole) ask(typeof begin === 'function' ? begin(form) : begin)
    else send(button)
  }
  const isRefused = state === 'refused'
  useTitleBegins(isRefused ? t('form.wrong') : null, id)
  const alert = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (!isRefused) return
    // It moves the button, which has the focus.
    alert.current?.scrollIntoView({ block: 'nearest' })
    document.activeElement?.scrollIntoView({ block: 'nearest' })
  }, [isRefused])
  return (
    <>
      <input type="hidden" name="answer" value={signed.answer} />
      {isRefused ? (
        <p ref={alert} className="font-semibold text-danger" role="alert">
          {refusal?.noAnswer
            ? t('error.network')
            : (refusal && words.byCode?.[refusal.code]) || refusal?.message || words.refused}
        </p>
      ) : null}
      <PasskeyButton
        kind={kind}
        ask={askOrSay}
        isBusy={isBusy}
        asking={words.asking}
        className={className}
      >
        {children}
      </PasskeyButton>
      <button
        ref={submit}
        type="submit"
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onClick={(event) => {
          // Enter in a field presses it: there is nothing to send before the device has answered.
          event.preventDefault()
          askOrSay()
        }}
      >
        {children}
      </button>
    </>
  )
}

/** Without a click, which a browser passes over within another one. */
const send = (button: HTMLButtonElement | null) => button?.form?.requestSubmit(button)
