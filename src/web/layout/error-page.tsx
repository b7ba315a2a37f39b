import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router'
import type { ApiFailure } from '../runtime/api-error.ts'
import { Icon } from '../ui/icon.tsx'
import { isNotLoaded } from '../runtime/within-time.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { MessagePage } from './message-page.tsx'
import { NotFound } from './not-found.tsx'

/** For everything a page cannot handle: a refused loader call, no network, our own errors. */
export function ErrorPage() {
  const error = useRouteError()
  const { pathname, search } = useLocation()
  const { agencyUser } = usePage()
  const t = useTexts('common')
  const status = isRouteErrorResponse(error) ? error.status : 500
  const failure = isRouteErrorResponse(error) ? (error.data as ApiFailure | null) : null
  if (status === 404) return <NotFound />
  const notLoaded = isNotLoaded(error)
  const offline = failure?.status === 0 || (notLoaded && navigator.onLine === false)
  if (notLoaded && !offline) return <NotLoaded to={pathname + search} />
  return (
    <MessagePage
      mark={offline ? '…' : '!'}
      title={offline ? t('offline.title') : t('error.title')}
      text={offline ? t('offline.text') : failure?.message || t('error.text')}
    >
      {status === 403 ? (
        // Retrying does not help against missing rights.
        <PageLink
          page={agencyUser ? 'AgencyHome' : 'Homepage'}
          reloadDocument
          className={buttonClass()}
        >
          {t('notFound.home')}
        </PageLink>
      ) : (
        // The same address as a full page load, so that everything broken is loaded anew.
        <a href={pathname + search} className={buttonClass()}>
          {t('error.retry')}
        </a>
      )}
    </MessagePage>
  )
}

// A full page load comes complete from the server, with or without script.
function NotLoaded({ to }: { to: string }) {
  const t = useTexts('common')
  return (
    <MessagePage
      mark={<Icon name="cloudOff" className="size-10" />}
      title={t('notLoaded.title')}
      text={t('notLoaded.text')}
    >
      <a href={to} className={buttonClass()}>
        {t('notLoaded.open')}
      </a>
      <PageLink page="Homepage" reloadDocument className={buttonClass('secondary')}>
        {t('notFound.home')}
      </PageLink>
    </MessagePage>
  )
}
