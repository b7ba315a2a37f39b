import { MailCheck } from 'lucide-react'
import type { PageName } from '../../contract/pages.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'

/** The same for every address. `again` is the page to request another link. */
export function AccessMailed({
  of,
  again,
  login = 'Login',
}: {
  of: 'forgot' | 'employee'
  again: PageName
  login?: PageName
}) {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<MailCheck className="size-10" />}
      title={t('forgot.sentTitle')}
      text={
        <>
          <p>{t(`${of}.sentText`)}</p>
          <p className="mt-3 text-base text-muted">{t(`${of}.sentHelp`)}</p>
        </>
      }
    >
      <PageLink page={login} className={buttonClass()}>
        {t(of === 'forgot' ? 'forgot.back' : 'login.title')}
      </PageLink>
      <PageLink page={again} className={buttonClass('secondary')}>
        {t('forgot.another')}
      </PageLink>
    </MessagePage>
  )
}
