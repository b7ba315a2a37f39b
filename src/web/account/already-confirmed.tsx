import { CircleCheck } from 'lucide-react'
import { MessagePage } from '../layout/message-page.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'

/** For a link that has confirmed already: leads on, and tells a user who did not press it what to do. */
export function AlreadyConfirmed() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<CircleCheck className="size-10" />}
      title={t('confirmed.title')}
      text={
        <>
          <p>{t('confirmed.text')}</p>
          <p className="mt-3 text-base text-muted">{t('confirmed.alarm')}</p>
        </>
      }
    >
      <PageLink page="Dashboard" className={buttonClass()}>
        {t('toDashboard')}
      </PageLink>
      <PageLink page="ForgotPassword" className={buttonClass('secondary')}>
        {t('confirmed.forgot')}
      </PageLink>
    </MessagePage>
  )
}
