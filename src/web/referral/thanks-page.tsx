import { Printer } from 'lucide-react'
import {
  data,
  useActionData,
  useLoaderData,
  useSearchParams,
  type LoaderFunctionArgs,
} from 'react-router'
import { callApi } from '../runtime/api.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { trackShare } from '../tracking/track.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { makeQrMatrix } from '../ui/qr-code.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { PaperCard } from './paper-card.tsx'
import { linkFor } from './share-targets.ts'
import { WelcomeMail } from './welcome-mail.tsx'

export { action } from './share-page.tsx'

/** A6 cards per sheet of A4. */
const cardsOnSheet = 4

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  if (!page.tenant.offlineCode) throw data(null, { status: 404 })
  const number = new URL(request.url).searchParams.get('empfehlung')
  if (!number) return data(null, { status: 404 })
  const referral = await callApi(page, 'showReferral', { params: { number } })
  // Dead referrals get no card.
  const over = referral.status === 'Storniert' || referral.validUntil < localDayOf(page.now)
  const loaded = {
    number: referral.number,
    productId: referral.product.id,
    over,
    card: {
      firstName: referral.referrer.firstName,
      product: referral.product.title,
      inSentence: referral.product.inSentence,
      shortUrl: referral.shortUrl,
      code: referral.code,
      validUntil: referral.validUntil,
      recipientAmount: referral.recipientCents > 0 ? referral.recipientAmount : null,
      qr: await makeQrMatrix(linkFor(referral.shortUrl, 'of')),
    },
  }
  return data(loaded, { status: over ? 410 : 200 })
}

type Loaded = Awaited<ReturnType<typeof loader>>['data']

function printCards(): void {
  trackShare('of')
  window.print()
}

/** What the page shows: cards, a finished referral, or no referral. */
const titleOf = (loaded: Loaded | undefined) =>
  loaded ? (loaded.over ? 'paper.overTitle' : 'paper.title') : 'paper.noneTitle'

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('referral')(titleOf(loaded)), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  const t = useTexts('referral')
  if (loaded === null || loaded.over) {
    return (
      <MessagePage
        mark={loaded ? '…' : '?'}
        title={t(titleOf(loaded))}
        text={loaded ? t('paper.overText') : t('paper.noneText')}
      >
        <PageLink page="Homepage" className={buttonClass()}>
          {t('done.more')}
        </PageLink>
      </MessagePage>
    )
  }
  return <Cards />
}

function Cards() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer | { resent: true }>()
  const { user, locale } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('referral')
  const isNew = search.has('neu')
  useClearDraft('recommend', !isNew || user !== null)
  if (!loaded) return null
  const { card, number, productId } = loaded
  return (
    <div className="paper-page container-page max-w-5xl py-6 md:py-12 print:max-w-none print:p-0">
      <div className="print:hidden">
        <h1 className="page-title">{t('paper.title')}</h1>
        <p className="mt-2 text-lg">
          {t('done.text', { product: card.product, date: formatDate(card.validUntil, locale) })}
        </p>
        {isNew && !user ? (
          <div className="mt-5">
            <WelcomeMail productId={productId} answer={answer} />
          </div>
        ) : null}
      </div>
      <div className="mt-6 grid items-start gap-8 md:grid-cols-[105mm_1fr] md:gap-12 print:mt-0 print:block">
        <div className="paper-sheet">
          {Array.from({ length: cardsOnSheet }, (_, index) => (
            <PaperCard key={index} card={card} copy={index > 0} />
          ))}
        </div>
        <div className="flex flex-col gap-4 print:hidden">
          <h2 className="text-xl font-bold">{t('paper.howTitle')}</h2>
          <ol className="list-decimal space-y-2 pl-6">
            <li>{t('paper.how1')}</li>
            <li>{t('paper.how2')}</li>
            <li>{t('paper.how3')}</li>
          </ol>
          <p className="mt-2 flex flex-col gap-3 md:flex-row md:flex-wrap">
            <Button onClick={printCards} className="w-full md:w-auto">
              <Printer aria-hidden="true" className="size-5" />
              {t('paper.print')}
            </Button>
            <PageLink
              page="ShareRecommendation"
              values={{ empfehlungsnummer: number }}
              className={buttonClass('secondary')}
            >
              {t('paper.share')}
            </PageLink>
          </p>
          <p className="text-base text-muted">{t('paper.note')}</p>
          <p className="flex flex-wrap gap-x-6">
            {user ? (
              <TextLink page="Dashboard" className="font-semibold">
                {t('done.dashboard')}
              </TextLink>
            ) : null}
            <TextLink page="Homepage" className="font-semibold">
              {t('done.more')}
            </TextLink>
          </p>
        </div>
      </div>
    </div>
  )
}
