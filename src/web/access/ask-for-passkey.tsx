import { Fingerprint } from 'lucide-react'
import type { ReactNode } from 'react'
import { errorCodes } from '../runtime/api-error.ts'
import { useTexts } from '../runtime/texts.ts'
import type { ButtonKind } from '../ui/button.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { PasskeyFields } from './passkey-fields.tsx'

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
  // What waited for the passkey does so no more.
  const over = t('second.over')
  return (
    <PageForm id={id} rules={{}} labels={{}} answer={answer} draft={false} asDocument>
      <input type="hidden" name="intent" value="passkey" />
      <PasskeyFields
        how="get"
        begin={{ intent: 'begin-passkey' }}
        kind={kind}
        words={{
          asking: t('asking'),
          refused: t('login.none'),
          byCode: { [errorCodes.linkExpired]: over, [errorCodes.tokenUsed]: over },
        }}
        className="w-full"
      >
        <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
        {children}
      </PasskeyFields>
    </PageForm>
  )
}
