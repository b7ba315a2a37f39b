import { useParams } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatCount } from '../ui/format-count.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { PayoutLeft } from './payout-left.tsx'
import { PayoutState, type Payout } from './payout-state.tsx'

/** What is the matter, who decides, and until when. */
export function PayoutLead({ payout }: { payout: Payout }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consolePayouts')
  const { state, approvalsNeeded: count, aloneReason } = payout
  return (
    <section aria-label={t('state')} className="person-why">
      <PayoutState row={payout} />
      {/* Said again, politely, when a file is there and when all are. */}
      <output className="person-sentence mt-2 block">{sentence(payout, t, locale)}</output>
      {state === 'freigegeben' ? (
        <progress
          className="mt-2 h-3 w-full max-w-lg accent-primary"
          aria-label={t('lead.howFar')}
          max={payout.payments}
          value={writtenOf(payout)}
        />
      ) : null}
      {state === 'offen' ? (
        <>
          <p className="mt-1">
            {aloneReason ? (
              <>
                <strong>{t('alone')}.</strong> {t('aloneText', { reason: aloneReason })}
              </>
            ) : (
              t('lead.decides', { count, given: payout.approvals })
            )}
          </p>
          <div className="dt-hint mt-1">
            <PayoutLeft
              own={payout.leftOwn}
              fresh={payout.leftFresh}
              sentBack={payout.sentBack}
              isFull={payout.isFull}
            />
          </div>
        </>
      ) : null}
      {payout.closeReason ? (
        <p className="mt-1 wrap-anywhere">
          {t('reason')}: {payout.closeReason}
        </p>
      ) : null}
      {state === 'freigegeben' ? (
        <p className="mt-2">
          <PageLink
            page="ConsolePayout"
            values={{ mandant, auszahlung: payout.id }}
            className={controlClass()}
          >
            {t('reload')}
          </PageLink>
        </p>
      ) : null}
    </section>
  )
}

const writtenOf = ({ files }: Payout) => files.reduce((sum, file) => sum + file.payments, 0)

function sentence(payout: Payout, t: Translate<'consolePayouts'>, locale: Locale): string {
  const { state, payments, proposedBy, files, filesPlanned: planned } = payout
  const count = { count: payments, shown: formatCount(payments, locale) }
  const amount = formatCents(payout.cents, locale)
  const until = formatDateTime(payout.expiresAt, locale)
  if (state === 'offen')
    return proposedBy === null
      ? t('lead.offenScheduled', { ...count, amount, until })
      : t('lead.offen', { ...count, amount, until, name: proposedBy })
  if (state === 'freigegeben') {
    const done = formatCount(writtenOf(payout), locale)
    const said = t('lead.freigegeben', { done, all: count.shown })
    if (planned === null) return said
    const file = { done: formatCount(files.length, locale), shown: formatCount(planned, locale) }
    return `${said} ${t('lead.files', { ...file, count: planned })}`
  }
  if (payout.outcome === 'zurueckgenommen') return t('lead.takenBack', { ...count, amount })
  if (state === 'erteilt') {
    const bank =
      payout.paid + payout.failed === 0
        ? t('lead.bankNothing')
        : t('lead.bank', {
            paid: formatCount(payout.paid, locale),
            transit: formatCount(payout.inTransit, locale),
            failed: formatCount(payout.failed, locale),
          }) +
          (payout.returned > 0
            ? ` ${t('lead.back', { count: payout.returned, shown: formatCount(payout.returned, locale) })}`
            : '')
    return t('lead.erteilt', { ...count, amount, bank })
  }
  return t(`lead.${state}`, { name: payout.closedBy ?? t('someone'), until })
}
