import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'
import type { TableColumn } from '../ui/table/table-types.ts'
import { ibanOf, payeeName } from './payee.tsx'
import type { Payment } from './payout-state.tsx'

const bankTones: Record<NonNullable<Payment['state']>, Tone> = {
  'in-transit': 'waits',
  paid: 'ok',
  rejected: 'bad',
  returned: 'bad',
}

export function BankState({ state }: { state: NonNullable<Payment['state']> }) {
  const t = useTexts('consolePayouts')
  return <StateBadge tone={bankTones[state]} text={t(`bank.${state}`)} />
}

const flagsOf = (payment: Payment) =>
  [
    payment.isFresh && ('geaendert' as const),
    payment.isShared && ('geteilt' as const),
    payment.check === 'close' && ('aehnlich' as const),
    payment.check === 'none' && ('keintreffer' as const),
    payment.check === 'impossible' && ('ungeprueft' as const),
    payment.country !== 'DE' && ('ausland' as const),
    // Whoever was never paid has only new accounts.
    payment.isFirst ? ('first' as const) : payment.isNew && ('neu' as const),
  ].filter((flag) => flag !== false)

const flagTones = {
  geaendert: 'bad',
  geteilt: 'bad',
  aehnlich: 'waits',
  keintreffer: 'bad',
  ungeprueft: 'neutral',
  ausland: 'held',
  neu: 'waits',
  first: 'neutral',
} as const satisfies Record<string, Tone>

/** What a bank clerk would look at. */
export function PaymentFlags({ payment }: { payment: Payment }) {
  const t = useTexts('consolePayouts')
  return (
    <span className="flex flex-wrap gap-1">
      {flagsOf(payment).map((flag) => (
        <StateBadge key={flag} tone={flagTones[flag]} text={t(`flag.${flag}`)} />
      ))}
    </span>
  )
}

const isOut = ({ takenOutReason }: Payment) => takenOutReason !== null

export const paymentColumns = (
  t: Translate<'consolePayouts'>,
  locale: Locale,
): TableColumn<Payment>[] => [
  {
    id: 'payee',
    title: t('payee'),
    kind: 'person',
    cell: (row) => <span className="dt-cut">{payeeName(row, t)}</span>,
  },
  {
    id: 'amount',
    title: t('cents'),
    kind: 'money',
    sort: 'betrag',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'account',
    title: t('iban'),
    card: 'fact',
    cell: (row) => <span className="dt-number">{ibanOf(row, t)}</span>,
  },
  {
    id: 'flags',
    title: t('flags'),
    kind: 'state',
    card: 'state',
    has: (row) => flagsOf(row).length > 0,
    cell: (row) => <PaymentFlags payment={row} />,
  },
  {
    id: 'bank',
    title: t('bank'),
    kind: 'state',
    has: ({ state }) => state !== null,
    cell: ({ state }) => state && <BankState state={state} />,
  },
  {
    id: 'out',
    title: t('out'),
    priority: 2,
    has: isOut,
    cell: ({ takenOutBy, takenOutReason }) =>
      takenOutReason === null ? null : (
        <span className="dt-cut" title={takenOutReason}>
          {takenOutBy ? t('outBy', { name: takenOutBy, reason: takenOutReason }) : takenOutReason}
        </span>
      ),
  },
]
