import { usePage } from '../page-context.tsx'
import { wholeEuros } from '../ui/money.tsx'

export type Further = { stages: { from: number; cents: number }[]; periodMonths: number }

/** What further customers earn where the referrer's agency pays more for them, a line for each stage. */
export function FurtherCustomers({
  further,
  line,
}: {
  further: Further | undefined
  line: (values: { amount: string; from: number; months: number }) => string
}) {
  const { locale } = usePage()
  return further?.stages.map(({ from, cents }) => (
    <span key={from} className="block text-base text-muted">
      {line({ amount: wholeEuros(cents, locale), from, months: further.periodMonths })}
    </span>
  ))
}
