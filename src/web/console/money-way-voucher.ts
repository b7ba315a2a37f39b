import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { Fact } from '../ui/record-panel.tsx'

/** A voucher from its order at the provider to the day on which its code ends. */
export function useVoucherFacts({ voucher }: AnswerOf<Endpoints['showMoneyWay']>): Fact[] {
  const { locale } = usePage()
  const t = useTexts('consoleMoneyWay')
  if (!voucher) return []
  const { codes, order, remindedAt, remindOn, expiresOn } = voucher
  const time = (at: string | null) => at && formatDateTime(at, locale)
  const from = order ? t('fromProvider', { order: order.id }) : t('fromPool')
  const facts: Fact[] = [
    [
      t('voucher'),
      codes === 0
        ? t('noCode', { amount: formatCents(voucher.cents, locale) })
        : t('vouchers', {
            count: codes,
            number: formatCount(codes, locale),
            amount: formatCents(voucher.cents, locale),
            time: time(voucher.at) ?? '',
          }),
    ],
    [t('voucherFrom'), [voucher.brand, from].filter(Boolean).join(', ')],
  ]
  if (order)
    facts.push(
      [t('voucherReserved'), time(order.madeAt)],
      [
        t('voucherOrder'),
        [
          `${t(`voucherOrder.${order.state}`)}, ${time(order.since)}`,
          order.reason && t(`voucherRefusal.${order.reason}`),
          order.reference && t('voucherReference', { number: order.reference }),
        ]
          .filter(Boolean)
          .join(' · '),
      ],
    )
  if (codes > 0)
    facts.push(
      [t('shown'), time(voucher.shownAt) ?? t('notShown')],
      [
        t('reminded'),
        time(remindedAt) ?? (remindOn && t('remindOn', { day: formatDate(remindOn, locale) })),
      ],
      [
        t('expires'),
        expiresOn.length === 0
          ? t('noExpiry')
          : expiresOn.map((day) => formatDate(day, locale)).join(', '),
      ],
    )
  return facts
}
