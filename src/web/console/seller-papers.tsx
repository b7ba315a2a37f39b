import { useParams } from 'react-router'
import { signedCents } from '../../domain/money.ts'
import type { SellerKind } from '../../domain/seller.ts'
import { formatMonth } from '../agency/format-month.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RecordPart } from '../ui/record-panel.tsx'
import { TextLink } from '../ui/text-link.tsx'
import type { Seller } from './seller-calls.ts'

/** An agency's newest invoices, or a partner's credit notes. */
export function SellerPapers({ kind, seller }: { kind: SellerKind; seller: Seller }) {
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleInvoices')
  const isAgency = kind === 'agency'
  return (
    <RecordPart title={t(isAgency ? 'own.invoices' : 'own.notes')}>
      {seller.papers.length === 0 ? (
        <p className="text-muted">{t(isAgency ? 'own.noInvoices' : 'own.noNotes')}</p>
      ) : (
        <>
          <ul className="record-rows">
            {seller.papers.map(({ id, number, month, state, cents }) => (
              <li key={id}>
                <span className="min-w-0">
                  <TextLink page="ConsoleInvoices" values={{ mandant, dokument: id }} inText>
                    {number}
                  </TextLink>
                  <span className="block text-muted">
                    {`${formatMonth(month, locale)} · ${t(`state.${state}`)}`}
                  </span>
                </span>
                <span className="dt-number ml-auto">{signedCents(cents, locale)}</span>
              </li>
            ))}
          </ul>
          <p className="mt-3">
            <TextLink page="ConsoleInvoices" values={{ mandant, suche: seller.number }}>
              {t('own.all', { count: seller.paperCount })}
            </TextLink>
          </p>
        </>
      )}
    </RecordPart>
  )
}
