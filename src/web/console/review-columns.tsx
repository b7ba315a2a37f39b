import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { DueDay } from './due-day.tsx'
import { ReviewState } from './review-state.tsx'

type ReviewRow = AnswerOf<Endpoints['listReviews']>['rows'][number]

export const reviewColumns = (
  t: Translate<'consoleReviews'>,
  locale: 'de' | 'en',
): TableColumn<ReviewRow>[] => [
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    cell: ({ name }) => <span className="dt-cut">{name ?? t('erased')}</span>,
  },
  {
    id: 'reason',
    title: t('reason'),
    kind: 'state',
    card: 'state',
    cell: (row) => <ReviewState row={row} />,
  },
  {
    id: 'answerBy',
    title: t('answerBy'),
    kind: 'date',
    sort: 'frist',
    card: 'date',
    cell: ({ answerBy, due, outcome }) => (
      <DueDay day={answerBy} due={due} words={outcome === null ? t(`due.${due}`) : null} />
    ),
  },
  {
    id: 'amount',
    title: t('amount'),
    kind: 'money',
    sort: 'betrag',
    card: 'amount',
    cell: ({ cents }) => <span className="dt-number">{formatCents(cents, locale)}</span>,
  },
  {
    id: 'side',
    title: t('side'),
    priority: 3,
    cell: ({ beneficiary }) => t(`side.${beneficiary}`),
  },
  {
    id: 'order',
    title: t('order'),
    priority: 2,
    cell: ({ orderNumber }) => orderNumber,
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    sort: 'seit',
    priority: 3,
    cell: ({ openedAt }) => formatDateTime(openedAt, locale),
  },
  {
    id: 'assignee',
    title: t('assignee'),
    priority: 2,
    card: 'fact',
    cell: ({ assignee, isMine }) => (isMine ? t('mine') : assignee),
  },
]
