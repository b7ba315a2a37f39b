import { useEffect, useRef } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useNavigationType,
} from 'react-router'
import { fullName } from '../../domain/person.ts'
import { ConsentProvider } from '../consent/consent-context.tsx'
import { ExitIntent } from '../exit/exit-intent.tsx'
import { fullTitle } from '../runtime/full-title.ts'
import { usePage } from '../runtime/page-context.tsx'
import type { PageHandle } from '../runtime/page-module.ts'
import { textsOf, useTexts, useStore } from '../runtime/texts.ts'
import { PendingBar } from '../ui/spinner.tsx'
import { useWidget } from '../runtime/use-widget.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'

export function PageFrame() {
  const t = useTexts('common')
  const navigation = useNavigation()
  const inWidget = useWidget()
  useTitle()
  useFocusOnNewPage()
  return (
    <ConsentProvider>
      {/* In a provider's page the content sets the frame's height, so it must not depend on the frame. */}
      <div className={`page-frame flex flex-col ${inWidget ? 'widget' : 'min-h-dvh'}`}>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-[calc(100%+1rem)] rounded-field bg-primary px-5 py-3 font-bold text-on-primary focus:translate-y-0"
        >
          {t('skip')}
        </a>
        <CookieBanner />
        {navigation.state === 'idle' ? null : <PendingBar label={t('wait')} />}
        <SupportBanner />
        <PageHeader />
        <main id="main" tabIndex={-1} className="grow">
          <Outlet />
        </main>
        <PageFooter />
        <ScrollRestoration />
        <ExitIntent />
      </div>
    </ConsentProvider>
  )
}

function SupportBanner() {
  const { user } = usePage()
  const t = useTexts('common')
  if (!user?.supportAccess) return null
  return (
    <output className="block bg-danger px-4 py-2 text-center font-bold text-surface">
      {t('supportAccess', { name: fullName(user) })}
    </output>
  )
}

// The server wrote the first title; later ones follow the page.
function useTitle() {
  const view = usePage()
  const i18n = useStore()
  const match = useMatches().at(-1)
  const handle = match?.handle as PageHandle | undefined
  const data = match?.loaderData as never
  const meta = handle?.meta({ data, page: view, texts: textsOf(i18n, view) })
  const title = meta ? fullTitle(meta.title, view.tenant.name) : null
  const first = useRef(true)
  useEffect(() => {
    if (!first.current && title) document.title = title
    first.current = false
  }, [title])
}

// A new page starts at its headline, for screen readers and keyboards.
function useFocusOnNewPage() {
  const { pathname, hash } = useLocation()
  const type = useNavigationType()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (hash) return
    const headline = document.querySelector<HTMLElement>('main h1')
    if (headline) headline.tabIndex = -1
    const target = headline ?? document.getElementById('main')
    target?.focus({ preventScroll: true })
    // A failed form stays where it is, for its errors; its next page begins at the top.
    if (type !== 'POP') window.scrollTo(0, 0)
  }, [pathname, hash, type])
}
