import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'

/** What is left of what the caller does without a second person. @param cents null: there is no such limit here */
export function LeftAlone({ cents }: { cents: number | null }) {
  const { locale } = usePage()
  const t = useTexts('console')
  if (cents === null) return null
  return <p>{cents > 0 ? t('alone', { amount: formatCents(cents, locale) }) : t('alone.none')}</p>
}
