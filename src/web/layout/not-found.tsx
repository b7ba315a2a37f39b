import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { MessagePage } from './message-page.tsx'

export function NotFound() {
  const t = useTexts('common')
  return (
    <MessagePage mark="404" title={t('notFound.title')} text={t('notFound.text')}>
      <PageLink page="Homepage" className={buttonClass()}>
        {t('notFound.home')}
      </PageLink>
      <PageLink page="Code" className={buttonClass('secondary')}>
        {t('header.code')}
      </PageLink>
    </MessagePage>
  )
}
