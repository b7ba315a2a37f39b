import { CalendarClock, CalendarX, CircleCheck, CircleX, Clock, MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatCents } from '../../domain/money.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { RefusalNote } from '../referral/refusal-note.tsx'
import { WaysOn } from './ways-on.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { RewardOwner } from './reward-owner.tsx'
import type { OwnReward } from './shown-reward.ts'
import { VoucherCodes, type CodesAnswer } from './voucher-codes.tsx'

const icon = 'size-10'

export type NoTokenKind = 'token' | 'over' | 'valid-token'

/** Without the mailed link, after its session's end, or with an expired one. */
export function NoToken({ kind }: { kind: NoTokenKind }) {
  const { tenant } = usePage()
  const t = useTexts('reward')
  const { email, phone } = tenant.contact
  return (
    <MessagePage
      mark={<MailOpen className={icon} />}
      title={t(`token.${kind}Title`)}
      text={t(`token.${kind}Text`, { email, phone: phone.replaceAll(' ', '\u00a0') })}
    >
      {/* Contacts have no area; what opens the page is in their mail. */}
      <PageLink
        page="Dashboard"
        className={buttonClass(kind === 'token' ? 'primary' : 'secondary')}
      >
        {t('token.dashboard')}
      </PageLink>
      <PageLink page="Homepage" className={buttonClass('secondary')}>
        {t('home')}
      </PageLink>
    </MessagePage>
  )
}

export function RewardState({ reward, answer }: { reward: OwnReward; answer?: CodesAnswer }) {
  const { locale, tenant } = usePage()
  const t = useTexts('reward')
  const common = useTexts('common')
  const { amount, status, expectedOn, bankData, chosen, expiresOn } = reward
  const { email } = tenant.contact
  const date = (iso: string) => formatDate(iso, locale)
  // Non-breaking: reads as one word.
  const iban = bankData?.maskedIban.replaceAll(' ', '\u00a0')
  const voucher = chosen?.kind === 'voucher'
  if (reward.claimedBack) {
    return (
      <State reward={reward} mark={<CircleX className={icon} />} title={t('state.claimedTitle')}>
        {t('state.claimedText', { amount, email })}
      </State>
    )
  }
  if (reward.held) {
    return (
      <State reward={reward} mark={<Clock className={icon} />} title={t('state.heldTitle')}>
        {t('state.heldText')}
      </State>
    )
  }
  if (reward.setOffCents && reward.cents === 0) {
    return (
      <State reward={reward} mark={<CircleCheck className={icon} />} title={t('state.setOffTitle')}>
        {t('state.setOffText', { amount: formatCents(reward.setOffCents, locale), email })}
      </State>
    )
  }
  switch (status) {
    case 'Abgeholt':
      return (
        <State
          reward={reward}
          mark={<CalendarClock className={icon} />}
          title={t('state.collectedTitle', { amount })}
        >
          {expectedOn && iban && !voucher
            ? t('state.collectedText', { date: date(expectedOn), iban })
            : t('state.collectedPlain')}
        </State>
      )
    case 'Ausgezahlt':
      return (
        <State
          reward={reward}
          mark={<CircleCheck className={icon} />}
          title={t('state.paidTitle', { amount })}
          more={reward.hasCodes ? <VoucherCodes answer={answer} /> : null}
        >
          {voucher
            ? t('state.paidVoucher', { option: chosen.title })
            : t(`state.paidText${reward.beneficiary === 'Empfaenger' ? 'Recipient' : ''}`, {
                iban: iban ?? '',
              })}
        </State>
      )
    case 'Abgelaufen':
      return (
        <State
          reward={reward}
          mark={<CalendarX className={icon} />}
          title={t('state.expiredTitle')}
        >
          {expiresOn
            ? t('state.expiredText', { date: date(expiresOn), email })
            : t('state.expiredPlain', { email })}
        </State>
      )
    case 'Storniert':
      if (reward.refusal !== undefined)
        return (
          <State
            reward={reward}
            mark={<CircleX className={icon} />}
            title={common('refusal.title')}
          >
            <RefusalNote
              refusal={reward.refusal}
              objectUntil={reward.objectUntil}
              appealedOn={reward.appealedOn}
              referralNumber={reward.referralNumber}
            />
          </State>
        )
      return (
        <State
          reward={reward}
          mark={<CircleX className={icon} />}
          title={t('state.cancelledTitle')}
        >
          {t('state.cancelledText', { email })}
        </State>
      )
    default:
      return (
        <State reward={reward} mark={<Clock className={icon} />} title={t('state.openTitle')}>
          {t('state.openText')}
        </State>
      )
  }
}

function State({
  reward,
  mark,
  title,
  more,
  children,
}: {
  reward: OwnReward
  mark: ReactNode
  title: string
  more?: ReactNode
  children: ReactNode
}) {
  return (
    <MessagePage
      mark={mark}
      title={title}
      text={
        <>
          {typeof children === 'string' ? <p>{children}</p> : children}
          <RewardOwner owner={reward.owner} />
        </>
      }
    >
      {more}
      <WaysOn />
    </MessagePage>
  )
}
