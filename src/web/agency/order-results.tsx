import { useEffect, useState } from 'react'
import { useNavigation, useRevalidator } from 'react-router'
import { secondsToTakeBack } from '../../domain/refusal.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Results } from './decided-orders.ts'

const outcomes = [
  'vorgemerkt',
  'zurueckgenommen',
  'freigegeben',
  'abgelehnt',
  'unveraendert',
  'nicht-moeglich',
  'nicht-gefunden',
] as const

/** Counts by outcome, and undo while it is open. */
export function OrderResults({ answer }: { answer: Results }) {
  const { results, chosen, what, until, since } = answer
  const t = useTexts('agencyReports')
  useReload(until)
  if (!chosen) return <Notice tone="danger" live title={t('release.nothing')} />
  const counted = outcomes
    .map((outcome) => [outcome, results.filter((one) => one.outcome === outcome)] as const)
    .filter(([, found]) => found.length > 0)
  const failed = counted.some(([outcome]) => outcome.startsWith('nicht'))
  const noted = results.filter(({ outcome }) => outcome === 'vorgemerkt')
  return (
    <Notice tone={failed ? 'danger' : 'success'} live>
      {counted.map(([outcome, found]) => (
        <p key={outcome} className="font-bold">
          {outcome === 'vorgemerkt'
            ? what !== 'undo' && t(`noted.${what}`, { count: found.length })
            : t(`outcome.${outcome}`, { count: found.length })}
        </p>
      ))}
      {noted.length > 0 ? (
        <TakeBack key={until} numbers={noted.map(({ number }) => number)} since={since} />
      ) : null}
    </Notice>
  )
}

/** Undo and its remaining time. Screen readers hear the message, not every second. */
function TakeBack({ numbers, since }: { numbers: string[]; since: number | null }) {
  const t = useTexts('agencyReports')
  const left = useSecondsLeft(since)
  const isSending = useNavigation().state !== 'idle'
  if (left === 0 && !isSending) {
    return (
      <p ref={takeLostFocus} tabIndex={-1} className="mt-2 flex min-h-12 items-center outline-none">
        {t('undo.over')}
      </p>
    )
  }
  return (
    <PageForm id="undo" rules={{}} labels={{}} answer={undefined} draft={false}>
      <input type="hidden" name="intent" value="undo" />
      {numbers.map((number) => (
        <input key={number} type="hidden" name="order" value={number} />
      ))}
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        <SubmitButton kind="secondary">{t('undo.submit')}</SubmitButton>
        {left ? (
          <span aria-hidden="true" className="text-muted tabular-nums">
            {t('undo.left', { count: left })}
          </span>
        ) : null}
      </div>
    </PageForm>
  )
}

function takeLostFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/** Whole seconds left, by the browser's monotonic clock since its wall clock may be wrong. Null before script. */
function useSecondsLeft(since: number | null): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    const end = (since ?? 0) + secondsToTakeBack * 1000
    let timer: ReturnType<typeof setTimeout> | undefined
    const tick = () => {
      const ms = Math.max(0, end - performance.now())
      setLeft(Math.ceil(ms / 1000))
      if (ms > 0) timer = setTimeout(tick, ms % 1000 || 1000)
    }
    tick()
    return () => clearTimeout(timer)
  }, [since])
  return left
}

/** Reloads once it can no longer be undone. The browser's clock may be wrong, so the wait is bounded. */
function useReload(until: string | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (until === null) return undefined
    const timer = setTimeout(() => void revalidate(), 11_500)
    return () => clearTimeout(timer)
  }, [until, revalidate])
}
