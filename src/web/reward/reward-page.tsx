import { Gift } from 'lucide-react'
import { data, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { isOpening, linkIn, OpenLink, openLink } from '../referral/open-link.tsx'
import { readOwn } from '../referral/open-own.ts'
import { OpenRewardForm } from '../referral/own-reward.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { formatDate } from '../ui/format-date.ts'
import { formatCents } from '../../domain/money.ts'
import { Notice } from '../ui/notice.tsx'
import {
  LeaveDevice,
  leaveDevice,
  leaveIntent,
  LeftDevice,
  leftParam,
} from '../referral/leave-device.tsx'
import { openReward } from '../referral/open-reward.ts'
import { Card } from '../ui/card.tsx'
import { textOf } from '../ui/form/rules.ts'
import { OfReward, ofReward, rewardIn } from './named-reward.tsx'
import { NoToken, RewardState, type NoTokenKind } from './reward-states.tsx'
import type { OwnReward } from './shown-reward.ts'
import type { CodesAnswer } from './voucher-codes.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const token = linkIn(request)
  // An invalid token never becomes a cookie: it would hide a good one.
  if (token === '') return noReward('valid-token', 410)
  if (token !== null) return noReward('press', 200)
  if (!page.hasRewardToken) return noReward(await findOwn(page), 200)
  try {
    const reward = await callApi(page, 'showReward', { query: rewardIn(request) })
    return data<Loaded>({ missing: null, reward })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.rewardTokenInvalid) throw error
    const missing = await findOwn(page)
    return missing === 'token' ? noReward('over', 410) : noReward(missing, 200)
  }
}

const noReward = (missing: Missing, status: number) =>
  data<Loaded>({ missing, reward: null }, { status })

// A recipient has another session, by which a button opens the reward's.
async function findOwn(page: PageContext): Promise<Missing> {
  const own = await readOwn(page, {})
  return own?.owner && own.reward ? 'recipient' : 'token'
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await request.formData()
  const page = pageOf(context)
  try {
    if (isOpening(form)) return await openLink(page, 'reward', request, 'Reward')
    if (textOf(form, 'intent') === leaveIntent) return await leaveDevice(page, 'Reward')
    if (form.has('codes'))
      return await callApi(page, 'showVoucherCodes', { query: rewardIn(request) })
    return await openReward(page, {})
  } catch (error) {
    return refused(form, error)
  }
}

type Missing = 'press' | 'recipient' | NoTokenKind
type Loaded = { missing: null; reward: OwnReward } | { missing: Missing; reward: null }

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('reward')('choose.metaTitle'), robots: 'noindex' }
}

function introOf({ goodwill, beneficiary }: { goodwill?: boolean; beneficiary: string }) {
  if (goodwill) return 'choose.introGoodwill'
  return beneficiary === 'Empfaenger' ? 'choose.introRecipient' : 'choose.intro'
}

export function Component() {
  const { missing, reward } = useLoaderData<Loaded>()
  const answer = useActionData<CodesAnswer>()
  const [search] = useSearchParams()
  if (missing === 'press') return <OpenLink over={<NoToken kind="valid-token" />} />
  if (missing === 'recipient') return <OwnRewardWaits />
  if (missing !== null) return search.has(leftParam) ? <LeftDevice /> : <NoToken kind={missing} />
  return (
    <OfReward id={reward.id}>
      {reward.status === 'Bereitgestellt' ? (
        <Choose reward={reward} />
      ) : (
        <RewardState reward={reward} answer={answer} />
      )}
      <div className="container-page pb-10">
        <LeaveDevice />
      </div>
    </OfReward>
  )
}

function OwnRewardWaits() {
  const t = useTexts('own')
  return (
    <MessagePage
      mark={<Gift className="size-10" />}
      title={t('reward.waitsTitle')}
      text={t('reward.waitsText')}
    >
      <OpenRewardForm answer={useActionData<FormAnswer>()} />
    </MessagePage>
  )
}

function Choose({ reward }: { reward: OwnReward }) {
  const { locale } = usePage()
  const t = useTexts('reward')
  const { owner, productTitle, expiresOn, payoutProblem } = reward
  return (
    <>
      <section className="bg-hero text-hero-text">
        <div className="container-page py-10 md:py-14">
          <h1 className="page-title">
            {t('choose.title', { amount: formatCents(reward.cents, locale) })}
          </h1>
          <p className="mt-3 max-w-[40em] text-lg">{t(introOf(reward))}</p>
          <p className="mt-3 flex flex-col gap-x-6 gap-y-1 md:flex-row">
            {owner ? (
              <span>{t('choose.owner', { name: owner.firstName, email: owner.maskedEmail })}</span>
            ) : null}
            {productTitle ? <span>{t('choose.product', { product: productTitle })}</span> : null}
            {expiresOn ? (
              <span className="font-semibold">
                {t('choose.until', { date: formatDate(expiresOn, locale) })}
              </span>
            ) : null}
          </p>
        </div>
      </section>
      <div className="container-page flex flex-col gap-6 py-8 md:py-12">
        {reward.asksHolder ? (
          <Notice title={t('problem.spelled')}>
            <PageLink
              page="HolderQuestion"
              values={ofReward(reward.id)}
              className={buttonClass('secondary')}
            >
              {t('problem.confirm')}
            </PageLink>
          </Notice>
        ) : payoutProblem ? (
          <Notice tone="danger" title={t('problem.title')}>
            {t('problem.text', { reason: payoutProblem.replace(/\.$/, '') })}
          </Notice>
        ) : null}
        {reward.held ? <Notice title={t('state.heldTitle')}>{t('choose.heldText')}</Notice> : null}
        <Options reward={reward} />
      </div>
    </>
  )
}

function Options({ reward }: { reward: OwnReward }) {
  const { tenant } = usePage()
  const t = useTexts('reward')
  if (reward.options.length === 0) {
    return <Notice title={t('choose.none', { email: tenant.contact.email })} />
  }
  return (
    <section aria-labelledby="options">
      <h2 id="options" className="sr-only">
        {t('choose.options')}
      </h2>
      <ul
        className={`grid gap-5 md:grid-cols-2 ${reward.options.length % 4 === 0 ? 'lg:grid-cols-4' : 'lg:grid-cols-3'}`}
      >
        {reward.options.map((option) => (
          <Card key={option.id} as="li" pad="none" className="flex flex-col overflow-hidden">
            <img
              src={option.picture}
              alt=""
              width={480}
              height={320}
              className="aspect-3/2 w-full border-b border-hairline bg-tint object-cover"
            />
            <div className="flex grow flex-col gap-2 p-5 md:p-6">
              <h3 className="text-xl font-bold">{option.title}</h3>
              <p className="grow">{option.text}</p>
              <PageLink
                page="RewardDetails"
                values={{ praemieid: option.id, ...ofReward(reward.id) }}
                aria-label={`${option.title}: ${t(`choose.${option.kind}`)}`}
                className={`${buttonClass(option.kind === 'cash' ? 'primary' : 'secondary')} mt-3`}
              >
                {t(`choose.${option.kind}`)}
              </PageLink>
            </div>
          </Card>
        ))}
      </ul>
    </section>
  )
}
