import { signedCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'

export function Money({ cents, className = '' }: { cents: number; className?: string }) {
  const { locale } = usePage()
  return (
    <span className={`whitespace-nowrap tabular-nums ${className}`}>
      {signedCents(cents, locale)}
    </span>
  )
}
