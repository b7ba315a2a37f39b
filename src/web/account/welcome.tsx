import type { ReactNode } from 'react'
import { HowItWorks } from '../layout/how-it-works.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** Login page of a forced-login tenant: what this is, how it works, for whom, how to join. */
export function Welcome({
  intro,
  before,
  children,
}: {
  intro: string
  before: ReactNode
  children: ReactNode // the login form
}) {
  const { tenant } = usePage()
  const t = useTexts('account')
  return (
    <>
      <section className="hero">
        <div className="container-page grid items-start gap-x-12 gap-y-6 py-6 text-left md:py-12 lg:grid-cols-[3fr_2fr]">
          <div>
            <h1 className="hero-title">{tenant.home.headline}</h1>
            <p className="mt-3 max-w-[36em] text-lg">{tenant.home.teaser}</p>
            <img
              src={tenant.theme.heroPicture}
              alt=""
              width={720}
              height={560}
              fetchPriority="high"
              className="mt-5 h-auto max-h-36 w-full object-contain object-left md:max-h-64 lg:max-h-80"
            />
          </div>
          <div className="flex flex-col gap-4">
            {before}
            <Card>
              <h2 className="section-title">{t('login.title')}</h2>
              <p className="mt-1.5 mb-5">{intro}</p>
              {children}
            </Card>
            <a href="#join" className={`${linkClass('plain')} self-start font-bold`}>
              {t('welcome.new')}
            </a>
          </div>
        </div>
      </section>
      <HowItWorks title={t('welcome.steps')} />
      <Join />
    </>
  )
}

/** Who may take part, and how to join at this tenant. */
function Join() {
  const { tenant } = usePage()
  const t = useTexts('account')
  const name = tenant.name
  return (
    <section id="join" aria-labelledby="join-title" className="container-page scroll-mt-4 pb-4">
      <h2 id="join-title" className="section-title">
        {t('welcome.join')}
      </h2>
      <ul className="mt-6 grid gap-5 lg:grid-cols-[repeat(auto-fit,minmax(18rem,1fr))]">
        <Card as="li" pad="small" className="flex flex-col items-start gap-3">
          <h3 className="text-xl font-bold">
            {tenant.employeesOnly ? t('welcome.employees') : t('welcome.customers', { name })}
          </h3>
          <p className="grow">
            {tenant.employeesOnly
              ? t('welcome.employeesText', { name })
              : t('welcome.customersText', { name })}
          </p>
          <PageLink page="EmployeeRecommendation" className={buttonClass('secondary')}>
            {t(tenant.employeesOnly ? 'employee.submit' : 'welcome.register')}
          </PageLink>
        </Card>
        {tenant.agencies ? (
          <Card as="li" pad="small" className="flex flex-col items-start gap-3">
            <h3 className="text-xl font-bold">{t('welcome.invited')}</h3>
            <p className="grow">{t('welcome.invitedText')}</p>
            <PageLink page="Contact" className={buttonClass('secondary')}>
              {t('welcome.ask')}
            </PageLink>
          </Card>
        ) : null}
        <Card as="li" pad="small" className="flex flex-col items-start gap-3">
          <h3 className="text-xl font-bold">{t('welcome.contacts')}</h3>
          <p className="grow">{t('welcome.contactsText')}</p>
          <PageLink page="Code" className={buttonClass('secondary')}>
            {t('welcome.code')}
          </PageLink>
        </Card>
      </ul>
    </section>
  )
}
