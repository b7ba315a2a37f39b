import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { CaptchaChallenge } from './captcha.ts'
import { useTexts } from '../runtime/texts.ts'
import { linkClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

const noChange = () => () => {}

/**
 * Solves the challenge and resubmits the form; with `waits` the user submits. Without script a mailed confirmation replaces it, unless the
 * form mails nothing.
 */
export function CaptchaStep({
  challenge,
  waits = false,
  noScript,
}: {
  challenge: CaptchaChallenge
  waits?: boolean
  noScript?: string // what to do without script, where no mail can replace the captcha
}) {
  const t = useTexts('common')
  const field = useRef<HTMLInputElement>(null)
  const hasScript = useSyncExternalStore(
    noChange,
    () => true,
    () => false,
  )
  const [state, setState] = useState<'working' | 'done' | 'failed'>('working')
  // Also in state: a waiting field is rendered again before submit.
  const [solved, setSolved] = useState('')
  useEffect(() => {
    let gone = false
    const finish = (solution: string | null) => {
      if (gone || !field.current) return
      field.current.value = solution ?? ''
      setSolved(solution ?? '')
      setState(solution ? 'done' : 'failed')
      if (solution && !waits) field.current.form?.requestSubmit()
    }
    import('./solve-captcha.ts')
      .then(({ solveCaptcha }) => solveCaptcha(challenge))
      .then(finish, () => finish(null))
    return () => {
      gone = true
    }
  }, [challenge, waits])
  return (
    <div>
      {/* Unnamed without script: the button's value would come second and be lost. */}
      <input
        ref={field}
        type="hidden"
        name={hasScript ? 'captcha' : undefined}
        value={solved}
        readOnly
      />
      {hasScript ? (
        <Notice
          // An alert is one that comes up, not a note that became it.
          key={state === 'failed' ? state : 'going'}
          live
          tone={state === 'failed' ? 'danger' : 'info'}
          title={t(waits && state === 'done' ? 'captcha.solved' : `captcha.${state}`)}
        />
      ) : null}
      <noscript>
        <p>{noScript ?? (waits ? t('captcha.needsScript') : t('captcha.noScript'))}</p>
        {waits || noScript ? null : (
          <button
            type="submit"
            name="captcha"
            value="mail"
            className={`${linkClass('plain')} mt-3 font-bold`}
          >
            {t('captcha.byMail')}
          </button>
        )}
      </noscript>
    </div>
  )
}
