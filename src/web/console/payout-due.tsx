import { useParams, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { CheckboxField } from '../ui/form/checkbox-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { Act, ForbiddenActs } from './act.tsx'
import { PayoutLeft } from './payout-left.tsx'
import { Proof } from './proof.tsx'
import { useAbility } from './use-place.ts'

type Found = AnswerOf<Endpoints['showDue']>

/** What could be proposed now, what lies aside, and the act; above the list of payouts. */
export function PayoutDue({ due, answer }: { due: Found; answer: FormAnswer | undefined }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const amount = (cents: number) => formatCents(cents, locale)
  const { payments, cents, ongoing, aside, schedule } = due
  const rules = t('due.rules', {
    most: amount(due.proposeCents),
    alone: amount(due.aloneCents),
    schedule: schedule
      ? t('due.schedule', {
          weekday: t(`weekday.${schedule.weekday as 1 | 2 | 3 | 4 | 5 | 6 | 7}`),
          hour: schedule.hour,
          least: amount(schedule.leastCents),
        })
      : t('due.noSchedule'),
  })
  return (
    <section aria-label={t('due')} className="mb-3 grid gap-3">
      <Done answer={answer} />
      <div className="person-why">
        <p className="person-sentence">
          {payments > 0
            ? t('due.sum', {
                count: payments,
                shown: formatCount(payments, locale),
                amount: amount(cents),
              })
            : t('due.none')}{' '}
          {ongoing ? (
            <>
              {t(payments > 0 ? 'due.ongoing' : 'due.running')}{' '}
              <TextLink page="ConsolePayout" values={{ mandant, auszahlung: ongoing }} inText>
                {t('due.ongoingLink')}
              </TextLink>
              .
            </>
          ) : null}
        </p>
        {aside.length > 0 ? (
          <p className="dt-hint mt-1">
            {t('due.aside')}{' '}
            {aside.map(({ why, ...sum }, at) => {
              const said = t(`due.${why}`, {
                shown: formatCount(sum.payments, locale),
                amount: amount(sum.cents),
              })
              return (
                <span key={why}>
                  {at > 0 ? ', ' : null}
                  {why === 'held' ? (
                    <TextLink page="ConsoleRewards" values={{ mandant, stand: 'gehalten' }} inText>
                      {said}
                    </TextLink>
                  ) : (
                    said
                  )}
                </span>
              )
            })}
            .
          </p>
        ) : null}
        <p className="dt-hint mt-1">{rules}</p>
        {due.ownCents !== null && ability.can('create', 'payouts') ? (
          <p className="mt-1">
            {t('due.own', { own: amount(due.ownCents) })}{' '}
            {t(schedule ? 'due.ownSchedule' : 'due.ownNobody')}
          </p>
        ) : null}
        {due.aloneReason ? (
          <p className="mt-1 wrap-anywhere">
            <strong>{t('alone')}.</strong> {t('aloneText', { reason: due.aloneReason })}
          </p>
        ) : null}
      </div>
      <Propose due={due} answer={answer} />
    </section>
  )
}

function Propose({ due, answer }: { due: Found; answer: FormAnswer | undefined }) {
  const t = useTexts('consolePayouts')
  const ability = useAbility()
  const titles = [t('propose')]
  if (!ability.can('create', 'payouts'))
    return <ForbiddenActs titles={titles} why={t('noPropose')} />
  if (due.ongoing) return <ForbiddenActs titles={titles} why={t('ongoingWhy')} />
  return (
    <div className="grid gap-3">
      <Proof answer={answer} form="propose" />
      <Act
        id="propose"
        title={t('propose')}
        kind="primary"
        rules={{}}
        labels={{ withFresh: t('withFresh') }}
        answer={answer}
      >
        <p>{t('proposeText')}</p>
        <CheckboxField name="withFresh">{t('withFresh')}</CheckboxField>
      </Act>
    </div>
  )
}

const said = ['proposed', 'nothing', 'ongoing'] as const

function Done({ answer }: { answer: FormAnswer | undefined }) {
  const [search] = useSearchParams()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const done = said.find((one) => one === search.get('done'))
  if (!done || answer) return null
  const count = (name: string) => Number(search.get(name)) || 0
  const id = search.get('auszahlung')
  return (
    <Notice tone={done === 'proposed' ? 'success' : 'info'} live title={t(`done.${done}`)}>
      <PayoutLeft
        own={count('eigene')}
        fresh={count('neu')}
        above={count('ueber')}
        sentBack={count('zurueck')}
      />
      {id ? (
        <p>
          <TextLink page="ConsolePayout" values={{ mandant, auszahlung: id }} inText>
            {t('due.ongoingLink')}
          </TextLink>
        </p>
      ) : null}
    </Notice>
  )
}
