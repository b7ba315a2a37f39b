import {
  useActionData,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { callApi } from '../runtime/api.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid, type FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTitleState } from '../runtime/title-parts.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { formatDate } from '../ui/format-date.ts'
import { QrCode, makeQrMatrix } from '../ui/qr-code.tsx'
import { AgentLine } from './agent-line.tsx'
import { ShareButtons } from './share-buttons.tsx'
import { linkFor } from './share-targets.ts'
import { WelcomeMail, welcomeMailRules } from './welcome-mail.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ params, context }: LoaderFunctionArgs) {
  const referral = await callApi(pageOf(context), 'showReferral', {
    params: { number: params.empfehlungsnummer ?? '' },
  })
  return {
    number: referral.number,
    title: referral.product.title,
    inSentence: referral.product.inSentence,
    productId: referral.product.id,
    validUntil: referral.validUntil,
    shortUrl: referral.shortUrl,
    code: referral.code,
    channels: referral.channels,
    recipientCents: referral.recipientCents,
    recipientAmount: referral.recipientAmount,
    agent: referral.agent ?? null,
    qr: await makeQrMatrix(linkFor(referral.shortUrl, 'qr')),
  }
}

/** The same answer for every address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, welcomeMailRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const captcha = textOf(form, 'captcha')
  try {
    await callApi(page, 'resendWelcomeMail', {
      params: { id: textOf(form, 'email') },
      query: captcha ? { captcha } : {},
    })
    return { resent: true as const }
  } catch (error) {
    return refusedOrCaptcha(page, form, error, { id: 'email' })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('referral')('done.again'), robots: 'noindex' }
}

export function Component() {
  const referral = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer | { resent: true }>()
  const { tenant, user, locale } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('referral')
  const isNew = search.has('neu')
  useTitleState(t(isNew ? 'done.title' : 'done.again'))
  // The form may be needed again until the mail has arrived.
  useClearDraft('recommend', !isNew || user !== null)
  return (
    <div className="container-page max-w-5xl py-6 md:py-12">
      <h1 className="page-title">{isNew ? t('done.title') : t('done.again')}</h1>
      <p className="mt-2 text-lg">
        {t('done.text', { product: referral.title, date: formatDate(referral.validUntil, locale) })}
      </p>
      {isNew && !user ? (
        <div className="mt-5">
          <WelcomeMail productId={referral.productId} answer={answer} />
        </div>
      ) : null}
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
        <Card>
          <h2 className="mb-4 text-xl font-bold">{t('share.title')}</h2>
          <ShareButtons referral={referral} />
          {referral.agent ? (
            <div className="mt-6 border-t border-hairline pt-5">
              <AgentLine agent={referral.agent} label={t('agent.label')} />
            </div>
          ) : null}
        </Card>
        <Card className="flex flex-col items-center gap-3 text-center">
          <h2 className="text-xl font-bold">{t('qr.title')}</h2>
          <QrCode matrix={referral.qr} label={t('qr.label', { link: referral.shortUrl })} />
          <p className="text-base text-muted">{t('qr.text')}</p>
          <p className="mt-2">
            {t('code.label')}
            <strong className="block text-2xl tracking-wider">{referral.code}</strong>
          </p>
          {tenant.offlineCode ? (
            <TextLink
              page="Thanks"
              values={{ empfehlung: referral.number }}
              className="-mb-3 font-semibold"
            >
              {t('paper.link')}
            </TextLink>
          ) : null}
        </Card>
      </div>
      <p className="mt-6 flex flex-wrap gap-3">
        {user ? (
          <PageLink page="Dashboard" className={`${buttonClass('secondary')} w-full md:w-auto`}>
            {t('done.dashboard')}
          </PageLink>
        ) : null}
        <PageLink
          page="Homepage"
          className={`${buttonClass(user ? 'quiet' : 'secondary')} w-full md:w-auto`}
        >
          {t('done.more')}
        </PageLink>
      </p>
    </div>
  )
}
