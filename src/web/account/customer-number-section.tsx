import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

export function CustomerNumberSection() {
  const t = useTexts('mydata')
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('customer.title')}</h2>
      <p className="mt-2">{t('customer.text')}</p>
      <PageLink
        page="CustomerNumber"
        className={`${buttonClass('secondary')} mt-5 w-full md:w-auto`}
      >
        {t('customer.open')}
      </PageLink>
    </Card>
  )
}
