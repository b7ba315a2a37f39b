import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFound() {
  const { tenant } = usePage()
  const t = useTexts('common')
  return (
    <MessagePage mark="404" title={t('notFound.title')} text={t('notFound.text')}>
      <PageLink page="Homepage" className={buttonClass()}>
        {t('notFound.home')}
      </PageLink>
      {tenant.routes['Code'] ? (
        <PageLink page="Code" className={buttonClass('secondary')}>
          {t('header.code')}
        </PageLink>
      ) : null}
    </MessagePage>
  )
}
