import { usePage } from '../page-context.tsx'
import { useTexts } from '../texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { isFinished, type OwnReferral } from './summarise-referrals.ts'

type Recipient = OwnReferral['recipients'][number]
type Step = (typeof steps)[number]

// As people live through them: they confirm their data before they go on to the provider's shop.
const steps = [
  'data-confirmed',
  'contract-concluded',
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

/** How far each contact of a referral is; the sharing alone where nobody has accepted. */
export function Timelines({ referral }: { referral: OwnReferral }) {
  const t = useTexts('account')
  const { recipients, reward } = referral
  if (recipients.length === 0) return <SharedTimeline referral={referral} />
  return (
    <div className={`grid gap-8 ${recipients.length > 1 ? 'md:grid-cols-2' : ''}`}>
      {recipients.map((recipient, index) => (
        // Two contacts can have the same initials.
        <div key={`${recipient.initials} ${index}`}>
          <h4 className="mb-3 font-bold">
            {t('dash.recipients', { initials: recipient.initials })}
          </h4>
          <RecipientTimeline recipient={recipient} reward={reward} />
        </div>
      ))}
    </div>
  )
}

/** The steps of one contact; the current one says why it waits and until when, a cancelled contract what follows from it. */
function RecipientTimeline({
  recipient,
  reward,
}: {
  recipient: Recipient
  reward: OwnReferral['reward']
}) {
  const { locale } = usePage()
  const t = useTexts('account')
  const labels = useStateLabels()
  const { cancellation, waitsFor } = recipient
  const doneOn = new Map(recipient.steps.map((step) => [step.name, step.doneOn]))
  // A contract after the cancelled one goes its own way; what became of the first stands below it then.
  const ended = cancellation !== undefined && !doneOn.get('contract-concluded')
  const stepOf = (name: Step): TimelineStep => {
    const done = doneOn.get(name) ?? null
    if (done) return { title: t(`step.${name}`), state: 'done', text: formatDate(done, locale) }
    const current = name === recipient.step
    return {
      title: t(`ahead.${name}`),
      state: current && waitsFor !== 'done' ? 'current' : 'ahead',
      text: current ? <Waiting recipient={recipient} reward={reward} /> : null,
    }
  }
  if (!ended) {
    return (
      <>
        <Timeline labels={labels} steps={steps.map(stepOf)} />
        {cancellation ? (
          <p className="mt-4 text-base text-muted">
            {t('cancelled.earlier', { date: formatDate(cancellation.cancelledOn, locale) })}{' '}
            <Consequence cancellation={cancellation} />
          </p>
        ) : null}
      </>
    )
  }
  return (
    <Timeline
      labels={labels}
      steps={[
        stepOf('data-confirmed'),
        {
          title: t('step.contract-concluded'),
          state: 'done',
          text: formatDate(cancellation.contractOn, locale),
        },
        {
          title: t('cancelled.title'),
          state: 'failed',
          text: (
            <>
              <p>{formatDate(cancellation.cancelledOn, locale)}</p>
              <p>
                <Consequence cancellation={cancellation} />
              </p>
            </>
          ),
        },
      ]}
    />
  )
}

function Consequence({ cancellation }: { cancellation: NonNullable<Recipient['cancellation']> }) {
  const { tenant } = usePage()
  const t = useTexts('account')
  return t(`cancelled.${cancellation.reward}`, { email: tenant.contact.email })
}

function Waiting({ recipient, reward }: { recipient: Recipient; reward: OwnReferral['reward'] }) {
  const { locale, tenant } = usePage()
  const t = useTexts('account')
  const { waitsFor, nextOn } = recipient
  const reason = reasons.find((one) => one === waitsFor)
  const review = reviews.find((one) => one === waitsFor)
  // A reward that is not handed out yet cannot be chosen, whatever it waits for next.
  const preparing = waitsFor === 'choose-reward' && reward.status === 'Offen'
  let why: string
  if (preparing) why = t('wait.reward-preparing')
  else if (reason) why = t(`wait.${reason}`, { tenant: tenant.name })
  else if (review) why = t('wait.review', { reason: t(`review.${review}`) })
  else if (waitsFor === 'done') why = t('wait.doneNone')
  else why = t('wait.reviewPlain')
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
function SharedTimeline({ referral }: { referral: OwnReferral }) {
  const { locale } = usePage()
  const t = useTexts('account')
  const labels = useStateLabels()
  const date = formatDate(referral.validUntil, locale)
  const made: TimelineStep = {
    title: t('dash.made'),
    state: 'done',
    text: formatDate(referral.createdOn, locale),
  }
  if (isFinished(referral)) {
    const withdrawn = referral.status === 'Storniert'
    const end: TimelineStep = withdrawn
      ? { title: t('dash.withdrawn'), state: 'failed', text: t('dash.withdrawnText') }
      : { title: t('dash.lapsed'), state: 'failed', text: t('dash.lapsedText', { date }) }
    return <Timeline labels={labels} steps={[made, end]} />
  }
  return (
    <Timeline
      labels={labels}
      steps={[
        made,
        { title: t('dash.accepted'), state: 'current', text: t('dash.waitsForContact', { date }) },
        { title: t('ahead.reward-received'), state: 'ahead' },
      ]}
    />
  )
}

function useStateLabels() {
  const t = useTexts('account')
  return {
    done: t('step.done'),
    current: t('step.current'),
    ahead: t('step.ahead'),
    failed: t('step.failed'),
  }
}
