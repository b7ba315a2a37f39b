import { usePage } from '../runtime/page-context.tsx'
import { recipientSteps, waitingReasons } from './recipient-steps.ts'
import { RefusalNote } from './refusal-note.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { Timeline, type TimelineStep } from '../ui/timeline.tsx'
import type { Own } from './open-own.ts'

// Recipients are not told why a reward is reviewed: it may be about the referrer.
const reasons = [...waitingReasons, 'review', 'referrer'] as const

/** Progress of the recipient's contract and reward, what it waits for and until when. */
export function OwnTimeline({ own }: { own: Own }) {
  const t = useTexts('own')
  const common = useTexts('common')
  const { locale } = usePage()
  const doneOn = new Map(own.steps.map(({ name, doneOn }) => [name, doneOn]))
  const stepOf = (name: (typeof recipientSteps)[number]): TimelineStep => {
    const done = doneOn.get(name) ?? null
    if (done) return { title: t(`step.${name}`), state: 'done', text: formatDate(done, locale) }
    const current = name === own.step && own.waitsFor !== 'done'
    return {
      title: t(`ahead.${name}`),
      state: current ? 'current' : 'ahead',
      text: current ? <Waiting own={own} /> : null,
    }
  }
  const labels = {
    done: t('step.done'),
    current: t('step.current'),
    ahead: t('step.ahead'),
    failed: t('step.failed'),
  }
  if (own.refusal !== undefined) {
    const { refusal } = own
    const end: TimelineStep = {
      title: common('refusal.title'),
      state: 'failed',
      text: <RefusalNote {...own} refusal={refusal} />,
    }
    const behind = recipientSteps.filter((name) => doneOn.get(name))
    return <Timeline labels={labels} steps={[...behind.map(stepOf), end]} />
  }
  // Without a share of the reward, the confirmed contract is the end.
  const isOver =
    own.capped?.cents === 0 ||
    (own.waitsFor === 'done' && !own.reward && !doneOn.get('reward-received'))
  const shown = own.hasPart && !isOver ? recipientSteps : recipientSteps.slice(0, 3)
  return <Timeline labels={labels} steps={shown.map(stepOf)} />
}

function Waiting({ own }: { own: Own }) {
  const { locale, tenant } = usePage()
  const t = useTexts('own')
  const reason = reasons.find((one) => one === own.waitsFor)
  return (
    <>
      {reason ? (
        <p>
          {t(reason === 'confirm-data' && own.mailed ? 'wait.confirm-here' : `wait.${reason}`, {
            tenant: tenant.name,
            name: own.waitsForName ?? '',
          })}
        </p>
      ) : null}
      {own.reportedOn ? (
        <p>
          {t('wait.reported', {
            tenant: tenant.name,
            date: formatDate(own.reportedOn, locale),
          })}
        </p>
      ) : null}
      {own.nextOn ? (
        <p className="font-semibold text-text">
          {t(untilOf(own.waitsFor), {
            date: formatDate(own.nextOn, locale),
          })}
        </p>
      ) : null}
    </>
  )
}

function untilOf(waitsFor: string) {
  if (waitsFor === 'payout') return 'wait.due'
  return waitsFor === 'referrer' ? 'wait.latest' : 'wait.until'
}
