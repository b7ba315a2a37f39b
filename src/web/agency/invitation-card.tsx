import { Printer } from 'lucide-react'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { QrCode, type QrMatrix } from '../ui/qr-code.tsx'

export type InvitationCard = {
  name: string
  employeeNumber: string
  link: string
  agencyName: string
  phone: string
  hasLogo: boolean
  qr: QrMatrix
}

/** A6 cards per sheet of A4. */
const cardsOnSheet = 4

/** The card of one agency user, to print or to show across the desk. */
export function InvitationCardPage({ card }: { card: InvitationCard }) {
  const t = useTexts('agencyInvite')
  return (
    <div className="paper-page container-page max-w-5xl py-6 md:py-12 print:max-w-none print:p-0">
      <div className="print:hidden">
        <h1 className="page-title">{t('card.title', { name: card.name })}</h1>
        <p className="mt-2 max-w-[44em] text-lg">{t('card.text')}</p>
      </div>
      <div className="mt-6 grid items-start gap-8 md:grid-cols-[105mm_1fr] md:gap-12 print:mt-0 print:block">
        <div className="paper-sheet">
          {Array.from({ length: cardsOnSheet }, (_, index) => (
            <Card key={index} card={card} copy={index > 0} />
          ))}
        </div>
        <div className="flex flex-col gap-5 print:hidden">
          <p className="flex flex-col gap-3 md:flex-row md:flex-wrap">
            <Button onClick={() => window.print()} className="w-full md:w-auto">
              <Printer aria-hidden="true" className="size-5" />
              {t('card.print')}
            </Button>
            <CopyButton text={card.link} label={t('card.copy')} doneLabel={t('card.copied')} />
          </p>
          <p className="text-base text-muted">{t('card.note')}</p>
          <p>
            <PageLink page="AgencyInvitations" className={buttonClass('secondary')}>
              {t('card.back')}
            </PageLink>
          </p>
        </div>
      </div>
    </div>
  )
}

function Card({ card, copy }: { card: InvitationCard; copy: boolean }) {
  const { tenant } = usePage()
  const t = useTexts('agencyInvite')
  const address = card.link.replace(/^https?:\/\//, '')
  return (
    <article
      aria-hidden={copy || undefined}
      aria-label={copy ? undefined : t('card.label')}
      className={`paper-card flex-col bg-surface p-5 text-center ${copy ? 'hidden print:flex' : 'flex'}`}
    >
      <img
        src={card.hasLogo ? `/api/v1/${tenant.code}/agentur-konto/logo` : tenant.theme.logo}
        alt={card.hasLogo ? card.agencyName : tenant.name}
        className="mx-auto h-12 w-auto max-w-full object-contain"
      />
      <p className="mt-3 font-heading text-xl leading-tight font-bold wrap-anywhere">
        {t('card.headline', { tenant: tenant.name })}
      </p>
      <div className="mx-auto mt-3 mb-2 w-48">
        <QrCode matrix={card.qr} label={t('card.qr', { link: address })} />
      </div>
      <p className="text-sm leading-snug">
        {t('card.scan')}
        <strong className="block wrap-anywhere">{address}</strong>
      </p>
      <p className="mt-auto pt-3 leading-snug">
        <strong className="block wrap-anywhere">{card.name}</strong>
        <span className="text-base">
          {card.agencyName}
          {card.phone ? <span className="block">{card.phone}</span> : null}
        </span>
      </p>
    </article>
  )
}
