import { Download } from 'lucide-react'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** Hidden in support sessions, which may neither export nor delete. */
export function LeavingSection() {
  const { tenant, user } = usePage()
  const t = useTexts('mydata')
  if (user?.supportAccess) return null
  return (
    <>
      <Card>
        <h2 className="text-xl font-bold">{t('export.title')}</h2>
        <p className="mt-2">{t('export.text')}</p>
        <a
          href={`/api/v1/${tenant.code}/empfehler/export`}
          download
          className={`${buttonClass('secondary')} mt-5 w-full md:w-auto`}
        >
          <Download aria-hidden="true" className="size-5" />
          {t('export.submit')}
        </a>
      </Card>
      <Card>
        <h2 className="text-xl font-bold">{t('delete.title')}</h2>
        <p className="mt-2">{t('delete.teaser')}</p>
        <PageLink
          page="Settings"
          values={{ edit: 'delete-account' }}
          className={`${buttonClass('secondary')} mt-5 w-full md:w-auto`}
        >
          {t('delete.open')}
        </PageLink>
      </Card>
    </>
  )
}
