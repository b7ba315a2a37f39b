import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { EventList } from '../ui/event-list.tsx'
import { formatDate, formatDateTime } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { maxLength, required, type Rules } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import {
  orderSentence,
  orderTones,
  rewardTone,
  rewardWord,
  type OrderListRow,
  type OrderRecord as Found,
} from './order-words.ts'
import { OrderMatch } from './order-match.tsx'
import { OrderSource } from './order-source.tsx'
import { Proof } from './proof.tsx'
import { LogLink } from './log-link.tsx'
import { useAbility } from './use-place.ts'

export const orderRules: Rules = { reason: [required, maxLength(500)] }

export function OrderState({ state }: Pick<OrderListRow, 'state'>) {
  const t = useTexts('consoleOrders')
  return <StateBadge tone={orderTones[state]} text={t(`state.${state}`)} />
}

/** An order beside the list: what it waits for, its people and rewards, and what can be decided. */
export function OrderRecord({
  found,
  likely,
  close,
  answer,
}: {
  found: Found
  likely: Parameters<typeof OrderMatch>[0]['likely']
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale, now } = usePage()
  const t = useTexts('consoleOrders')
  const { mandant = '' } = useParams()
  const day = (one: string | null) => one && formatDate(one, locale)
  const time = (one: string | null) => one && formatDateTime(one, locale)
  const who = (one: Found['contact']) =>
    one?.id ? (
      <TextLink page="ConsolePerson" values={{ mandant, person: one.id }} inText>
        {one.name}
      </TextLink>
    ) : (
      one?.name
    )
  const isNobodys = found.number === null
  return (
    <RecordPanel
      title={`${t('order')} ${found.externalNumber ?? found.number}`}
      state={
        <>
          <OrderState state={found.state} />
          <Here />
        </>
      }
      close={close}
      facts={[
        [t('now'), <strong key="now">{orderSentence(found, t, locale, now)}</strong>],
        [t('product'), found.product[locale]],
        [t('contractOn'), day(found.contractOn)],
        [t('referrer'), who(found.referrer)],
        [t('person'), who(found.contact)],
        [t('seller'), found.seller && <Seller key="seller" found={found} />],
        [t('referral'), found.referralNumber],
        [t('number'), found.number],
        [t('externalNumber'), found.externalNumber],
        [t('source'), <OrderSource key="source" source={found.source} />],
        [t(isNobodys ? 'seenAt' : 'reportedAt'), found.commission ? null : time(found.reportedAt)],
        [t('confirmedAt'), time(found.confirmedAt)],
        [t('releasedAt'), time(found.releasedAt)],
        [t('cancelledAt'), time(found.cancelledAt)],
        [t('refusal'), found.refusal?.[locale]],
      ]}
    >
      <Conflict answer={answer} />
      {found.commission ? (
        <RecordPart title={t('commission')}>
          <p>
            <strong className="tabular-nums">{formatCents(found.commission.cents, locale)}</strong>{' '}
            {t(`commission.${found.commission.state}`, { note: found.commission.note ?? '' })}
          </p>
        </RecordPart>
      ) : isNobodys ? (
        <RecordPart title={t('match.title')}>
          <OrderMatch key={found.version} found={found} likely={likely} answer={answer} />
        </RecordPart>
      ) : (
        <RecordPart title={t('rewards')}>
          <Rewards found={found} />
        </RecordPart>
      )}
      {isNobodys || isOver(found) || found.commission ? null : (
        <RecordPart title={t('decide')}>
          <Decision key={found.version} found={found} answer={answer} />
        </RecordPart>
      )}
      {isNobodys ? null : <History found={found} />}
    </RecordPanel>
  )
}

function Seller({ found: { seller, sellerId, sellerKind } }: { found: Found }) {
  const { mandant = '' } = useParams()
  if (!sellerId) return seller
  return sellerKind === 'agency' ? (
    <TextLink page="ConsoleAgency" values={{ mandant, agentur: sellerId }} inText>
      {seller}
    </TextLink>
  ) : (
    <TextLink page="ConsolePartner" values={{ mandant, partner: sellerId }} inText>
      {seller}
    </TextLink>
  )
}

const isOver = ({ state }: Found) =>
  state === 'storniert' || state === 'nach-zahlung' || state === 'abgelehnt'

function Rewards({ found }: { found: Found }) {
  const { locale } = usePage()
  const t = useTexts('consoleOrders')
  const { rewards, expected } = found
  if (rewards.length === 0)
    return (
      <p className="text-muted">
        {expected === null
          ? t('rewards.nothing')
          : `${t('rewards.none')} ${t('rewards.expected', {
              referrer: formatCents(expected.referrer, locale),
              contact: formatCents(expected.contact, locale),
            })}${
              expected.most > expected.referrer + expected.contact
                ? ` ${t('rewards.most', { amount: formatCents(expected.most, locale) })}`
                : ''
            }`}
      </p>
    )
  return (
    <ul className="grid gap-2">
      {rewards.map((reward) => (
        <li key={reward.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold tabular-nums">{formatCents(reward.cents, locale)}</span>
          <span>{t(`side.${reward.beneficiary}`)}</span>
          <StateBadge tone={rewardTone(reward)} text={rewardWord(reward, t, locale)} />
        </li>
      ))}
    </ul>
  )
}

function Decision({ found, answer }: { found: Found; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleOrders')
  const ability = useAbility()
  const mayRelease = found.state === 'pruefzeit'
  const titles = [...(found.state === 'freigegeben' ? [] : [t('release')]), t('cancel')]
  if (!ability.can('update', 'orders')) return <ForbiddenActs titles={titles} why={t('noRight')} />
  if (found.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  const form = { rules: orderRules, labels: { reason: t('why') }, answer }
  const seen = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
    </>
  )
  const why = <TextField name="reason" autoComplete="off" hint={t('whyHint')} />
  const { cancelled, clawedBack } = found
  const effects = [
    ...(cancelled > 0 ? [t('cancel.open', { amount: formatCents(cancelled, locale) })] : []),
    ...(clawedBack > 0 ? [t('cancel.paid', { amount: formatCents(clawedBack, locale) })] : []),
  ]
  return (
    <div className="grid gap-3">
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {mayRelease ? (
        <Act id="release" title={t('release')} kind="primary" {...form}>
          {seen}
          <p>{t('release.text')}</p>
          {why}
        </Act>
      ) : found.state === 'gemeldet' ? (
        <ForbiddenActs titles={[t('release')]} why={t('onlyReported')} />
      ) : null}
      <Act id="cancel" title={t('cancel')} kind="danger" {...form}>
        {seen}
        <input type="hidden" name="cancelled" value={cancelled} />
        <input type="hidden" name="clawedBack" value={clawedBack} />
        <p>
          {effects.length > 0 ? [...effects, t('cancel.final')].join(' ') : t('cancel.nothing')}
        </p>
        {why}
      </Act>
    </div>
  )
}

function History({ found }: { found: Found }) {
  const t = useTexts('consoleOrders')
  return (
    <RecordPart title={t('history')}>
      <EventList
        label={t('history')}
        events={found.events.map(({ at, title, by: who, reason }) => ({
          at,
          title,
          who,
          reason,
        }))}
      />
      <LogLink id={found.id} />
    </RecordPart>
  )
}
