import { ArrowLeft } from 'lucide-react'
import { redirect, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import {
  AfterAddress,
  isProving,
  proveAddress,
  rewardProof,
  useAccountAnswer,
} from './address-step.tsx'
import { CashForm, cashRules } from './cash-form.tsx'
import { OfReward, ofReward, rewardIn } from './named-reward.tsx'
import { VoucherForm } from './voucher-form.tsx'
import { TextLink } from '../ui/text-link.tsx'

/** In the address: another account than the stored one. */
const otherParam = 'anderes'

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const named = rewardIn(request)
  const reward = page.hasRewardToken ? await openReward(page, named) : null
  const option = reward?.options.find(({ id }) => id === params.praemieid)
  if (!reward || !option || reward.status !== 'Bereitgestellt')
    throw redirect(rewardPage(page, named))
  const query = { rewardId: reward.id }
  const isCash = option.kind === 'cash'
  // A returned payment is not sent to the same account again.
  const stored = isCash && !reward.payoutProblem ? await storedAccount(page, query) : null
  const proof = isCash ? await callApi(page, 'showRewardProof', { query }) : null
  const wantsOther = new URL(request.url).searchParams.has(otherParam)
  return {
    id: reward.id,
    option,
    amount: reward.amount,
    owner: reward.owner ?? null,
    payoutProblem: reward.payoutProblem ?? null,
    expectedOn: reward.expectedOn ?? null,
    stored,
    proof,
    // Another account than the stored one is proved first.
    asksProof: proof?.confirmed === false && (!stored || wantsOther),
  }
}

type Query = { rewardId?: string }

async function openReward(page: PageContext, query: Query) {
  try {
    return await callApi(page, 'showReward', { query })
  } catch (error) {
    if (isInvalid(error)) return null
    throw error
  }
}

const isInvalid = (error: unknown) =>
  error instanceof ApiError && error.code === errorCodes.rewardTokenInvalid

// Recipients have no account, and tenants may store none: then there is nothing to offer.
async function storedAccount(page: PageContext, query: Query) {
  return callApi(page, 'showBankData', { query }).catch(() => null)
}

const rewardPage = (page: PageContext, { rewardId }: Query) =>
  href(page.tenant, page.locale, 'Reward', ofReward(rewardId))

export async function action({ request, params, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const query = rewardIn(request)
  if (isProving(form)) return proveAddress(form, request, rewardProof(page, query))
  const cash = textOf(form, 'kind') === 'cash'
  const typed = cash && textOf(form, 'account') !== 'stored'
  const errors = typed ? checkForm(form, cashRules(page.tenant.germanIbansOnly)) : {}
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await callApi(page, 'collectReward', {
      query,
      body: { optionId: params.praemieid ?? '', ...(typed ? { bankData: bankDataIn(form) } : {}) },
    })
  } catch (error) {
    // A page that was open for too long keeps what is typed.
    const isCollected = error instanceof ApiError && error.code === errorCodes.rewardCollected
    if (isCollected || (isInvalid(error) && (await openReward(page, query))))
      return redirect(rewardPage(page, query))
    return refused(form, error, {
      'bankData.iban': 'iban',
      'bankData.bic': 'bic',
      'bankData.holder': 'holder',
      bankData: 'iban',
    })
  }
  return redirect(href(page.tenant, page.locale, 'RewardThanks', ofReward(query.rewardId)))
}

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('reward')
  const title = data ? titleOf(data.option, t) : t('choose.metaTitle')
  return { title, robots: 'noindex' }
}

const titleOf = (option: { kind: string; title: string }, t: Translate<'reward'>) =>
  option.kind === 'cash'
    ? t('details.cashTitle')
    : t('details.voucherTitle', { brand: option.title })

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return (
    <OfReward id={id}>
      <Details />
    </OfReward>
  )
}

function Details() {
  const { id, option, amount, owner, payoutProblem, expectedOn, stored, proof, asksProof } =
    useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('reward')
  const answer = useAccountAnswer()
  const cash = option.kind === 'cash'
  return (
    <PageColumn narrow key={`${option.id} ${locale}`}>
      <div>
        <TextLink page="Reward" values={ofReward(id)}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {t('details.back')}
        </TextLink>
        <h1 className="page-title mt-2">{titleOf(option, t)}</h1>
        {owner && cash ? (
          <p className="mt-3">
            {t('details.owner', { name: owner.firstName, email: owner.maskedEmail })}
          </p>
        ) : null}
      </div>
      {payoutProblem && cash ? (
        <Notice tone="danger" title={t('problem.title')}>
          {t('problem.text', { reason: payoutProblem.replace(/\.$/, '') })}
        </Notice>
      ) : null}
      <AfterAddress proof={proof} asks={asksProof} key={stored ? String(asksProof) : 'typed'}>
        <Card>
          {cash ? (
            <CashForm
              whose={id}
              amount={amount}
              expectedOn={expectedOn}
              stored={stored}
              mayTypeOther={proof?.confirmed !== false}
              answer={answer}
            />
          ) : (
            <VoucherForm amount={amount} option={option} answer={answer} />
          )}
        </Card>
      </AfterAddress>
      {stored && proof?.confirmed === false && !asksProof ? (
        <TextLink
          page="RewardDetails"
          values={{ praemieid: option.id, [otherParam]: 1, ...ofReward(id) }}
        >
          {t('details.other')}
        </TextLink>
      ) : null}
    </PageColumn>
  )
}
