import { Landmark, MailOpen } from 'lucide-react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { isOpening, linkIn, OpenLink, openLink } from '../referral/open-link.tsx'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import { ofReward, rewardIn, useNamedReward } from './named-reward.tsx'
import { NoToken, type NoTokenKind } from './reward-states.tsx'

type Question = { bankSpells: string; holder: string; maskedIban: string; amount: string }
type Missing = 'press' | NoTokenKind
type Loaded =
  | { missing: Missing; question: null }
  | { missing: null; question: Question | null; isPayable: boolean }

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const token = linkIn(request)
  if (token === '') return noToken('valid-token', 410)
  if (token !== null) return noToken('press', 200)
  if (!page.hasRewardToken) return noToken('token', 200)
  try {
    const asked = await callApi(page, 'showHolderQuestion', { query: rewardIn(request) })
    return data<Loaded>({ missing: null, ...asked })
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.rewardTokenInvalid) throw error
    return noToken('over', 410)
  }
}

const noToken = (missing: Missing, status: number) =>
  data<Loaded>({ missing, question: null }, { status })

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (isOpening(form)) return openLink(page, 'reward', request, 'HolderQuestion')
  const query = rewardIn(request)
  try {
    await callApi(page, 'confirmHolder', {
      query,
      body: { bankSpells: textOf(form, 'bankSpells') },
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'HolderQuestion', ofReward(query.rewardId)))
}

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('holder')('title'), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<Loaded>()
  if (loaded.missing === 'press') return <OpenLink over={<NoToken kind="valid-token" />} />
  if (loaded.missing === 'token') return <NoLink />
  if (loaded.missing !== null) return <NoToken kind={loaded.missing} />
  return loaded.question ? (
    <Ask question={loaded.question} />
  ) : (
    <NothingAsked isPayable={loaded.isPayable} />
  )
}

function NoLink() {
  const t = useTexts('holder')
  const reward = useTexts('reward')
  return (
    <MessagePage
      mark={<MailOpen className="size-10" />}
      title={t('linkTitle')}
      text={t('linkText')}
    >
      <PageLink page="Dashboard" className={buttonClass()}>
        {reward('token.dashboard')}
      </PageLink>
      <PageLink page="Homepage" className={buttonClass('secondary')}>
        {reward('home')}
      </PageLink>
    </MessagePage>
  )
}

function Ask({ question }: { question: Question }) {
  const t = useTexts('holder')
  const answer = useActionData<FormAnswer>()
  const named = useNamedReward()
  const { bankSpells, holder, maskedIban, amount } = question
  return (
    <PageColumn narrow>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <p className="mt-3 text-lg">{t('text', { amount })}</p>
      </div>
      <Card>
        <dl className="flex flex-col gap-3">
          <div>
            <dt className="text-base text-muted">{t('bank')}</dt>
            <dd className="text-xl font-bold wrap-anywhere">{bankSpells}</dd>
          </div>
          <div>
            <dt className="text-base text-muted">{t('given')}</dt>
            <dd className="wrap-anywhere">{holder}</dd>
          </div>
          <div>
            <dt className="text-base text-muted">{t('account')}</dt>
            <dd className="tabular-nums">{maskedIban}</dd>
          </div>
        </dl>
        <div className="mt-5 flex flex-col gap-3">
          <PageForm id="holder" rules={{}} labels={{}} answer={answer} draft={false}>
            <input type="hidden" name="bankSpells" value={bankSpells} />
            <SubmitButton>{t('confirm')}</SubmitButton>
          </PageForm>
          <PageLink page="Reward" values={named} className={buttonClass('secondary')}>
            {t('other')}
          </PageLink>
        </div>
      </Card>
    </PageColumn>
  )
}

function NothingAsked({ isPayable }: { isPayable: boolean }) {
  const t = useTexts('holder')
  return (
    <MessagePage
      mark={<Landmark className="size-10" />}
      title={t(isPayable ? 'doneTitle' : 'noneTitle')}
      text={t(isPayable ? 'doneText' : 'noneText')}
    >
      <PageLink page="Reward" values={useNamedReward()} className={buttonClass()}>
        {t('toReward')}
      </PageLink>
    </MessagePage>
  )
}
