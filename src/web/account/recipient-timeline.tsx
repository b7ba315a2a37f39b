import type { ReactNode } from 'react'
import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import type { OwnReferral } from './summarise-referrals.ts'

type Recipient = OwnReferral['recipients'][number]

const steps = [
  'contract-concluded',
  'data-confirmed',
  'order-confirmed',
  'reward-received',
] as const
const reasons = [
  'confirm-data',
  'conclude-contract',
  'order-confirmation',
  'complaint-period',
  'choose-reward',
  'payout',
] as const
// Why a reward is looked at before it is handed out (domain/eligibility.ts).
const reviews = [
  'same-email',
  'same-bank-account',
  'same-household',
  'existing-customer',
  'yearly-limit',
] as const

/** The four steps of one contact; the current one says why it waits, and until when. */
export function RecipientTimeline({
  recipient,
  reward,
}: {
  recipient: Recipient
  reward: OwnReferral['reward']
}) {
  const { locale } = usePage()
  const t = useTexts('account')
  const labels = useStateLabels()
  const over = recipient.waitsFor === 'done'
  return (
    <Timeline
      labels={labels}
      steps={recipient.steps.map(({ name, doneOn }): TimelineStep => {
        const known = steps.find((step) => step === name)
        const current = doneOn === null && name === recipient.step
        const said: ReactNode = doneOn ? formatDate(doneOn, locale) : null
        return {
          title: known ? t(`step.${known}`) : name,
          state: doneOn ? 'done' : current && !over ? 'current' : 'ahead',
          text: current ? <Waiting recipient={recipient} reward={reward} /> : said,
        }
      })}
    />
  )
}

function Waiting({ recipient, reward }: { recipient: Recipient; reward: OwnReferral['reward'] }) {
  const { locale, tenant } = usePage()
  const t = useTexts('account')
  const { waitsFor, nextOn } = recipient
  const reason = reasons.find((one) => one === waitsFor)
  const review = reviews.find((one) => one === waitsFor)
  // A reward that is not handed out yet cannot be chosen, whatever it waits for next.
  const preparing = waitsFor === 'choose-reward' && reward.status === 'Offen'
  let why: string = waitsFor
  if (preparing) why = t('wait.reward-preparing')
  else if (reason) why = t(`wait.${reason}`, { tenant: tenant.name })
  else if (review) why = t('wait.review', { reason: t(`review.${review}`) })
  else if (waitsFor === 'done') why = t('wait.doneNone')
  const date = nextOn ? formatDate(nextOn, locale) : null
  return (
    <>
      <p>{why}</p>
      {date ? (
        <p className="font-semibold text-text">
          {waitsFor === 'payout' ? t('wait.due', { date }) : t('wait.until', { date })}
        </p>
      ) : null}
    </>
  )
}

/** A referral that nobody has accepted yet. */
export function SharedTimeline({ referral }: { referral: OwnReferral }) {
  const { locale } = usePage()
  const t = useTexts('account')
  const labels = useStateLabels()
  const date = formatDate(referral.validUntil, locale)
  return (
    <Timeline
      labels={labels}
      steps={[
        { title: t('dash.made'), state: 'done', text: formatDate(referral.createdOn, locale) },
        { title: t('dash.accepted'), state: 'current', text: t('dash.waitsForContact', { date }) },
        { title: t('dash.received'), state: 'ahead' },
      ]}
    />
  )
}

function useStateLabels() {
  const t = useTexts('account')
  return { done: t('step.done'), current: t('step.current'), ahead: t('step.ahead') }
}
