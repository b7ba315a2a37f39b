import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'

/** Where a reward's page leads once there is nothing to do: to another recommendation, and to the personal area. */
export function WaysOn() {
  const { user } = usePage()
  const pageHref = usePageHref()
  const t = useTexts('reward')
  return (
    <>
      <a href={`${pageHref('Homepage')}#products`} className={buttonClass()}>
        {t('recommend')}
      </a>
      {user ? (
        <PageLink page="Dashboard" className={buttonClass('secondary')}>
          {t('token.dashboard')}
        </PageLink>
      ) : null}
    </>
  )
}
