import { CalendarClock, CalendarX, CircleCheck, Hourglass } from 'lucide-react'
import {
  data,
  redirect,
  useLoaderData,
  useSearchParams,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { isOpening, openLink } from '../referral/open-link.tsx'
import { openOwn, referralIn, type Opened, type Own } from '../referral/open-own.ts'
import { OwnProblem } from '../referral/own-problem.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { checkForm } from '../ui/form/rules.ts'
import { bankDataIn } from '../ui/iban/watch-iban.ts'
import { formatDate } from '../ui/format-date.ts'
import { PageColumn } from '../ui/page-column.tsx'
import {
  AfterAddress,
  isProving,
  proveAddress,
  useAccountAnswer,
  type AddressProof,
} from './address-step.tsx'
import { cashDraft, CashForm, cashRules } from './cash-form.tsx'

type Loaded = Opened & { proof: AddressProof | null }

/** With what is known of the address, where an account is asked for. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { data: opened, init } = await openOwn(page, request)
  const asks = opened.own?.owner && opened.own.reward?.status === 'Bereitgestellt'
  const query = referralIn(request)
  const proof = asks ? await callApi(page, 'showContactProof', { query }) : null
  return data<Loaded>({ ...opened, proof }, init ?? undefined)
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (isOpening(form)) return openLink(page, 'recipient', request, 'BankDetailsRecipient')
  const query = referralIn(request)
  if (isProving(form))
    return proveAddress(form, request, {
      send: () => callApi(page, 'sendContactCode', { query }),
      confirm: (code) => callApi(page, 'confirmContactAddress', { query, body: { code } }),
    })
  const errors = checkForm(form, cashRules(page.tenant.germanIbansOnly))
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  // A reload does not submit again; the page shows the reward's state.
  const here = redirect(
    href(page.tenant, page.locale, 'BankDetailsRecipient', { empfehlung: query.referral }),
  )
  try {
    await callApi(page, 'collectWithBankData', {
      query,
      body: bankDataIn(form),
    })
  } catch (error) {
    const over: string[] = [errorCodes.rewardCollected, errorCodes.rewardTokenInvalid]
    if (error instanceof ApiError && over.includes(error.code)) return here
    return refused(form, error, { bic: 'bic' })
  }
  return here
}

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('own')('bank.title'), robots: 'noindex' }
}

export function Component() {
  const { own, missing, proof } = useLoaderData<Loaded>()
  if (!own) return <OwnProblem kind={missing} />
  if (!own.owner) return <OwnProblem kind="owner" />
  return own.reward?.status === 'Bereitgestellt' ? (
    <BankForm own={own} reward={own.reward} proof={proof} />
  ) : (
    <BankState own={own} />
  )
}

type OwnReward = NonNullable<Own['reward']>

function BankForm({
  own,
  reward,
  proof,
}: {
  own: Own
  reward: OwnReward
  proof: AddressProof | null
}) {
  const { locale } = usePage()
  const t = useTexts('own')
  const answer = useAccountAnswer()
  return (
    <PageColumn narrow>
      <div>
        <h1 className="page-title">{t('bank.formTitle', { amount: reward.amount })}</h1>
        <p className="mt-3">{t('bank.formText', { name: own.firstName, email: own.email })}</p>
        {reward.expiresOn ? (
          <p className="mt-3 font-semibold">
            {t('reward.until', { date: formatDate(reward.expiresOn, locale) })}
          </p>
        ) : null}
      </div>
      <AfterAddress proof={proof} asks={proof?.confirmed === false}>
        <Card>
          <CashForm
            whose={own.number}
            amount={reward.amount}
            expectedOn={reward.expectedOn ?? null}
            stored={null}
            answer={answer}
          />
        </Card>
      </AfterAddress>
    </PageColumn>
  )
}

/** Why no bank data is needed now. */
function BankState({ own }: { own: Own }) {
  const { locale } = usePage()
  const t = useTexts('own')
  const [search] = useSearchParams()
  const { reward } = own
  const status = reward?.status ?? 'Offen'
  const collected = status === 'Abgeholt'
  useClearDraft(cashDraft(own.number), collected)
  const Icon = {
    Offen: Hourglass,
    Bereitgestellt: Hourglass,
    Abgeholt: CalendarClock,
    Ausgezahlt: CircleCheck,
    Abgelaufen: CalendarX,
    Storniert: CalendarX,
  }[status]
  const day = reward?.expectedOn ?? own.nextOn
  const date = day ? formatDate(day, locale) : ''
  const amount = reward?.amount ?? ''
  const iban = (reward?.iban ?? '').replaceAll(' ', '\u00a0')
  let text = t('bank.waits')
  if (collected) text = reward?.expectedOn ? t('bank.coming', { date, iban }) : t('bank.checked')
  else if (status === 'Ausgezahlt') text = t('bank.paid', { amount })
  else if (status === 'Abgelaufen' || status === 'Storniert') text = t('bank.over')
  else if (own.nextOn) text = t('bank.waitsUntil', { date })
  return (
    <MessagePage
      mark={<Icon className="size-10" />}
      title={collected ? t('bank.comingTitle', { amount }) : t(`bank.title${status}`)}
      text={text}
    >
      <PageLink
        page="RecipientArea"
        values={{ empfehlung: search.get('empfehlung') ?? undefined }}
        className={buttonClass()}
      >
        {t('consent.back')}
      </PageLink>
    </MessagePage>
  )
}
