import { DoorOpen } from 'lucide-react'
import { redirect, type ActionFunctionArgs } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'

export async function action({ context }: ActionFunctionArgs) {
  const page = pageOf(context)
  await callApi(page, 'signOut', {}).catch(() => null)
  page.endSession('operator')
  return redirect(href(page.tenant, page.locale, 'ConsoleSignIn'))
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('console')('nav.signOut'), robots: 'noindex' }
}

/** A button, because a link can be followed by mistake or by prefetching. */
export function Component() {
  const t = useTexts('console')
  const { operator } = usePage()
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('signOut.title')}
      text={
        <>
          <p>{t('signOut.text')}</p>
          {operator?.isByProvider && operator.provider ? (
            <p>{t('signOut.provider', { name: operator.provider })}</p>
          ) : null}
        </>
      }
    >
      <PageForm id="sign-out" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <SubmitButton>{t('nav.signOut')}</SubmitButton>
      </PageForm>
      <PageLink page="ConsoleStart" className={buttonClass('secondary')}>
        {t('signOut.stay')}
      </PageLink>
    </MessagePage>
  )
}
