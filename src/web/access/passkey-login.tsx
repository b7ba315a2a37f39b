import { Fingerprint } from 'lucide-react'
import { lazy, Suspense, type ComponentProps } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { useWidget } from '../runtime/use-widget.ts'
import { Button } from '../ui/button.tsx'
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

/** Whether this browser has passkeys, as far as is known; not in a frame of another page, which browsers refuse. */
function usePasskeys(): 'unknown' | 'there' | 'none' {
  const isReady = useHydrated()
  const inWidget = useWidget()
  if (inWidget) return 'none'
  if (!isReady) return 'unknown'
  return 'PublicKeyCredential' in window ? 'there' : 'none'
}

/** The answer to this form, and to no other of the page. */
export const answerToPasskey = (answer: FormAnswer | undefined) =>
  answer?.values.intent === 'passkey' ? answer : undefined

type Asked = Omit<ComponentProps<typeof Ask>, 'answer'> & { answer: FormAnswer | undefined }

/** The button that asks, in its place before it can. */
function AskOnceReady({ isReady, answer, ...asked }: Asked & { isReady: boolean }) {
  const waiting = (
    <Button kind={asked.kind} disabled className="w-full noscript:hidden">
      <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
      {asked.children}
    </Button>
  )
  return (
    <Suspense fallback={waiting}>
      {isReady ? <Ask {...asked} answer={answerToPasskey(answer)} /> : waiting}
    </Suspense>
  )
}

/** Below the password: the log-in by passkey alone, where the browser has any. */
export function PasskeyLogin({ id, answer }: { id: string; answer: FormAnswer | undefined }) {
  const t = useTexts('passkeys')
  const passkeys = usePasskeys()
  if (passkeys === 'none') return null
  return (
    <div className="mt-6 flex flex-col gap-6 noscript:hidden">
      <OrDivider>{t('login.or')}</OrDivider>
      <AskOnceReady
        id={`${id}-passkey`}
        kind="secondary"
        isReady={passkeys === 'there'}
        answer={answer}
      >
        {t('login.button')}
      </AskOnceReady>
    </div>
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
  const passkeys = usePasskeys()
  return (
    <div className="flex flex-col gap-6">
      {passkeys === 'none' ? (
        <Notice tone="danger" title={t('second.none')} live />
      ) : (
        <AskOnceReady
          id={`${id}-second`}
          kind="primary"
          isReady={passkeys === 'there'}
          answer={answer}
        >
          {t('second.button')}
        </AskOnceReady>
      )}
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
