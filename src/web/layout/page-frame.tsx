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
import { SkipLink } from './skip-link.tsx'
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
        <SkipLink />
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
