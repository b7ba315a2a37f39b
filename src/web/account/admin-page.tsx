import { KeyRound } from 'lucide-react'
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../api-error.ts'
import { callApi } from '../api.ts'
import { href } from '../href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { textOf } from '../ui/form/rules.ts'
import { problemOf } from './password-link.ts'
import { safeTarget } from './safe-target.ts'

const headers = { 'Referrer-Policy': 'no-referrer' }

// The address holds a token, so it is swapped for a session and left before anything else happens.
export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const token = new URL(request.url).searchParams.get('token') ?? params.adminLoginToken ?? ''
  try {
    const user = await callApi(page, 'loginAsAdmin', { query: { token } })
    if (user.token === null) return data(null, { status: 410, headers })
    page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    problemOf(error)
    return data(null, { status: 410, headers })
  }
  return redirect(href(page.tenant, page.locale, 'Dashboard'), { headers })
}

/** Makes a cookie of the session that an earlier version kept in the local storage (migrate-token.ts), or forgets it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const kept = textOf(form, 'kept')
  if (!page.user && kept !== '') {
    page.startSession('user', kept, null)
    try {
      const { tokenValidUntil } = await callApi(page, 'showUser', {})
      page.startSession('user', kept, tokenValidUntil)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      page.endSession('user')
    }
  }
  return redirect(safeTarget(page, textOf(form, 'back')), { headers })
}

export function meta({ texts }: MetaArgs): Meta {
  return { title: texts('account')('admin.title'), robots: 'noindex' }
}

export function Component() {
  const t = useTexts('account')
  return (
    <MessagePage
      mark={<KeyRound className="size-10" />}
      title={t('admin.expiredTitle')}
      text={t('admin.expiredText')}
    >
      <PageLink page="Login" className={buttonClass('secondary')}>
        {t('toLogin')}
      </PageLink>
    </MessagePage>
  )
}
