import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Notice } from '../ui/notice.tsx'

/** Why the link brings no contracts; nothing if it does. */
export function StateNotice() {
  const { salesPartner, tenant } = usePage()
  const t = useTexts('salesPartner')
  if (salesPartner?.state === 'registered')
    return (
      <Notice title={t('welcome.waitingTitle')}>
        <p>{t('welcome.waiting')}</p>
      </Notice>
    )
  if (salesPartner?.state !== 'inactive') return null
  return (
    <Notice tone="danger" title={t('welcome.inactiveTitle')}>
      <p>{t('welcome.inactive', { email: tenant.contact.email })}</p>
    </Notice>
  )
}
