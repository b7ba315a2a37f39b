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
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { Conflict } from './conflict.tsx'
import { Here } from './here.tsx'
import { whySentence } from './person-why.ts'
import { Proof } from './proof.tsx'
import { ReviewFound } from './review-found.tsx'
import { titleOf } from './reward-columns.tsx'
import { RewardMoney } from './reward-money.tsx'
import { RewardRule } from './reward-rule.tsx'
import { RewardState, type RewardFound } from './reward-state.tsx'
import { VoucherActs, voucherRules } from './reward-voucher.tsx'
import { useAbility } from './use-place.ts'

const reason = [required, maxLength(500)]
export const rulesOf = {
  hold: { reason },
  extend: { until: [required], reason },
  ...voucherRules,
} satisfies Record<string, Rules>

/** A reward beside the list: why it waits, what it came from, and where its money is. */
export function RewardRecord({
  found,
  close,
  answer,
}: {
  found: RewardFound
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleRewards')
  const why = useTexts('consoleWhy')
  const ability = useAbility()
  const { person, name, referralNumber } = found
  const hasReview = found.isHeld && ability.can('read', 'reviews')
  const time = (at: string | null) => at && formatDateTime(at, locale)
  const who = person ? (
    <TextLink page="ConsolePerson" values={{ mandant, person }} inText>
      {name}
    </TextLink>
  ) : (
    name
  )
  return (
    <RecordPanel
      title={titleOf(found, t, locale)}
      state={
        <>
          <RewardState row={found} />
          <Here />
        </>
      }
      close={close}
      facts={[
        [t('person'), who],
        [t('side'), t(`side.${found.side}`)],
        [t('order'), <OrderLink key="order" number={found.orderNumber} />],
        [t('external'), found.externalNumber],
        [t('referral'), referralNumber],
        [t('product'), found.product],
        [t('created'), time(found.createdAt)],
        [t('provided'), time(found.providedAt)],
        [t('expires'), found.expiresOn && formatDate(found.expiresOn, locale)],
        [t('extended'), found.extendedOn && formatDate(found.extendedOn, locale)],
        [t('collected'), time(found.collectedAt)],
        [t('taken'), found.takenAs && t(`taken.${found.takenAs}`)],
        [t('setOff'), found.setOffCents > 0 ? formatCents(found.setOffCents, locale) : null],
        [t('iban'), found.ibanEnd && `••${found.ibanEnd}`],
        [t('due'), found.dueOn && formatDate(found.dueOn, locale)],
        [t('paid'), time(found.paidAt)],
        [t('number'), found.id],
      ]}
    >
      <section aria-label={t('why')} className="person-why mt-4">
        <p>{whySentence(found.wait, why, locale)}</p>
        {found.hasClawback ? (
          <p className="mt-2">
            <TextLink page="ConsoleClawbacks" values={{ mandant, praemie: found.id }} inText>
              {t('toClawback')}
            </TextLink>
          </p>
        ) : null}
        <ReviewFound waits={[found.wait]} />
      </section>
      <Conflict answer={answer} />
      <Proof answer={answer} form={answer?.values['intent'] ?? ''} />
      {hasReview || canChange(found) || hasCodes(found) ? (
        <RecordPart title={t('acts')}>
          {canChange(found) ? <Acts found={found} answer={answer} /> : null}
          <VoucherActs found={found} answer={answer} />
          {hasReview ? (
            <p className="mt-3">
              <TextLink page="ConsoleReviews" values={{ mandant, fall: found.id }} inText>
                {t('toReview')}
              </TextLink>
            </p>
          ) : null}
        </RecordPart>
      ) : null}
      <RewardRule found={found} />
      <RewardMoney found={found} />
      <RecordPart title={t('history')}>
        <EventList
          label={t('history')}
          events={found.events.map(({ at, title, by, reason: why }) => ({
            at,
            title,
            who: by,
            reason: why,
          }))}
        />
      </RecordPart>
    </RecordPanel>
  )
}

/** Not of what is over, whoever looks. */
const canChange = ({ cannotHold, extendableUntil }: RewardFound) =>
  cannotHold !== 'over' || extendableUntil !== null

/** Codes that can be reported, or that somebody decides about. */
const hasCodes = ({ voucher, isClaimedBack }: RewardFound) =>
  !isClaimedBack && voucher !== null && voucher.codes.some(({ state }) => state !== 'faulty')

function OrderLink({ number }: { number: string | null }) {
  const { mandant = '' } = useParams()
  const t = useTexts('consoleRewards')
  const ability = useAbility()
  if (number === null) return t('goodwill')
  if (!ability.can('read', 'orders')) return number
  return (
    <TextLink page="ConsoleOrders" values={{ mandant, auftrag: number }} inText>
      {number}
    </TextLink>
  )
}

function Acts({ found, answer }: { found: RewardFound; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const t = useTexts('consoleRewards')
  const ability = useAbility()
  const { cannotHold, extendableUntil } = found
  const titles = [
    ...(cannotHold === 'over' ? [] : [t('hold')]),
    ...(extendableUntil === null ? [] : [t('extend')]),
  ]
  if (!ability.can('update', 'rewards')) {
    const isNobodys =
      extendableUntil === null && (cannotHold === 'held' || cannotHold === 'at-bank')
    return (
      <ForbiddenActs titles={titles} why={t(isNobodys ? `cannotHold.${cannotHold}` : 'noRight')} />
    )
  }
  if (found.isOwnCase) return <ForbiddenActs titles={titles} why={t('own')} />
  const labels = { reason: t('reason'), until: t('extendUntil') }
  const fields = (
    <>
      <input type="hidden" name="id" value={found.id} />
      <input type="hidden" name="version" value={found.version} />
      <TextField name="reason" autoComplete="off" hint={t('reasonHint')} />
    </>
  )
  return (
    <div key={found.version} className="grid gap-3">
      {cannotHold === null ? (
        <Act id="hold" title={t('hold')} rules={rulesOf.hold} labels={labels} answer={answer}>
          <p>{t('holdText')}</p>
          {fields}
        </Act>
      ) : cannotHold === 'over' ? null : (
        <ForbiddenActs titles={[t('hold')]} why={t(`cannotHold.${cannotHold}`)} />
      )}
      {extendableUntil === null ? null : (
        <Act id="extend" title={t('extend')} rules={rulesOf.extend} labels={labels} answer={answer}>
          <p>{t('extendText', { day: formatDate(extendableUntil, locale) })}</p>
          <TextField
            name="until"
            type="date"
            autoComplete="off"
            defaultValue={extendableUntil}
            max={extendableUntil}
          />
          {fields}
        </Act>
      )}
    </div>
  )
}
