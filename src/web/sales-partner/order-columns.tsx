import { partnerOrderWords } from '../../contract/state-words.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { Money } from '../ui/money.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import type { TableColumn } from '../ui/table/table-types.ts'

type Row = {
  number: string
  externalNumber: string
  product: string
  contractOn: string
  state: 'confirmed' | 'released' | 'cancelled'
  releasableOn: string
  commissionCents: number
}

export const orderTones = { confirmed: 'waits', released: 'ok', cancelled: 'bad' } as const
export const commissionTones = {
  promised: 'waits',
  released: 'ok',
  billed: 'ok',
  cancelled: 'bad',
  'taken-back': 'bad',
} as const

export const orderColumns = (
  t: Translate<'salesPartner'>,
  locale: Locale,
  isSortable = true,
): TableColumn<Row>[] => {
  const by = (sort: string) => (isSortable ? { sort } : {})
  return [
    {
      id: 'number',
      title: t('column.order'),
      ...by('Auftragsnummer'),
      cell: (row) => row.externalNumber,
    },
    { id: 'product', title: t('column.product'), card: 'fact', cell: (row) => row.product },
    {
      id: 'contractOn',
      title: t('column.contractOn'),
      kind: 'date',
      card: 'date',
      ...by('Vertragsdatum'),
      cell: (row) => formatDay(row.contractOn, locale),
    },
    {
      id: 'state',
      title: t('column.state'),
      kind: 'state',
      card: 'state',
      ...by('Status'),
      cell: ({ state }) => (
        <StateBadge tone={orderTones[state]} text={partnerOrderWords[state][locale]} />
      ),
    },
    {
      id: 'cents',
      title: t('column.commission'),
      kind: 'money',
      card: 'amount',
      cell: ({ commissionCents, state }) => (
        <Money cents={commissionCents} className={state === 'cancelled' ? 'line-through' : ''} />
      ),
    },
  ]
}
