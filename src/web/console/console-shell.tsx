import { useMemo } from 'react'
import { Outlet, ScrollRestoration, useLocation, useParams } from 'react-router'
import { SkipLink } from '../layout/skip-link.tsx'
import { useFocusOnNewPage, useTitle } from '../layout/use-new-page.ts'
import { chooseLanguageHref } from '../runtime/href.ts'
import { PageProvider, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Announcer } from '../ui/announcer.tsx'
import { PendingBar } from '../ui/spinner.tsx'
import { placeView } from './place-view.ts'
import { SearchButton } from './search-button.tsx'
import { usePlace } from './use-place.ts'

/** Around every page of the console: the bar with the tenant worked at, the person and the language. */
export function ConsoleShell() {
  const view = usePage()
  const { mandant } = useParams()
  const placed = useMemo(() => placeView(view, mandant), [view, mandant])
  return (
    <PageProvider view={placed}>
      <Frame />
    </PageProvider>
  )
}

function Frame() {
  const t = useTexts('common')
  useTitle()
  useFocusOnNewPage()
  return (
    <div className="page-frame flex min-h-dvh flex-col">
      <SkipLink />
      <PendingBar label={t('wait')} />
      <Announcer />
      <Bar />
      <main id="main" tabIndex={-1} className="grow">
        <Outlet />
      </main>
      <ScrollRestoration />
    </div>
  )
}

function Bar() {
  const { operator } = usePage()
  const place = usePlace()
  return (
    <header className="console-bar">
      <PageLink page="ConsoleStart" className="console-brand">
        <span>Zuspruch</span>
        <span className="console-brand-part">
          {place === null ? 'Betrieb' : place.name || 'Plattform'}
        </span>
      </PageLink>
      <SearchButton />
      <Language />
      {operator ? (
        <PageLink page="ConsoleAccess" className="console-person" title={operator.email}>
          <span aria-hidden="true" className="console-initials">
            {initials(operator.name)}
          </span>
          <span className="console-name">{operator.name}</span>
        </PageLink>
      ) : null}
    </header>
  )
}

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()

function Language() {
  const { locale } = usePage()
  const { pathname, search } = useLocation()
  const other = locale === 'de' ? 'en' : 'de'
  return (
    <a
      href={chooseLanguageHref(pathname, search, other)}
      hrefLang={other}
      lang={other}
      className="console-language"
    >
      {other === 'de' ? 'Deutsch' : 'English'}
    </a>
  )
}
