import { useTexts } from '../runtime/texts.ts'
import type { Wait } from './person-why.ts'

/** What reviews found, beside the sentence that is read aloud: it is about others, and tells how fraud is found. */
export function ReviewFound({ waits }: { waits: readonly Wait[] }) {
  const t = useTexts('consoleWhy')
  const found = new Set(waits.flatMap(({ reasons }) => reasons))
  if (found.size === 0) return null
  return (
    <details className="mt-2">
      <summary className="cursor-pointer py-2.5 text-muted">{t('why.found')}</summary>
      <ul className="mt-1 grid gap-1">
        {[...found].map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </details>
  )
}
