import { Landmark, MailOpen } from 'lucide-react'
import {
  data,
  redirect,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { fullName } from '../../domain/person.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { useOwnWords } from '../access/own-words.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { isOpening, linkIn, OpenLink, openLink } from '../referral/open-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm } from '../ui/form/rules.ts'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { BankFields } from '../ui/iban/bank-fields.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import {
  AfterAddress,
  isProving,
  proveAddress,
  rewardProof,
  useAccountAnswer,
  type AddressProof,
} from './address-step.tsx'
import { cashRules } from './cash-form.tsx'
import { OfReward, ofReward, rewardIn } from './named-reward.tsx'

type Stored = { holder: string; iban: string }
type Closed = 'link' | 'over' | 'valid-link' | 'off'
type Loaded =
  | { state: 'press' | Closed; bank: null }
  | { state: 'open'; bank: Stored | null; proof: AddressProof | null; reward: string | null }

/** The reward whose link opened the page; a session asks for none. */
const askedBy = (page: PageContext, request: Request) => (page.user ? {} : rewardIn(request))

/** By login, or by the link of a reward mail. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const token = linkIn(request)
  if (token === '') return data<Loaded>({ state: 'valid-link', bank: null }, { status: 410 })
  if (token !== null) return data<Loaded>({ state: 'press', bank: null })
  if (!page.tenant.storesBankData) return data<Loaded>({ state: 'off', bank: null })
  const link = page.user ? { rewardId: undefined } : await findLink(page, request)
  if (link === 'over') return data<Loaded>({ state: 'over', bank: null }, { status: 410 })
  if (link === 'link') return data<Loaded>({ state: link, bank: null })
  const bank = await callApi(page, 'showBankData', { query: link })
  // Stored data changes only after a login.
  const proof = page.user || bank ? null : await callApi(page, 'showRewardProof', { query: link })
  return data<Loaded>({ state: 'open', bank, proof, reward: link.rewardId ?? null })
}

/** Whether a referrer's reward is open here: recipients have no account to store bank data for. */
async function findLink(
  page: PageContext,
  request: Request,
): Promise<{ rewardId?: string } | 'link' | 'over'> {
  if (!page.hasRewardToken) return 'link'
  try {
    const { id, beneficiary } = await callApi(page, 'showReward', { query: rewardIn(request) })
    return beneficiary === 'Empfehler' ? { rewardId: id } : 'link'
  } catch (error) {
    if (error instanceof ApiError && error.code === errorCodes.rewardTokenInvalid) return 'over'
    throw error
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (isOpening(form)) return openLink(page, 'reward', request, 'BankDetailsRecommender')
  const query = askedBy(page, request)
  if (isProving(form)) return proveAddress(form, request, rewardProof(page, query))
  const errors = checkForm(form, cashRules(page.tenant.germanIbansOnly))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const here = (more = {}) =>
    redirect(
      href(page.tenant, page.locale, 'BankDetailsRecommender', {
        ...ofReward(query.rewardId),
        ...more,
      }),
    )
  try {
    await callApi(page, 'saveBankData', { query, body: bankDataIn(form) })
  } catch (error) {
    // Without a session there may still be a link; the page says which.
    if (error instanceof ApiError && error.status === 401 && !page.user) return here()
    return refused(form, error, { bic: 'bic' })
  }
  return here({ saved: '1' })
}

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('own')('account.title'), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<Loaded>()
  if (loaded.state === 'press') return <OpenLink over={<NoAccount state="valid-link" />} />
  if (loaded.state !== 'open') return <NoAccount state={loaded.state} />
  const { reward } = loaded
  const account = <Account {...loaded} />
  return reward ? <OfReward id={reward}>{account}</OfReward> : account
}

function Account({
  bank,
  proof,
  reward,
}: {
  bank: Stored | null
  proof: AddressProof | null
  reward: string | null
}) {
  const { user } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('own')
  const saved = search.get('saved') === '1' && bank !== null
  return (
    <PageColumn narrow>
      <div>
        <h1 className="page-title">{t('account.title')}</h1>
        <p className="mt-3 text-lg">{t('account.intro')}</p>
      </div>
      {saved ? <Notice tone="success" title={t('account.saved')} live /> : null}
      {bank ? <Known bank={bank} /> : null}
      {bank && !user ? null : (
        <AfterAddress proof={proof} asks={proof?.confirmed === false}>
          <AccountForm bank={bank} />
        </AfterAddress>
      )}
      <Onwards reward={reward ?? undefined} />
    </PageColumn>
  )
}

function Known({ bank }: { bank: Stored }) {
  const { user } = usePage()
  const t = useTexts('own')
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('account.known')}</h2>
      <p className="mt-2 font-semibold">
        {bank.holder}
        <br />
        <span className="tabular-nums">{bank.iban}</span>
      </p>
      {/* A link can be forwarded; stored data changes only after a login. */}
      {user ? null : <p className="mt-3">{t('account.loginToChange')}</p>}
    </Card>
  )
}

function AccountForm({ bank }: { bank: Stored | null }) {
  const { tenant, user } = usePage()
  const t = useTexts('own')
  const tr = useTexts('reward')
  const answer = useOwnWords(useAccountAnswer(), {
    [errorCodes.loginFirst]: t('account.loginToChange'),
  })
  const name = user?.lastName ? fullName(user) : ''
  return (
    <Card>
      <h2 className="mb-5 text-xl font-bold">{t(bank ? 'account.change' : 'account.add')}</h2>
      <PageForm
        id="referrer-bank"
        rules={cashRules(tenant.germanIbansOnly)}
        labels={{
          holder: tr('details.holder'),
          iban: tr('details.iban'),
          bic: tr('details.bic'),
        }}
        answer={answer}
        draft={false}
      >
        <BankFields
          holder={name}
          texts={{
            hint: tr('details.ibanHint'),
            hintGerman: tr('details.ibanHintGerman'),
            ok: tr('details.ibanOk'),
            bicHint: tr('details.bicHint'),
          }}
        />
        <p className="text-base text-muted">{t('account.hint')}</p>
        <div>
          <SubmitButton>{t('account.save')}</SubmitButton>
        </div>
      </PageForm>
    </Card>
  )
}

function Onwards({ reward }: { reward: string | undefined }) {
  const { user, hasRewardToken } = usePage()
  const t = useTexts('own')
  return (
    <p className="flex flex-col gap-3 md:flex-row">
      {hasRewardToken ? (
        <PageLink page="Reward" values={ofReward(reward)} className={buttonClass('secondary')}>
          {t('account.toReward')}
        </PageLink>
      ) : null}
      <PageLink page={user ? 'Settings' : 'Login'} className={buttonClass('secondary')}>
        {t(user ? 'account.toSettings' : 'login')}
      </PageLink>
    </p>
  )
}

function NoAccount({ state }: { state: Closed }) {
  const { user, locale, tenant } = usePage()
  const t = useTexts('own')
  const back = href(tenant, locale, 'BankDetailsRecommender')
  const Icon = state === 'off' ? Landmark : MailOpen
  return (
    <MessagePage
      mark={<Icon className="size-10" />}
      title={t(`account.${state}Title`)}
      text={t(`account.${state}Text`)}
    >
      {state === 'off' || user ? (
        <PageLink page={user ? 'Dashboard' : 'Homepage'} className={buttonClass()}>
          {t(user ? 'dashboard' : 'home')}
        </PageLink>
      ) : (
        <>
          <PageLink page="Login" values={{ redirect: back }} className={buttonClass()}>
            {t('login')}
          </PageLink>
          <PageLink page="Contact" className={buttonClass('secondary')}>
            {t('contact')}
          </PageLink>
        </>
      )}
    </MessagePage>
  )
}
