import { ShieldCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Notice } from '../ui/notice.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskey } from './use-passkey.ts'

export const proofNeeded = 'PSOF0702'

/**
 * Asks for the passkey in place when an action was refused for lack of it, and submits the form again once it is proved. `form`: id of the
 * refused form.
 */
export function Proof({ answer, form }: { answer: FormAnswer | undefined; form: string }) {
  const { operator } = usePage()
  const t = useTexts('console')
  const pageHref = usePageHref()
  const access = pageHref('ConsoleAccess')
  const proving = useFetcher<{ proved: true } | FormAnswer>()
  const { ask, state } = usePasskey(
    'get',
    { intent: 'begin-proof' },
    (text) =>
      void proving.submit({ intent: 'prove', answer: text }, { method: 'post', action: access }),
    access,
  )
  const done = useRef<unknown>(null)
  const { data } = proving
  useEffect(() => {
    if (!data || data === done.current || !('proved' in data)) return
    done.current = data
    const refused = document.getElementById(form)
    if (refused instanceof HTMLFormElement) refused.requestSubmit()
  }, [data, form])
  if (answer?.code !== proofNeeded) return null
  const failed = state === 'refused' || (data !== undefined && !('proved' in data))
  return (
    <Notice tone="info" title={t('proof.title')} live>
      <p>{operator?.isDemo ? t('proof.demo') : t('proof.text')}</p>
      {failed ? <p className="font-semibold text-danger">{t('passkey.none')}</p> : null}
      <PasskeyButton
        ask={ask}
        isBusy={state === 'asking' || proving.state !== 'idle'}
        className="mt-3"
      >
        <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
        {operator?.isDemo ? t('proof.demoButton') : t('proof.button')}
      </PasskeyButton>
    </Notice>
  )
}
