import { Check, MailCheck } from 'lucide-react'
import {
  data,
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../api-error.ts'
import { callApi } from '../api.ts'
import { refusedOrCaptcha } from '../captcha.ts'
import { refused, type FormAnswer } from '../form-answer.ts'
import { href } from '../href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { track } from '../track.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { isTokenText } from '../token-text.ts'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { LinkProblem } from './link-problem.tsx'
import { MailSent, resendIntent, type Resent } from './recipient-mail-sent.tsx'
import { recipientFormId } from './recipient-form-id.ts'

type Loaded =
  | { state: 'confirm'; token: string } // came from the mail
  | { state: 'broken' } // came with a link that lost a piece on its way
  | { state: 'confirmed'; shopUrl: string | null }
  | { state: 'used'; shopUrl: string | null } // came from the mail again, or after a contract had confirmed the data
  | { state: 'mail'; number: string; email: string | null; shopUrl: string | null } // has just filled in the form

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('t')
  if (token !== null) {
    if (!isTokenText(token)) return data<Loaded>({ state: 'broken' }, { status: 404 })
    const used = await readUsed(page, token)
    if (!used) return data<Loaded>({ state: 'confirm', token })
    const shopUrl = used.concluded
      ? null
      : await findShopUrl(page, used.referralNumber, used.number)
    return data<Loaded>({ state: 'used', shopUrl })
  }
  const number = searchParams.get('empfehlung') ?? ''
  if (searchParams.has('ok')) {
    const recipient = searchParams.get('empfaenger')
    const shopUrl = await findShopUrl(page, number, recipient)
    return data<Loaded>({ state: 'confirmed', shopUrl })
  }
  return data(await ownState(page, number))
}

/** What a link led to whose data is confirmed already; null for one that still waits for its press, which tells what is wrong with any other. */
async function readUsed(page: PageContext, token: string) {
  try {
    const link = await callApi(page, 'validateRecipientToken', { body: { token } })
    return link.confirmed ? link : null
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function findShopUrl(page: PageContext, number: string, recipient: string | null) {
  try {
    const query = recipient ? { recipient } : {}
    return (await callApi(page, 'showProductLink', { params: { number }, query })).url
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

// The cookie of the form before this page tells who waits for which mail. Without it, the page says the same without names.
async function ownState(page: PageContext, number: string): Promise<Loaded> {
  try {
    const { recipient } = await callApi(page, 'showOrder', {
      query: number ? { referral: number } : {},
    })
    const { confirmed, email, referralNumber, shopUrl } = recipient
    if (referralNumber !== number) return await stranger(page, number)
    return confirmed ? { state: 'confirmed', shopUrl } : { state: 'mail', number, email, shopUrl }
  } catch (error) {
    if (error instanceof ApiError) return await stranger(page, number)
    throw error
  }
}

const stranger = async (page: PageContext, number: string): Promise<Loaded> => ({
  state: 'mail',
  number,
  email: null,
  shopUrl: number ? await findShopUrl(page, number, null) : null,
})

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') === resendIntent) return sendAgain(page, form, request)
  const token = textOf(form, 't')
  try {
    const used = isTokenText(token) && (await readUsed(page, token))
    const recipient = await callApi(page, 'confirmRecipient', { body: { token } })
    if (recipient.token)
      page.startSession('recipient', recipient.token, null, recipient.referralNumber)
    if (used) return redirect(href(page.tenant, page.locale, 'RecipientConfirmation', { t: token }))
    return redirect(
      href(page.tenant, page.locale, 'RecipientConfirmation', {
        empfehlung: recipient.referralNumber,
        empfaenger: recipient.number,
        ok: 1,
      }),
    )
  } catch (error) {
    return refused(form, error)
  }
}

async function sendAgain(page: PageContext, form: FormData, request: Request) {
  const captcha = textOf(form, 'captcha')
  const number = new URL(request.url).searchParams.get('empfehlung')
  try {
    const { email } = await callApi(page, 'resendRecipientMail', {
      query: { ...(captcha ? { captcha } : {}), ...(number ? { referral: number } : {}) },
    })
    return { resent: email } satisfies Resent
  } catch (error) {
    return refusedOrCaptcha(page, form, error, {})
  }
}

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  const t = texts('recipient')
  if (loaded?.state === 'mail' && loaded.shopUrl)
    return { title: t('ready.title'), robots: 'noindex' }
  return { title: t(`${loaded?.state ?? 'mail'}.title`), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<Loaded>()
  if (loaded.state === 'confirm') return <Confirm token={loaded.token} />
  if (loaded.state === 'broken') return <LinkProblem kind="broken" />
  return loaded.state === 'mail' ? (
    <MailSent {...loaded} />
  ) : (
    <Confirmed shopUrl={loaded.shopUrl} used={loaded.state === 'used'} />
  )
}

// Mail scanners open links too, so the link alone confirms nothing: the button does.
function Confirm({ token }: { token: string }) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('recipient')
  if (answer?.code === errorCodes.tokenUsed) return <Confirmed shopUrl={null} used />
  if (answer?.code === errorCodes.linkExpired) return <LinkProblem kind="tooOld" />
  return (
    <MessagePage
      mark={<MailCheck className="size-10" />}
      title={t('confirm.title')}
      text={t('confirm.text')}
    >
      <PageForm id="confirm" rules={{}} labels={{}} answer={answer} asDocument draft={false}>
        <input type="hidden" name="t" value={token} />
        <SubmitButton>{t('confirm.button')}</SubmitButton>
      </PageForm>
    </MessagePage>
  )
}

function Confirmed({ shopUrl, used }: { shopUrl: string | null; used: boolean }) {
  const t = useTexts('recipient')
  useClearDraft(recipientFormId)
  return (
    <MessagePage
      mark={<Check className="size-10" />}
      title={t(used ? 'used.title' : 'confirmed.title')}
      text={t(shopUrl && !used ? 'confirmed.text' : 'used.text')}
    >
      {shopUrl ? (
        <a href={shopUrl} className={buttonClass()} onClick={() => track('shop-opened')}>
          {t('confirmed.shop')}
        </a>
      ) : null}
      <PageLink page="RecipientArea" className={buttonClass(shopUrl ? 'secondary' : 'primary')}>
        {t('confirmed.area')}
      </PageLink>
    </MessagePage>
  )
}
