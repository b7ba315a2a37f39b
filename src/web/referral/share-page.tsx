import { useLoaderData, useSearchParams, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { formatDate } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { QrCode, makeQrMatrix } from '../ui/qr-code.tsx'
import { ShareButtons } from './share-buttons.tsx'
import { linkFor } from './share-targets.ts'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const referral = await callApi(pageOf(context), 'showReferral', {
    params: { number: params.empfehlungsnummer ?? '' },
  })
  return {
    title: referral.product.title,
    validUntil: referral.validUntil,
    shortUrl: referral.shortUrl,
    code: referral.code,
    channels: referral.channels,
    recipientCents: referral.recipientCents,
    recipientAmount: referral.recipientAmount,
    qr: await makeQrMatrix(linkFor(referral.shortUrl, 'qr')),
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('referral')('done.title'), robots: 'noindex' }
}

export function Component() {
  const referral = useLoaderData<typeof loader>()
  const { user, locale } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('referral')
  const isNew = search.has('neu')
  useClearDraft('recommend')
  return (
    <div className="container-page max-w-5xl py-6 md:py-12">
      <h1 className="page-title">{isNew ? t('done.title') : t('done.again')}</h1>
      <p className="mt-2 text-lg">
        {t('done.text', { product: referral.title, date: formatDate(referral.validUntil, locale) })}
      </p>
      {isNew && !user ? (
        <div className="mt-5">
          <Notice tone="success" title={t('done.mailTitle')}>
            {t('done.mailText')}
          </Notice>
        </div>
      ) : null}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <Card>
          <h2 className="mb-4 text-xl font-bold">{t('share.title')}</h2>
          <ShareButtons referral={referral} />
        </Card>
        <Card className="flex flex-col items-center gap-3 text-center">
          <h2 className="text-xl font-bold">{t('qr.title')}</h2>
          <QrCode matrix={referral.qr} label={t('qr.label', { link: referral.shortUrl })} />
          <p className="text-base text-muted">{t('qr.text')}</p>
          <p className="mt-2">
            {t('code.label')}
            <strong className="block text-2xl tracking-wider">{referral.code}</strong>
          </p>
        </Card>
      </div>
      <p className="mt-8 flex flex-wrap gap-3">
        {user ? (
          <PageLink page="Dashboard" className={buttonClass('secondary')}>
            {t('done.dashboard')}
          </PageLink>
        ) : null}
        <PageLink page="Homepage" className={buttonClass(user ? 'quiet' : 'secondary')}>
          {t('done.more')}
        </PageLink>
      </p>
    </div>
  )
}
