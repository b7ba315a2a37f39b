import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'

/** An amount in the page's language, on one line. */
export function Money({ cents, className = '' }: { cents: number; className?: string }) {
  const { locale } = usePage()
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {formatCents(cents, locale)}
    </span>
  )
}
