import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

/** Why payments stop until a new IBAN is given; nothing if all is well. `onData`: the field is on this page. */
export function AccountNotice({
  problem,
  onData = false,
}: {
  problem: string | null
  onData?: boolean
}) {
  const t = useTexts('salesPartner')
  if (problem === null) return null
  return (
    <Notice tone="danger" title={t('account.title')}>
      <p>
        {problem} {t(onData ? 'account.textHere' : 'account.text')}
      </p>
      {onData ? null : (
        <PageLink page="SalesPartnerData" className={`${buttonClass('secondary')} mt-3`}>
          {t('account.button')}
        </PageLink>
      )}
    </Notice>
  )
}
