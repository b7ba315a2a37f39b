import type { ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { KeepTogether } from '../ui/keep-together.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { OwnLink } from './own-link.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'
import { StateNotice } from './state-notice.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const data = await callApi(pageOf(context), 'showSalesPartner', {})
  const { company, firstName, lastName, vatId, taxNumber, maskedIban, link, number } = data
  return {
    name: company || `${firstName} ${lastName}`,
    tax: vatId || taxNumber,
    maskedIban,
    link,
    number,
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.welcome'), robots: 'noindex' }
}

export function Component() {
  const { name, tax, maskedIban, link, number } = useLoaderData<typeof loader>()
  const { salesPartner } = usePage()
  const t = useTexts('salesPartner')
  return (
    <SalesPartnerFrame
      title={t('welcome.title', { name: salesPartner?.firstName ?? '' })}
      intro={t('welcome.intro')}
    >
      <StateNotice />
      <ol className="flex max-w-3xl flex-col gap-4">
        <Step place={1} title={t('welcome.check')}>
          <p className="wrap-anywhere">{t('welcome.checkText', { name, tax, iban: maskedIban })}</p>
          <TextLink page="SalesPartnerData" className="font-semibold">
            {t('welcome.checkLink')}
          </TextLink>
        </Step>
        <Step place={2} title={t('welcome.share')}>
          <p>
            <KeepTogether text={t('welcome.shareText', { number })} part={number} />
          </p>
          {link ? <OwnLink link={link} /> : null}
        </Step>
        <Step place={3} title={t('welcome.wait')}>
          <p>{t('welcome.waitText')}</p>
          <TextLink page="SalesPartnerCommissions" className="font-semibold">
            {t('nav.commissions')}
          </TextLink>
        </Step>
        <Step place={4} title={t('welcome.paid')}>
          <p>{t('welcome.paidText')}</p>
          <TextLink page="SalesPartnerBilling" className="font-semibold">
            {t('nav.billing')}
          </TextLink>
        </Step>
      </ol>
    </SalesPartnerFrame>
  )
}

function Step({ place, title, children }: { place: number; title: string; children: ReactNode }) {
  return (
    <Card as="li" pad="small" className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4">
      <span
        aria-hidden="true"
        className="grid size-10 place-items-center rounded-full bg-primary font-bold text-on-primary"
      >
        {place}
      </span>
      <div className="min-w-0">
        <h2 className="py-1 text-xl font-bold">{title}</h2>
        {children}
      </div>
    </Card>
  )
}
