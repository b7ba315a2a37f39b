import { orderKinds, shownStates } from '../../contract/console-words.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { sayDay } from '../ui/table/table-address.ts'
import type { TableColumn, TableFilter } from '../ui/table/table-types.ts'
import { OrderState } from './order-record.tsx'
import type { OrderListRow as Row } from './order-words.ts'

type Say = Translate<'consoleOrders'>
type Known = AnswerOf<Endpoints['listOrderProducts']>

/** The provider's number, which people know, else ours. */
export const nameOf = ({ externalNumber, number, id }: Row) => externalNumber ?? number ?? id

export const orderColumns = (t: Say, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'order',
    title: t('order'),
    cell: (row) => <span className="dt-cut">{nameOf(row)}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: ({ state }) => <OrderState state={state} />,
  },
  {
    id: 'contractOn',
    title: t('contractOn'),
    kind: 'date',
    sort: 'vertrag',
    card: 'date',
    cell: ({ contractOn }) => formatDate(contractOn, locale),
  },
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    card: 'fact',
    cell: ({ name }) => <span className="dt-cut">{name}</span>,
  },
  {
    id: 'product',
    title: t('product'),
    priority: 2,
    cell: ({ product }) => <span className="dt-cut">{product[locale]}</span>,
  },
  {
    id: 'seller',
    title: t('seller'),
    priority: 3,
    has: ({ seller }) => seller !== null,
    cell: ({ seller }) => <span className="dt-cut">{seller}</span>,
  },
  {
    id: 'releasableOn',
    title: t('releasableOn'),
    kind: 'date',
    priority: 3,
    cell: ({ releasableOn, state }) =>
      releasableOn && state === 'pruefzeit' ? formatDate(releasableOn, locale) : null,
  },
  {
    id: 'rewards',
    title: t('rewards'),
    kind: 'money',
    priority: 2,
    card: 'amount',
    cell: ({ cents }) =>
      cents === null ? null : <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
]

/** What the list can be narrowed by; kinds and sellers only where somebody sells for the tenant. */
export const orderFilters = (
  t: Say,
  locale: 'de' | 'en',
  { products, sellers }: Known,
): TableFilter[] => [
  {
    name: 'stand',
    title: t('state'),
    kind: 'choice',
    choices: shownStates.map((value) => ({ value, title: t(`state.${value}`) })),
  },
  ...(sellers.length === 0
    ? []
    : [
        ...(sellers.some(({ kind }) => kind === 'sales-partner')
          ? [
              {
                name: 'art',
                title: t('kind'),
                kind: 'choice' as const,
                choices: orderKinds.map((value) => ({ value, title: t(`kind.${value}`) })),
              },
            ]
          : []),
        {
          name: 'vermittler',
          title: t('seller'),
          kind: 'choice' as const,
          choices: sellers.map(({ id, name }) => ({ value: id, title: name })),
        },
      ]),
  {
    name: 'produkt',
    title: t('product'),
    kind: 'choice',
    choices: products.map(({ id, title }) => ({ value: id, title: title[locale] })),
  },
  {
    name: 'von',
    title: t('from'),
    kind: 'day',
    chip: (day) => t('fromChip', { day: sayDay(day) }),
  },
  {
    name: 'bis',
    title: t('to'),
    kind: 'day',
    chip: (day) => t('toChip', { day: sayDay(day) }),
  },
]
