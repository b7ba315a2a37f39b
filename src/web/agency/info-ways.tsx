import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'

export function InfoWays() {
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  if (agencyUser) return null
  return (
    <div className="flex flex-col gap-3 md:flex-row">
      <PageLink page="AgencyLogin" className={buttonClass()}>
        {t('login.title')}
      </PageLink>
      <PageLink page="AgencyRegistration" className={buttonClass('secondary')}>
        {t('register.title')}
      </PageLink>
    </div>
  )
}
