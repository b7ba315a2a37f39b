import { DoorOpen } from 'lucide-react'
import type { ActionFunctionArgs } from 'react-router'
import { closeSession } from '../access/open-session.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { inArea } from '../access/in-area.ts'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDrafts } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { agencyAccess } from './agency-access.ts'

export async function action({ context }: ActionFunctionArgs) {
  return closeSession(pageOf(context), agencyAccess, 'AgencyLogout')
}

export const meta = inArea('agency', ({ page, texts }: MetaArgs): Meta => {
  const t = texts('agency')
  return { title: page.agencyUser ? t('nav.logout') : t('logout.doneTitle'), robots: 'noindex' }
})

export function Component() {
  const { agencyUser } = usePage()
  return agencyUser ? <AskFirst /> : <Goodbye />
}

// A button, because a logout link can be followed by mistake or by prefetching.
function AskFirst() {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('logout.title')}
      text={t('logout.text', { agency: agencyUser?.agencyName ?? '' })}
    >
      <PageForm
        id="agency-logout"
        rules={{}}
        labels={{}}
        answer={undefined}
        asDocument
        draft={false}
      >
        <SubmitButton>{t('nav.logout')}</SubmitButton>
      </PageForm>
      <PageLink page="AgencyHome" className={buttonClass('secondary')}>
        {t('logout.stay')}
      </PageLink>
    </MessagePage>
  )
}

function Goodbye() {
  const t = useTexts('agency')
  useClearDrafts()
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('logout.doneTitle')}
      text={t('logout.doneText')}
    >
      <PageLink page="AgencyLogin" className={buttonClass()}>
        {t('logout.again')}
      </PageLink>
    </MessagePage>
  )
}
