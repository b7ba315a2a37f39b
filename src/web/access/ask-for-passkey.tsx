import { Fingerprint } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { errorCodes } from '../runtime/api-error.ts'
import { useTexts } from '../runtime/texts.ts'
import type { ButtonKind } from '../ui/button.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskey } from './use-passkey.ts'

/** What waited for the passkey does so no more. */
const over: ReadonlySet<string> = new Set([errorCodes.linkExpired, errorCodes.tokenUsed])

/** A button that asks for a passkey and logs in with it. Loaded when the browser has passkeys. */
export function AskForPasskey({
  id,
  kind,
  answer,
  children,
}: {
  id: string
  kind: ButtonKind
  answer: FormAnswer | undefined
  children: ReactNode
}) {
  const t = useTexts('passkeys')
  const [signed, setSigned] = useState('')
  const submit = useRef<HTMLButtonElement>(null)
  const { ask, state, refusal } = usePasskey('get', setSigned)
  // Once the field has it.
  useEffect(() => {
    if (signed) submit.current?.click()
  }, [signed])
  return (
    <PageForm id={id} rules={{}} labels={{}} answer={answer} draft={false} asDocument>
      <input type="hidden" name="intent" value="passkey" />
      <input type="hidden" name="answer" value={signed} />
      {state === 'refused' ? (
        <p className="font-semibold text-danger" role="alert">
          {refusal && over.has(refusal.code)
            ? t('second.over')
            : refusal?.message || t('login.none')}
        </p>
      ) : null}
      <PasskeyButton
        kind={kind}
        ask={() => ask({ intent: 'begin-passkey' })}
        isBusy={state === 'asking' || signed !== ''}
        asking={t('asking')}
        className="w-full"
      >
        <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
        {children}
      </PasskeyButton>
      <button ref={submit} type="submit" hidden tabIndex={-1} aria-hidden="true">
        {children}
      </button>
    </PageForm>
  )
}
