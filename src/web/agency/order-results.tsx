import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useTexts } from '../texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Results } from './order-list.tsx'

const outcomes = [
  'vorgemerkt',
  'zurueckgenommen',
  'freigegeben',
  'abgelehnt',
  'unveraendert',
  'nicht-moeglich',
  'nicht-gefunden',
] as const

/** What became of the chosen orders, as many as there are of each outcome, and the way back while there is one. */
export function OrderResults({ answer }: { answer: Results }) {
  const { results, chosen, until } = answer
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
          {t(`outcome.${outcome}`, { count: found.length })}
        </p>
      ))}
      {noted.length > 0 ? (
        <PageForm id="undo" rules={{}} labels={{}} answer={undefined} draft={false}>
          <input type="hidden" name="intent" value="undo" />
          {noted.map(({ number }) => (
            <input key={number} type="hidden" name="order" value={number} />
          ))}
          <div className="mt-2">
            <SubmitButton kind="secondary">{t('undo.submit')}</SubmitButton>
          </div>
        </PageForm>
      ) : null}
    </Notice>
  )
}

/** Shows what became of it once it can no longer be taken back. The browser's clock may be wrong, so the wait is bounded. */
function useReload(until: string | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (until === null) return undefined
    const timer = setTimeout(() => void revalidate(), 11_500)
    return () => clearTimeout(timer)
  }, [until, revalidate])
}
