import {
  data,
  redirect,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { readCampaign } from '../../domain/campaign.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { refusedOrCaptcha } from '../captcha/captcha.ts'
import { invalid } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { AgentLine } from './agent-line.tsx'
import { LinkProblem } from './link-problem.tsx'
import { OfferFacts } from './offer-facts.tsx'
import { RecipientForm } from './recipient-form.tsx'
import { recipientOf, recipientRules, wireFields } from './recipient-fields.ts'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const asked = params.empfehlungsnummer ?? ''
  const isAnew = new URL(request.url).searchParams.has('neu')
  const referral = await findReferral(page, asked)
  if (!referral) return data({ problem: 'unknown' as const }, { status: 404 })
  if (referral !== 'expired' && referral.status === 'Storniert')
    return data({ problem: 'cancelled' as const }, { status: 410 })
  const number = referral === 'expired' ? asked.toUpperCase() : referral.number
  // Before the acceptance period is checked: a contact who accepted in time goes to the own page.
  if (!isAnew && (await hasAccepted(page, number)))
    throw redirect(
      href(page.tenant, page.locale, 'RecipientConfirmation', { empfehlung: number, wieder: 1 }),
    )
  if (
    referral === 'expired' ||
    referral.status === 'Abgelaufen' ||
    referral.validUntil < localDayOf(page.now)
  )
    throw redirect(href(page.tenant, page.locale, 'ExpiredRecommendation'))
  return data({
    problem: null,
    validUntil: referral.validUntil,
    recipientCents: referral.recipientCents,
    recipientAmount: referral.recipientAmount,
    referrerCents: referral.referrerCents,
    referrerAmount: referral.referrerAmount,
    referrerMayGetMore: referral.referrerMayGetMore,
    price: referral.price ?? null,
    product: referral.product.title,
    inSentence: referral.product.inSentence,
    firstName: referral.referrer.firstName,
    confirmed: referral.confirmed,
    description: referral.description,
    picture: referral.picture,
    preview: referral.previewPicture,
    agent: referral.agent ?? null,
    key: crypto.randomUUID(),
  })
}

async function findReferral(page: PageContext, number: string) {
  try {
    return await callApi(page, 'showReferral', { params: { number } })
  } catch (error) {
    const code = error instanceof ApiError && error.code
    if (code === errorCodes.notFound) return null
    if (code === errorCodes.referralExpired) return 'expired'
    throw error
  }
}

/** Whether this browser's cookie is that of a contact who accepted this referral, confirmed or not: then no form. */
async function hasAccepted(page: PageContext, number: string) {
  if (!page.hasRecipientToken) return false
  try {
    const { recipient } = await callApi(page, 'showOrder', { query: { referral: number } })
    return recipient.referralNumber === number
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/** Submitted as a document: the answer holds the recipient's token, which goes into a cookie, never to scripts. */
export async function action({ params, request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const number = params.empfehlungsnummer ?? ''
  const form = await request.formData()
  const errors = checkForm(form, recipientRules(page.tenant))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const captcha = textOf(form, 'captcha')
  try {
    const { token } = await callApi(page, 'createRecipient', {
      params: { number },
      query: { ...readCampaign(new URL(request.url).search), ...(captcha ? { captcha } : {}) },
      idempotencyKey: textOf(form, '_key'),
      body: recipientOf(form, page.tenant),
    })
    if (token !== null) await page.openLink('recipient', token)
    return redirect(href(page.tenant, page.locale, 'RecipientConfirmation', { empfehlung: number }))
  } catch (error) {
    if (error instanceof ApiError && error.code === errorCodes.referralExpired) {
      await page.endLinks(number)
      return redirect(href(page.tenant, page.locale, 'ExpiredRecommendation'))
    }
    return refusedOrCaptcha(page, form, error, wireFields)
  }
}

type Loaded = Awaited<ReturnType<typeof loader>>['data']

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  const t = texts('recipient')
  if (!loaded || loaded.problem !== null) return { title: t('problem.title'), robots: 'noindex' }
  const { firstName: name, product, inSentence, recipientAmount: amount } = loaded
  const values = { name, product: inSentence ?? product, amount }
  return {
    title: t(inSentence ? 'offer.title' : 'offer.titlePlain', values),
    description: t(loaded.recipientCents > 0 ? 'offer.previewReward' : 'offer.preview', values),
    robots: 'noindex',
    picture: loaded.preview,
  }
}

export function Component() {
  const loaded = useLoaderData<Loaded>()
  const t = useTexts('recipient')
  if (loaded.problem !== null)
    return (
      <LinkProblem
        kind={loaded.problem}
        title={t(`${loaded.problem}.title`)}
        text={t(`${loaded.problem}.text`)}
      />
    )
  return (
    <>
      <Offer offer={loaded} />
      <div className="container-page grid gap-x-12 gap-y-8 py-8 md:py-14 lg:grid-cols-[3fr_2fr]">
        <OfferFacts offer={loaded} />
        <RecipientForm idempotencyKey={loaded.key} />
      </div>
    </>
  )
}

function Offer({ offer }: { offer: Extract<Loaded, { problem: null }> }) {
  const { locale, tenant } = usePage()
  const t = useTexts('recipient')
  return (
    <section className="offer hero">
      <div className="container-page grid items-center gap-x-12 py-3 md:py-10 lg:grid-cols-[1.2fr_1fr] lg:py-14">
        <div>
          <h1>
            <span className="offer-who block text-lg md:text-xl">
              {t('offer.who', { name: offer.firstName })}
            </span>
            <span className="offer-what block">{offer.inSentence ?? offer.product}</span>
          </h1>
          <p className="mt-1.5 max-w-[36em] md:text-lg">{offer.description}</p>
          {offer.recipientCents > 0 ? (
            <p className="offer-reward mt-3">
              {t('offer.get')}
              <strong className="offer-amount block">{offer.recipientAmount}</strong>
            </p>
          ) : null}
          <p className="mt-2">
            {t('offer.until')} <strong>{formatDate(offer.validUntil, locale)}</strong>
          </p>
          {offer.agent ? (
            <div className="mt-4">
              <AgentLine agent={offer.agent} label={t('offer.agent')} />
            </div>
          ) : null}
          <a href="#accept" className={`${buttonClass('accent')} mt-3 w-full md:w-auto`}>
            {t('offer.button')}
          </a>
          <p className="mt-2 text-base">{t('offer.free')}</p>
          {offer.recipientCents > 0 && !tenant.forcedLogin ? (
            <p className="mt-2 max-w-[36em] text-base">
              {t('offer.condition')}
              {offer.confirmed
                ? null
                : ` ${t('offer.conditionOwner', { name: offer.firstName, days: tenant.unclaimedDays })}`}
            </p>
          ) : null}
        </div>
        <img
          src={offer.picture}
          alt=""
          width={320}
          height={240}
          fetchPriority="high"
          className="offer-picture mt-6 h-auto w-full max-w-md lg:mt-0"
        />
      </div>
    </section>
  )
}
