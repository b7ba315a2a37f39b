import type { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'

export type Further = { stages: { from: number; cents: number }[]; periodMonths: number }

/** What further customers earn where the referrer's agency pays more for them, a line for each stage. */
export function FurtherCustomers({
  further,
  write,
  line,
}: {
  further: Further | undefined
  write: typeof formatCents // as the page around it writes amounts
  line: (values: { amount: string; from: number; months: number }) => string
}) {
  const { locale } = usePage()
  return further?.stages.map(({ from, cents }) => (
    <span key={from} className="block text-base text-muted">
      {line({ amount: write(cents, locale), from, months: further.periodMonths })}
    </span>
  ))
}
