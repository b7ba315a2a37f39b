import type { SellerKind } from '../../domain/seller.ts'
import type { Locale } from '../../domain/tenant.ts'
import { formatMonth } from '../agency/format-month.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import type { Seller } from './seller-calls.ts'

type Compared = NonNullable<Seller['comparison']>
type Value = Compared['measures'][number]

/** How an agency or partner stands to the others, a sentence for each comparison. */
export function SellerComparison({ kind, seller }: { kind: SellerKind; seller: Seller }) {
  const t = useTexts('consoleSellers')
  const compared = seller.comparison
  if (!compared) return null
  return (
    <RecordPart title={t('comparison')}>
      <ul className="grid gap-2">
        {compared.measures.map((value) => (
          <li key={value.measure} className="wrap-anywhere">
            {value.stands ? (
              <span className="mr-2">
                <StateBadge tone="held" text={t(`unusual.${value.measure}`)} />
              </span>
            ) : null}
            <Sentence kind={kind} compared={compared} value={value} />
          </li>
        ))}
      </ul>
      {compared.measures.some(({ median }) => median !== null) ? (
        <p className="dt-hint mt-2">{t('comparison.hint')}</p>
      ) : null}
    </RecordPart>
  )
}

function Sentence({
  kind,
  compared,
  value,
}: {
  kind: SellerKind
  compared: Compared
  value: Value
}) {
  const { locale } = usePage()
  const t = useTexts('consoleSellers')
  const { measure, part, whole, percent, median, least, isComparable } = value
  const words = {
    percent,
    median: median ?? 0,
    months: monthsOf(compared, locale),
    part,
    count: whole,
    least,
  }
  if (measure === 'iban' && kind === 'sales-partner')
    return part === 0 ? t('comparison.accountAlone') : t('comparison.account', { count: part })
  if (!isComparable) return t(`comparison.${measure}Few`, words)
  return t(median === null ? `comparison.${measure}Alone` : `comparison.${measure}`, words)
}

/** June to November 2026, or over a year’s end with both years. */
function monthsOf({ from, to }: Compared, locale: Locale): string {
  const isOneYear = from.slice(0, 4) === to.slice(0, 4)
  const first = formatMonth(from.slice(0, 7), locale)
  const last = formatMonth(to.slice(0, 7), locale)
  const between = locale === 'de' ? 'bis' : 'to'
  return `${isOneYear ? first.replace(/ \d{4}$/, '') : first} ${between} ${last}`
}
