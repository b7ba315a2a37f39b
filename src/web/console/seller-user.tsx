import { usePage } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { RecordPanel, RecordPart } from '../ui/record-panel.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { AccessActs } from './seller-acts.tsx'
import type { SellerUser } from './seller-calls.ts'
import { SellerEvents } from './seller-events.tsx'

/** Somebody of an agency, beside its page. */
export function SellerUserRecord({
  user,
  close,
  answer,
}: {
  user: SellerUser
  close: PageTarget
  answer: FormAnswer | undefined
}) {
  const { locale } = usePage()
  const t = useTexts('consoleSellers')
  const day = (at: string | null) => (at === null ? null : formatDate(localDayOf(at), locale))
  return (
    <RecordPanel
      title={user.name}
      state={
        <StateBadge
          tone={user.isIn ? 'ok' : 'neutral'}
          text={t(user.isIn ? 'access.in' : 'access.out')}
        />
      }
      close={close}
      facts={[
        [t('email'), user.email],
        [t('role'), t(`role.${user.role}`)],
        [t('employeeNumber'), user.number],
        [t('language'), t(`language.${user.language}`)],
        [t('since'), day(user.since)],
        [t('confirmedAt'), day(user.confirmedAt) ?? t('confirmed.no')],
        [t('leftAt'), day(user.leftAt)],
        [t('way'), t(`way.${user.way}`)],
        [t('sessions'), String(user.openSessions)],
      ]}
    >
      <RecordPart title={t('access')}>
        <AccessActs isOwn={user.isOwnCase} answer={answer} />
      </RecordPart>
      <SellerEvents title={t('events.person')} events={user.events} id={user.id} />
    </RecordPanel>
  )
}
