import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { QrCode, type QrMatrix } from '../ui/qr-code.tsx'

export type Card = {
  firstName: string
  product: string
  inSentence: string | null
  shortUrl: string
  code: string
  validUntil: string
  recipientAmount: string | null // null: no share
  qr: QrMatrix
}

/** An A6 card to give away. `copy` is a duplicate for print only. */
export function PaperCard({ card, copy }: { card: Card; copy: boolean }) {
  const { tenant, locale } = usePage()
  const t = useTexts('referral')
  const address = card.shortUrl.replace(/^https?:\/\//, '')
  return (
    <article
      aria-hidden={copy || undefined}
      aria-label={copy ? undefined : t('paper.card')}
      className={`paper-card flex-col bg-surface p-5 text-center ${copy ? 'hidden print:flex' : 'flex'}`}
    >
      <img src={tenant.theme.logo} alt={tenant.name} className="mx-auto h-8 w-auto max-w-full" />
      <p className="mt-3 font-heading text-lg leading-tight font-bold wrap-anywhere">
        {t(card.inSentence ? 'paper.from' : 'paper.fromPlain', {
          name: card.firstName,
          product: card.inSentence ?? card.product,
        })}
      </p>
      {card.recipientAmount ? (
        <p className="mt-1 text-base">{t('paper.amount', { amount: card.recipientAmount })}</p>
      ) : null}
      <div className="mx-auto mt-3 mb-1 w-52">
        <QrCode matrix={card.qr} label={t('qr.label', { link: address })} />
      </div>
      <p className="text-sm leading-snug">
        {t('paper.scan')}
        <strong className="block wrap-anywhere">{address}</strong>
      </p>
      <p className="mt-2 text-sm">
        {t('paper.code')}
        <strong className="block text-[min(1.25rem,7.5vw)] tracking-wider whitespace-nowrap">
          {card.code}
        </strong>
      </p>
      <p className="mt-auto pt-2 text-xs leading-snug text-muted">
        {t('paper.until', { date: formatDate(card.validUntil, locale) })}{' '}
        {t('paper.honest', { name: card.firstName, tenant: tenant.legalName })}
      </p>
    </article>
  )
}
