import { Outlet, ScrollRestoration } from 'react-router'
import { fullName } from '../../domain/person.ts'
import { ConsentProvider } from '../consent/consent-context.tsx'
import { ExitIntent } from '../exit/exit-intent.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Announcer } from '../ui/announcer.tsx'
import { PendingBar } from '../ui/spinner.tsx'
import { useWidget } from '../runtime/use-widget.ts'
import { CookieBanner } from './cookie-banner.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'
import { useFocusOnNewPage, useTitle } from './use-new-page.ts'

export function PageFrame() {
  const t = useTexts('common')
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
        <PendingBar label={t('wait')} />
        <Announcer />
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
