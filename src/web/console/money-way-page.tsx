import { wire } from 'virtual:wire-office'
import { Printer } from 'lucide-react'
import { useLoaderData, useParams } from 'react-router'
import type { LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { ConsoleFrame } from './console-frame.tsx'
import {
  WayBooks,
  WayClawback,
  WayDocuments,
  WayPayments,
  WayPostings,
} from './money-way-steps.tsx'
import { WayStep } from './money-way-step.tsx'
import { OrderSource } from './order-source.tsx'
import { useRuleFacts } from './reward-rule.tsx'
import { useAbility } from './use-place.ts'
import { useVoucherFacts } from './money-way-voucher.ts'

addCalls(wire)

export async function loader({ context, params }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'showMoneyWay', {
    tenant: params['mandant'] ?? '',
    params: { id: params['praemie'] ?? '' },
  })
}

export function meta({ data, page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('consoleMoneyWay')
  const amount = data && formatCents(data.cents, page.locale)
  return { title: amount ? t('of', { amount }) : t('title'), robots: 'noindex' }
}

/** One reward from its order to the bank's statement and back, on one sheet. */
export function Component() {
  const way = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleMoneyWay')
  const money = (cents: number) => formatCents(cents, locale)
  return (
    <ConsoleFrame
      title={t('of', { amount: money(way.cents) })}
      actions={
        <button type="button" onClick={() => window.print()} className={controlClass()}>
          <Printer aria-hidden="true" className="size-4" /> {t('print')}
        </button>
      }
    >
      <article className="money-way max-w-5xl">
        <div className="grid gap-2">
          {way.rests.map((rest) => (
            <p key={rest.account} className="person-why">
              {t(rest.account === 'programme' ? 'end.committed' : `end.${rest.account}`, {
                amount: money(rest.cents),
                time: formatDateTime(rest.since, locale),
              })}
            </p>
          ))}
          {way.differences.length === 0 ? (
            <p className="text-muted">{t('agrees')}</p>
          ) : (
            <Notice tone="danger" title={t('differs')}>
              <ul>
                {way.differences.map(({ kind, cents }) => (
                  <li key={kind}>{t(`differs.${kind}`, { amount: money(cents) })}</li>
                ))}
              </ul>
            </Notice>
          )}
        </div>
        <Origin way={way} />
        <WayPostings way={way} />
        <WayPayments way={way} />
        <WayClawback way={way} />
        <WayDocuments way={way} />
        <WayBooks way={way} />
        <p className="mt-6 text-muted print:hidden">
          <TextLink page="ConsoleRewards" values={{ mandant, praemie: way.id }} inText>
            {t('toReward')}
          </TextLink>
        </p>
      </article>
    </ConsoleFrame>
  )
}

type Way = Awaited<ReturnType<typeof loader>>

/** What it came from, and how the amount came about. */
function Origin({ way }: { way: Way }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleMoneyWay')
  const ability = useAbility()
  const { order, referral } = way
  const time = (at: string | null) => at && formatDateTime(at, locale)
  const ruleFacts = useRuleFacts(way)
  const voucherFacts = useVoucherFacts(way)
  return (
    <>
      {referral ? (
        <WayStep
          title={t('referral')}
          facts={[
            [t('number'), referral.number],
            [t('made'), time(referral.at)],
          ]}
        />
      ) : null}
      <WayStep
        title={order ? t('order') : t('goodwill')}
        cents={order?.cents ?? null}
        facts={
          order
            ? [
                [
                  t('number'),
                  ability.can('read', 'orders') ? (
                    <TextLink
                      key="order"
                      page="ConsoleOrders"
                      values={{ mandant, auftrag: order.number }}
                      inText
                    >
                      {order.number}
                    </TextLink>
                  ) : (
                    order.number
                  ),
                ],
                [t('external'), order.externalNumber],
                [t('product'), order.product],
                [t('contract'), formatDate(order.contractOn, locale)],
                [t('agency'), order.agency],
                [
                  t('source'),
                  order.file ? (
                    t('file', { name: order.file.name ?? order.file.id })
                  ) : (
                    <OrderSource key="source" source={order.source} />
                  ),
                ],
                [t('confirmed'), time(order.confirmedAt)],
                [t('released'), time(order.releasedAt)],
                [t('cancelled'), time(order.cancelledAt)],
              ]
            : []
        }
      />
      <WayStep
        title={t('reward')}
        cents={way.cents}
        facts={[
          [t('number'), way.id],
          [t('whose'), `${way.name ?? t('erased')} (${t(`side.${way.side}`)})`],
          [t('made'), time(way.createdAt)],
          ...ruleFacts,
          [
            t('earned'),
            way.earnings
              .map(({ year, cents }) => `${year}: ${formatCents(cents, locale)}`)
              .join(', '),
          ],
          ...voucherFacts,
        ]}
      />
    </>
  )
}
