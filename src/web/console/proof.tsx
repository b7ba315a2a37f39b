import { KeyRound, ShieldCheck } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { usePasskey } from '../access/use-passkey.ts'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { hearOfProof } from './proved.tsx'
import { prove } from './sign-on.ts'

export const proofNeeded = 'PSOF0702'

/**
 * Asks for the passkey, or for a new login at the company's provider in another tab, when an action was refused for lack of it, and submits
 * the form again once it is proved. `form`: id of the refused form.
 */
export function Proof({ answer, form }: { answer: FormAnswer | undefined; form: string }) {
  const { operator, tenant, locale } = usePage()
  const t = useTexts('console')
  const pageHref = usePageHref()
  const access = pageHref('ConsoleAccess')
  const proving = useFetcher<{ proved: true } | FormAnswer>()
  const { ask, state } = usePasskey(
    'get',
    (text) =>
      void proving.submit({ intent: 'prove', answer: text }, { method: 'post', action: access }),
    access,
  )
  const done = useRef<unknown>(null)
  const { data } = proving
  const goOn = useCallback(() => {
    const refused = document.getElementById(form)
    if (refused instanceof HTMLFormElement) refused.requestSubmit()
  }, [form])
  useEffect(() => {
    if (!data || data === done.current || !('proved' in data)) return
    done.current = data
    goOn()
  }, [data, goOn])
  // Only the tab that sent its person there.
  const [isAway, setAway] = useState(false)
  useEffect(() => {
    if (!isAway) return undefined
    return hearOfProof(() => {
      setAway(false)
      goOn()
    })
  }, [isAway, goOn])
  if (answer?.code !== proofNeeded) return null
  const provider = operator?.provider ?? null
  const passkey = (
    <PasskeyButton
      {...(provider && operator?.isByProvider ? { kind: 'secondary' } : {})}
      ask={() => ask({ intent: 'begin-proof' })}
      isBusy={state === 'asking' || proving.state !== 'idle'}
    >
      <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
      {operator?.isDemo ? t('proof.demoButton') : t('proof.button')}
    </PasskeyButton>
  )
  const atProvider = provider ? (
    <a
      href={href(tenant, locale, 'ConsoleSignIn', { sso: prove })}
      target="_blank"
      rel="nofollow"
      onClick={() => setAway(true)}
      className={buttonClass(operator?.isByProvider ? 'primary' : 'secondary')}
    >
      <KeyRound aria-hidden="true" className="size-5 shrink-0" />
      {t('proof.provider', { name: provider })}
    </a>
  ) : null
  const failed = state === 'refused' || (data !== undefined && !('proved' in data))
  return (
    <Notice tone="info" title={provider ? t('proof.titleProvider') : t('proof.title')} live>
      <p>
        {operator?.isDemo
          ? t('proof.demo')
          : provider
            ? t('proof.textProvider', { name: provider })
            : t('proof.text')}
      </p>
      {failed ? <p className="font-semibold text-danger">{t('passkey.none')}</p> : null}
      <div className="mt-3 flex flex-wrap gap-3">
        {operator?.isByProvider ? [atProvider, passkey] : [passkey, atProvider]}
      </div>
    </Notice>
  )
}
