import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Translate } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { RewardState, waitWord, type RewardRow } from './reward-state.tsx'

/** What a reward is called. */
export const titleOf = (
  { cents, name }: Pick<RewardRow, 'cents' | 'name'>,
  t: Translate<'consoleRewards'>,
  locale: Locale,
) => t('row', { amount: formatCents(cents, locale), name: name ?? t('erased') })

const day = (one: string | null, locale: Locale) => (one === null ? null : formatDate(one, locale))

export const rewardColumns = (
  t: Translate<'consoleRewards'>,
  locale: Locale,
): TableColumn<RewardRow>[] => [
  {
    id: 'person',
    title: t('person'),
    kind: 'person',
    cell: ({ name }) => <span className="dt-cut">{name ?? t('erased')}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: (row) => <RewardState row={row} />,
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
    id: 'waits',
    title: t('waits'),
    card: 'fact',
    cell: ({ wait }) => {
      const word = waitWord(wait, t)
      return word && <span className="dt-cut">{word}</span>
    },
  },
  {
    id: 'until',
    title: t('until'),
    kind: 'date',
    card: 'date',
    // A repayment has no day.
    cell: ({ wait }) =>
      wait.reportedOn !== null
        ? t('until.none')
        : waitWord(wait, t) === null || wait.why === 'claimed-back'
          ? null
          : day(wait.until, locale),
  },
  {
    id: 'due',
    title: t('due'),
    kind: 'date',
    priority: 3,
    cell: ({ dueOn }) => day(dueOn, locale),
  },
  {
    id: 'expires',
    title: t('expires'),
    kind: 'date',
    priority: 3,
    cell: ({ expiresOn }) => day(expiresOn, locale),
  },
  { id: 'side', title: t('side'), priority: 2, cell: ({ side }) => t(`side.${side}`) },
  {
    id: 'order',
    title: t('order'),
    priority: 4,
    cell: ({ orderNumber }) => orderNumber ?? t('goodwill'),
  },
  {
    id: 'created',
    title: t('created'),
    kind: 'date',
    sort: 'angelegt',
    priority: 2,
    cell: ({ createdAt }) => day(localDayOf(createdAt), locale),
  },
]
