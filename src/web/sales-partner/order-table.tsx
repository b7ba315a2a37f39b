import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Money } from '../ui/money.tsx'
import { ListTable } from './list-table.tsx'
import { StateBadge } from './state-badge.tsx'

type Row = {
  number: string
  externalNumber: string
  product: string
  contractOn: string
  state: 'confirmed' | 'released' | 'cancelled'
  releasableOn: string
  commissionCents: number
}

const tones = { confirmed: 'open', released: 'good', cancelled: 'over' } as const

export function OrderTable({ rows, label }: { rows: Row[]; label: string }) {
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  return (
    <ListTable
      label={label}
      rows={rows}
      columns={[
        { title: t('column.order'), cell: (row) => row.externalNumber },
        { title: t('column.product'), cell: (row) => row.product },
        {
          title: t('column.contractOn'),
          keep: true,
          cell: (row) => formatDate(row.contractOn, locale),
        },
        {
          title: t('column.state'),
          keep: true,
          cell: (row) => <StateBadge tone={tones[row.state]} text={t(`orderState.${row.state}`)} />,
        },
        {
          title: t('column.commission'),
          isAmount: true,
          cell: (row) => (
            <Money
              cents={row.commissionCents}
              className={row.state === 'cancelled' ? 'line-through' : ''}
            />
          ),
        },
      ]}
    />
  )
}
