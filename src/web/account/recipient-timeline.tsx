import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { recipientSteps, waitingReasons } from '../referral/recipient-steps.ts'
import { RefusalNote } from '../referral/refusal-note.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import { isFinished, type OwnReferral } from './summarise-referrals.ts'

type Recipient = OwnReferral['recipients'][number]
type Contract = NonNullable<Recipient['contracts']>[number]
type Step = (typeof recipientSteps)[number]

// Why a reward is reviewed before it is provided (domain/eligibility.ts).
const reviews = [
  'same-email',
  'same-bank-account',
  'same-household',
  'existing-customer',
  'yearly-limit',
] as const

/** Progress of each contact and contract of a referral; only the sharing until one accepts. */
export function Timelines({ referral }: { referral: OwnReferral }) {
  const { recipients, product } = referral
  const ways = recipients.flatMap(waysOf)
  if (ways.length === 0) return <SharedTimeline referral={referral} />
  return (
    <div className={`grid gap-8 ${ways.length > 1 ? 'md:grid-cols-2' : ''}`}>
      {ways.map((way) => (
        <div key={way.key}>
          <WayTitle way={way} recommended={product} />
          <WayTimeline way={way} referralNumber={referral.number} />
        </div>
      ))}
    </div>
  )
}

type Way = Omit<Contract, 'product' | 'contractOn' | 'cents'> & {
  key: string // contacts can share initials
  initials: string
  contract: {
    product: string
    contractOn: string
    cents: number | null
    isOneOfMany: boolean
  } | null
}

/** One timeline per contract of a contact, or one up to the first contract. */
function waysOf({ contracts = [], ...recipient }: Recipient, index: number): Way[] {
  if (contracts.length === 0) return [{ ...recipient, key: `${index}`, contract: null }]
  return contracts.map(({ product, contractOn, cents = null, ...way }, nth) => ({
    ...way,
    key: `${index} ${nth}`,
    initials: recipient.initials,
    contract: { product, contractOn, cents, isOneOfMany: contracts.length > 1 },
  }))
}

function WayTitle({ way, recommended }: { way: Way; recommended: string }) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
  const { initials, contract } = way
  const named = contract && (contract.isOneOfMany || contract.product !== recommended)
  return (
    <h4 className="mb-3 font-bold">
      {t('dash.recipients', { initials })}
      {named ? (
        <span className="block text-base font-normal text-muted">
          {t('dash.contract', {
            product: contract.product,
            date: formatDate(contract.contractOn, locale),
          })}
          {contract.cents === null ? null : ` · ${formatCents(contract.cents, locale)}`}
        </span>
      ) : null}
    </h4>
  )
}

/** The steps; the current one says why it waits and until when, a cancelled or refused contract why. */
function WayTimeline({ way, referralNumber }: { way: Way; referralNumber: string }) {
  const { locale, tenant } = usePage()
  const t = useTexts('dashboard')
  const labels = useStateLabels()
  const common = useTexts('common')
  const { cancellation, waitsFor, refusal } = way
  const doneOn = new Map(way.steps.map((step) => [step.name, step.doneOn]))
  const stepOf = (name: Step): TimelineStep => {
    const done = doneOn.get(name) ?? null
    if (done) return { title: t(`step.${name}`), state: 'done', text: formatDate(done, locale) }
    const current = name === way.step
    let title = t(`ahead.${name}`)
    if (current && waitsFor === 'done') title = t('ahead.no-reward')
    else if (current && waitsFor === 'choose-reward') title = t('ahead.reward-ready')
    else if (current && waitsFor === 'payout') title = t('ahead.payout')
    return {
      title,
      state: current && waitsFor !== 'done' ? 'current' : 'ahead',
      text: current ? <Waiting way={way} /> : null,
    }
  }
  const behind = recipientSteps.filter((name) => doneOn.get(name))
  if (refusal) {
    const end: TimelineStep = {
      title: common('refusal.title'),
      state: 'failed',
      text: (
        <RefusalNote
          refusal={refusal}
          objectUntil={way.objectUntil}
          appealedOn={way.appealedOn}
          referralNumber={referralNumber}
        />
      ),
    }
    return <Timeline labels={labels} steps={[...behind.map(stepOf), end]} />
  }
  if (!cancellation) return <Timeline labels={labels} steps={recipientSteps.map(stepOf)} />
  const end: TimelineStep = {
    title: t('cancelled.title'),
    state: 'failed',
    text: (
      <>
        <p>{formatDate(cancellation.cancelledOn, locale)}</p>
        <p>{t(`cancelled.${cancellation.reward}`, { email: tenant.contact.email })}</p>
      </>
    ),
  }
  return <Timeline labels={labels} steps={[...behind.map(stepOf), end]} />
}

function Waiting({ way }: { way: Way }) {
  const { locale, tenant } = usePage()
  const t = useTexts('dashboard')
  const { waitsFor, nextOn } = way
  const reason = waitingReasons.find((one) => one === waitsFor)
  const review = reviews.find((one) => one === waitsFor)
  let why: string
  if (reason) why = t(`wait.${reason}`, { tenant: tenant.name })
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

function SharedTimeline({ referral }: { referral: OwnReferral }) {
  const { locale } = usePage()
  const t = useTexts('dashboard')
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
  const t = useTexts('dashboard')
  return {
    done: t('step.done'),
    current: t('step.current'),
    ahead: t('step.ahead'),
    failed: t('step.failed'),
  }
}
