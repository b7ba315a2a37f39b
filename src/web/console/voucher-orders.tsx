import { useParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { useAbility } from './use-place.ts'

type Found = AnswerOf<Endpoints['showVouchers']>
type Order = Found['orders'][number]

export const retryRules: Rules = { reason: [required, maxLength(500)] }

const tones = {
  reserved: 'waits',
  unknown: 'held',
  ordered: 'waits',
  delivered: 'ok',
  failed: 'bad',
} as const

/** What is ordered at the provider and not delivered. @param balance null: not known */
export function VoucherOrders({
  found,
  balance,
  answer,
}: {
  found: Found
  balance: number | null
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleVouchers')
  const { provider, orders } = found
  if (!provider && orders.length === 0) return null
  return (
    <section aria-labelledby="orders-title" className="mt-8">
      <h2 id="orders-title" className="record-h2">
        {t('orders')}
      </h2>
      {provider ? (
        <p className="mt-1">
          {t(provider.isSandbox ? 'providerSandbox' : 'provider', { name: provider.name })}{' '}
          {balance === null
            ? t('balanceUnknown')
            : t('balance', { amount: formatCents(balance, locale) })}
        </p>
      ) : (
        <p className="mt-1">{t('noProvider')}</p>
      )}
      {orders.length === 0 ? (
        <p className="mt-2 text-muted">{t('ordersNone')}</p>
      ) : (
        <ul className="record-rows mt-2">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderRow order={order} found={found} answer={answer} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function OrderRow({
  order,
  found,
  answer,
}: {
  order: Order
  found: Found
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleVouchers')
  const { id, option, cents, state, reason, madeAt, canRetry, version } = order
  const title = found.vouchers.find((one) => one.id === option)?.title ?? option
  return (
    <div className="grid min-w-0 gap-2">
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <TextLink page="ConsoleRewards" values={{ mandant, praemie: id }} inText>
          {t('orderOf', { title, amount: formatCents(cents, locale) })}
        </TextLink>
        <StateBadge tone={tones[state]} text={t(`order.${state}`)} />
        <span className="text-muted">{t('since', { time: formatDateTime(madeAt, locale) })}</span>
      </span>
      {reason ? <p>{t(`refusal.${reason}`)}</p> : null}
      {canRetry ? <Retry id={id} version={version} answer={answer} /> : null}
    </div>
  )
}

function Retry({
  id,
  version,
  answer,
}: Pick<Order, 'id' | 'version'> & { answer: FormAnswer | undefined }) {
  const t = useTexts('consoleVouchers')
  const ability = useAbility()
  if (!ability.can('create', 'vouchers'))
    return <ForbiddenActs titles={[t('retry')]} why={t('noRight')} />
  return (
    <Act
      id={`retry-${id}`}
      title={t('retry')}
      rules={retryRules}
      labels={{ reason: t('reason') }}
      answer={answer}
    >
      <p>{t('retryText')}</p>
      <input type="hidden" name="version" value={version} />
      <TextField name="reason" autoComplete="off" hint={t('retryHint')} />
    </Act>
  )
}
