import type { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'

export type Further = { stages: { from: number; cents: number }[]; periodMonths: number }

/** Higher amounts for further customers by the agency's plan, a line per stage. */
export function FurtherCustomers({
  further,
  write,
  line,
}: {
  further: Further | undefined
  write: typeof formatCents // amounts as the page around it writes them
  line: (values: { amount: string; from: number; months: number }) => string
}) {
  const { locale } = usePage()
  return further?.stages.map(({ from, cents }) => (
    <span key={from} className="block text-base text-muted">
      {line({ amount: write(cents, locale), from, months: further.periodMonths })}
    </span>
  ))
}
