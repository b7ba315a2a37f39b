import type { ReactNode } from 'react'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { shortHash } from './payout-files.tsx'
import type { Payout } from './payout-state.tsx'
import { LogLink } from './log-link.tsx'

export function PayoutFacts({ payout }: { payout: Payout }) {
  const { locale } = usePage()
  const t = useTexts('consolePayouts')
  const time = (at: string) => formatDateTime(at, locale)
  const some = (count: number) => count > 0 && formatCount(count, locale)
  const facts: [string, ReactNode][] = [
    [t('number'), payout.id],
    [t('payments'), formatCount(payout.payments, locale)],
    [t('proposedBy'), payout.proposedBy ?? t('schedule')],
    [t('proposedAt'), time(payout.proposedAt)],
    [t('expires'), payout.state === 'offen' && time(payout.expiresAt)],
    [t('approvals'), `${payout.approvals}/${payout.approvalsNeeded}`],
    ...payout.approvedBy.map(({ name, at, aloneReason }): [string, ReactNode] => [
      t('approvedBy'),
      aloneReason
        ? t('approvedAlone', { name: name ?? t('someone'), at: time(at), reason: aloneReason })
        : t('approvedAt', { name: name ?? t('someone'), at: time(at) }),
    ]),
    [t('closedBy'), payout.closeReason && payout.closedBy],
    [t('closedAt'), payout.closeReason && payout.closedAt && time(payout.closedAt)],
    [t('account'), `${payout.account.name} ••${payout.account.ibanEnd}`],
    [t('fingerprint'), shortHash(payout.hash)],
    [t('takenOut'), some(payout.takenOut)],
    [t('leftOwn'), some(payout.leftOwn)],
    [t('leftFresh'), some(payout.leftFresh)],
    [t('sentBack'), some(payout.sentBack)],
  ]
  return (
    <section aria-label={t('facts')} className="person-facts">
      <dl className="record-facts">
        {facts
          .filter(([, value]) => value !== null && value !== false && value !== '')
          .map(([name, value], at) => (
            // oxlint-disable-next-line react/no-array-index-key -- two people may have approved
            <div key={`${name} ${at}`} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ))}
      </dl>
      <div className="mt-3">
        <CopyButton
          text={payout.hash}
          label={t('copy')}
          doneLabel={t('copied')}
          look={controlClass()}
        />
      </div>
      <LogLink id={payout.id} />
    </section>
  )
}
