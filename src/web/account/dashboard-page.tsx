import { Plus } from 'lucide-react'
import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { fullName } from '../../domain/person.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { Row } from '../ui/row.tsx'
import { collectOwn } from '../referral/open-reward.ts'
import { ProgrammeBanner } from '../reward/programme-banner.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { textOf } from '../ui/form/rules.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { useSaidOnce } from '../ui/use-said-once.ts'
import { CollectReward } from './collect-reward.tsx'
import { GoodwillReward } from './goodwill-reward.tsx'
import { MoneySummary } from './money-summary.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { EmptyArea, type Earning } from './empty-area.tsx'
import { emptiedFinished, FinishedReferral } from './finished-referral.tsx'
import { emptiedCard, ReferralCard } from './referral-card.tsx'
import { hasTwin, isFinished, summarise, type OwnReferral } from './summarise-referrals.ts'

const perPage = 20

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [lines, banner] = await Promise.all([
    callApi(page, 'listOwnReferrals', { query: { goodwill: '1' } }),
    // The page is complete without its banner.
    callApi(page, 'showReferralBanner', {}).catch(() => ({ show: false })),
  ])
  const referrals = lines.filter((line) => !line.goodwill)
  const wanted = Number(new URL(request.url).searchParams.get('show'))
  const shown = Number.isInteger(wanted) && wanted > perPage ? wanted : perPage
  return {
    summary: summarise(lines),
    goodwill: lines.filter((line) => line.goodwill),
    // Hundreds of referrals are paged; the sums count all.
    running: referrals
      .filter((one) => !isFinished(one))
      .slice(0, shown)
      .map(withoutSecrets),
    finished: referrals.filter(isFinished).slice(0, shown).map(withoutSecrets),
    banner: banner.show,
    total: lines.length,
    earnings: lines.length === 0 ? await listEarnings(page) : [],
    more: referrals.length > shown ? shown + perPage : null,
  }
}

/** What rows show: what opens a referral elsewhere is not in the page. */
const withoutSecrets = (referral: OwnReferral): OwnReferral => ({ ...referral, hex: '', link: '' })

/** Earnings by product, highest first, from today's catalogue. */
async function listEarnings(page: PageContext): Promise<Earning[]> {
  // An external catalogue may be down; the page is complete without it.
  const products = await callApi(page, 'listProducts', {}).catch(() => [])
  return products
    .filter(({ rewardCents }) => rewardCents > 0)
    .toSorted((a, b) => b.rewardCents - a.rewardCents)
    .slice(0, 3)
    .map(({ id, title, rewardCents }) => ({ id, title, rewardCents }))
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') === 'withdraw') return withdraw(page, form)
  const reward = textOf(form, 'reward')
  if (page.user?.moneyAsks)
    return redirect(href(page.tenant, page.locale, 'PasswordRequest', { reward }))
  try {
    return await collectOwn(page, reward)
  } catch (error) {
    return refused(form, error)
  }
}

async function withdraw(page: PageContext, form: FormData) {
  try {
    await callApi(page, 'withdrawReferral', { params: { number: textOf(form, 'number') } })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'Dashboard', { withdrawn: 1 }))
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('dashboard')('dash.metaTitle'), robots: 'noindex' }
}

export function Component() {
  const { total, earnings } = useLoaderData<typeof loader>()
  if (total > 0) return <Overview />
  return <EmptyArea earnings={earnings} said={<Confirmed title="dash.confirmedFirst" />} />
}

/** After a press of the mail's button. */
function Confirmed({ title }: { title: 'dash.confirmed' | 'dash.confirmedFirst' }) {
  const t = useTexts('dashboard')
  const [search] = useSearchParams()
  useSaidOnce('confirmed')
  const answer = useActionData()
  if (!search.has('confirmed') || answer) return null
  return <Notice tone="success" title={t(title)} live />
}

function Overview() {
  const { summary, running, finished, goodwill, banner, more } = useLoaderData<typeof loader>()
  const { tenant, user } = usePage()
  const t = useTexts('dashboard')
  const answer = useActionData<FormAnswer>()
  const shown = useOwnWords(answer, { [errorCodes.tooManyRequests]: t('limit') })
  const [search] = useSearchParams()
  useSaidOnce('withdrawn')
  const collects = summary.toCollect.length > 0
  // Three zeros say nothing; then the referrals come first.
  const hasMoney = summary.comingCents + summary.paidCents + summary.claimedBackCents > 0
  const name = tenant.address === 'du' ? user?.firstName : user && fullName(user)
  return (
    <>
      <section className="bg-hero text-hero-text">
        <div className="container-page flex flex-col gap-6 py-8 md:py-12">
          <Confirmed title="dash.confirmed" />
          <h1 className="page-title">{t('dash.title', { name: name ?? '' })}</h1>
          {collects ? (
            <div className="flex flex-col gap-4">
              {summary.toCollect.map((reward) => (
                <CollectReward
                  key={reward.id}
                  reward={reward}
                  answer={answer?.values.reward === reward.id ? shown : undefined}
                />
              ))}
            </div>
          ) : null}
          {hasMoney ? <MoneySummary summary={summary} /> : null}
        </div>
      </section>
      <div className="container-page flex flex-col gap-10 py-8 md:py-12">
        {search.has('withdrawn') && !answer ? (
          <Notice tone="success" title={t('withdraw.done')} live />
        ) : null}
        {running.length > 0 ? (
          <section aria-labelledby="running">
            <h2 id="running" className="section-title mb-5">
              {t('dash.running')}
            </h2>
            <ul className={`grid items-start gap-5 ${running.length > 1 ? 'lg:grid-cols-2' : ''}`}>
              {running.map((referral) => (
                <Row
                  key={referral.number}
                  as={ReferralCard}
                  of={{
                    referral,
                    isTwin: hasTwin(referral, running),
                    withdrawAnswer: answer?.values.number === referral.number ? answer : undefined,
                  }}
                  emptied={emptiedCard}
                />
              ))}
            </ul>
          </section>
        ) : null}
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <NewReferral />
          <TextLink page="Earnings">{t('dash.earnings')}</TextLink>
          <TextLink page="Claims">{t('dash.missing')}</TextLink>
        </p>
        {banner ? (
          <ProgrammeBanner
            title={t('banner.title')}
            text={t('banner.text')}
            button={t('banner.button')}
          />
        ) : null}
        {finished.length > 0 ? (
          <section aria-labelledby="finished">
            <h2 id="finished" className="section-title mb-5">
              {t('dash.closed')}
            </h2>
            <ul className="grid items-start gap-3 lg:grid-cols-2">
              {finished.map((referral) => (
                <Row
                  key={referral.number}
                  as={FinishedReferral}
                  of={{ referral }}
                  emptied={emptiedFinished}
                />
              ))}
            </ul>
          </section>
        ) : null}
        {goodwill.length > 0 ? (
          <section aria-labelledby="goodwill">
            <h2 id="goodwill" className="section-title mb-5">
              {t('dash.goodwill')}
            </h2>
            <ul className="grid gap-3 lg:grid-cols-2">
              {goodwill.map((line) => (
                <GoodwillReward key={line.reward.id} line={line} />
              ))}
            </ul>
          </section>
        ) : null}
        {more || search.has('show') ? (
          // At the end it stays, and with it the focus.
          <PageLink
            page="Dashboard"
            values={{ show: more ?? search.get('show') ?? '' }}
            aria-disabled={more === null || undefined}
            preventScrollReset
            className={`${buttonClass('secondary')} w-full self-center md:w-auto ${more ? '' : 'opacity-40'}`}
          >
            {t('dash.more')}
          </PageLink>
        ) : null}
      </div>
    </>
  )
}

function NewReferral() {
  const t = useTexts('dashboard')
  const pageHref = usePageHref()
  return (
    <a
      href={`${pageHref('Homepage')}#products`}
      className={`${buttonClass('accent')} w-full md:w-auto`}
    >
      <Plus aria-hidden="true" />
      {t('dash.again')}
    </a>
  )
}
