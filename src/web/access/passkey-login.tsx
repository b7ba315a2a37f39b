import { lazy, Suspense } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useWidget } from '../runtime/use-widget.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { Notice } from '../ui/notice.tsx'
import { OrDivider } from '../ui/or-divider.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import type { AccessKind } from './access-kind.ts'

const Ask = lazy(async () => {
  const { AskForPasskey } = await import('./ask-for-passkey.tsx')
  return { default: AskForPasskey }
})

/** Whether this browser has passkeys; not in a frame of another page, which browsers refuse. */
function usePasskeys(): boolean {
  const isReady = useHydrated()
  const inWidget = useWidget()
  return isReady && !inWidget && 'PublicKeyCredential' in window
}

/** The answer to this form, and to no other of the page. */
export const answerToPasskey = (answer: FormAnswer | undefined) =>
  answer?.values.intent === 'passkey' ? answer : undefined

/** Below the password: the log-in by passkey alone, where the browser has any. */
export function PasskeyLogin({ id, answer }: { id: string; answer: FormAnswer | undefined }) {
  const t = useTexts('passkeys')
  if (!usePasskeys()) return null
  return (
    <Suspense>
      <div className="mt-6 flex flex-col gap-6">
        <OrDivider>{t('login.or')}</OrDivider>
        <Ask id={`${id}-passkey`} kind="secondary" answer={answerToPasskey(answer)}>
          {t('login.button')}
        </Ask>
      </div>
    </Suspense>
  )
}

/** After the password: the passkey. */
export function SecondStep({
  id,
  kind,
  answer,
}: {
  id: string
  kind: Pick<AccessKind, 'login'>
  answer: FormAnswer | undefined
}) {
  const { tenant } = usePage()
  const t = useTexts('passkeys')
  const isReady = useHydrated()
  const isPossible = usePasskeys()
  return (
    <div className="flex flex-col gap-6">
      {isPossible ? (
        <Suspense>
          <Ask id={`${id}-second`} kind="primary" answer={answerToPasskey(answer)}>
            {t('second.button')}
          </Ask>
        </Suspense>
      ) : null}
      {isReady && !isPossible ? <Notice tone="danger" title={t('second.none')} live /> : null}
      <noscript>
        <p>{t('second.noScript')}</p>
      </noscript>
      <p className="text-base text-muted">{t('second.lost', { email: tenant.contact.email })}</p>
      <TextLink page={kind.login} className="self-start">
        {t('second.back')}
      </TextLink>
    </div>
  )
}
