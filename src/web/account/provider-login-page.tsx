import { DoorOpen, KeyRound } from 'lucide-react'
import { data, redirect, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { providerLoginHref } from '../../domain/provider-login.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { safeTarget } from '../access/safe-target.ts'

// Replaces login, logout and password pages where the provider logs people in.

export function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const target = new URL(request.url).searchParams.get('redirect')
  if (page.user && target !== null) throw redirect(safeTarget(page, target))
  return data(null, { status: 404 })
}

/** The page itself answers a form from before the tenant changed. */
export const action = () => data(null, { status: 404 })

export function meta({ page, texts }: MetaArgs): Meta {
  const kind = page.user ? 'provider.insideTitle' : 'provider.title'
  return { title: texts('account')(kind, { name: page.tenant.name }), robots: 'noindex' }
}

export function Component() {
  const { tenant, user } = usePage()
  const t = useTexts('account')
  const name = tenant.name
  const [search] = useSearchParams()
  const page = usePage()
  const target = safeTarget(page, search.get('redirect'))
  const site =
    !user && tenant.providerLogin
      ? providerLoginHref(tenant.providerLogin, target)
      : tenant.providerUrl
  return (
    <MessagePage
      mark={user ? <DoorOpen className="size-10" /> : <KeyRound className="size-10" />}
      title={t(user ? 'provider.insideTitle' : 'provider.title', { name })}
      text={t(user ? 'provider.insideText' : 'provider.text', { name })}
    >
      {site ? (
        <a href={site} target="_top" className={buttonClass(user ? 'secondary' : 'primary')}>
          {t('provider.site', { name })}
        </a>
      ) : null}
      {user ? (
        <PageLink page="Dashboard" className={`${buttonClass()} md:-order-1`}>
          {t('provider.area')}
        </PageLink>
      ) : (
        <PageLink page="Contact" className={buttonClass('secondary')}>
          {t('provider.contact')}
        </PageLink>
      )}
    </MessagePage>
  )
}
