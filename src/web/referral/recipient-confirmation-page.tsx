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
import { maskEmail } from '../../domain/mask-email.ts'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { track } from '../tracking/track.ts'
import { buttonClass, linkClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { isTokenText } from '../runtime/token-text.ts'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { LinkProblem } from './link-problem.tsx'
import { MailSent } from './recipient-mail-sent.tsx'
import { recipientFormId } from './recipient-form-id.ts'
import { resendIntent, sendAgain } from './send-again.ts'

type Loaded =
  | { state: 'confirm'; token: string } // came from the mail
  | { state: 'broken' } // came with a damaged link
  | { state: 'confirmed'; shopUrl: string | null }
  | { state: 'accepted'; number: string; shopUrl: string | null } // reopened the referral on the device that accepted it
  | { state: 'used'; shopUrl: string | null } // came from the mail again, or after a contract confirmed the data
  | { state: 'mail'; number: string; email: string | null; shopUrl: string | null; again: boolean } // has filled in the form

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
  return data(await ownState(page, number, searchParams.has('wieder')))
}

/** The target of a link whose data is confirmed already; null if unconfirmed or invalid, which the press then reports. */
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

// The form's cookie tells who waits for which mail. Without it the page names nobody.
async function ownState(page: PageContext, number: string, again: boolean): Promise<Loaded> {
  try {
    const { recipient, orders } = await callApi(page, 'showOrder', {
      query: number ? { referral: number } : {},
    })
    const { confirmed, email, referralNumber, shopUrl } = recipient
    if (referralNumber !== number) return await stranger(page, number)
    const concluded = orders.some(({ status }) => status !== 'Storniert')
    if (confirmed) return { state: 'accepted', number, shopUrl: concluded ? null : shopUrl }
    // On a reopened link it may be another person at the same device.
    const shown = again ? maskEmail(email) : email
    return { state: 'mail', number, email: shown, shopUrl: concluded ? null : shopUrl, again }
  } catch (error) {
    if (error instanceof ApiError) return await stranger(page, number)
    throw error
  }
}

const stranger = async (page: PageContext, number: string): Promise<Loaded> => ({
  state: 'mail',
  number,
  email: null,
  again: false,
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
    if (recipient.token) await page.openLink('recipient', recipient.token)
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

export function meta({ data: loaded, texts }: MetaArgs<() => Loaded>): Meta {
  const t = texts('confirmation')
  if (loaded?.state === 'broken') return { title: t('broken.title'), robots: 'noindex' }
  if (loaded?.state === 'mail' && loaded.shopUrl)
    return { title: t(loaded.again ? 'again.title' : 'ready.title'), robots: 'noindex' }
  return { title: t(`${loaded?.state ?? 'mail'}.title`), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<Loaded>()
  if (loaded.state === 'confirm') return <Confirm token={loaded.token} />
  if (loaded.state === 'accepted') return <Accepted {...loaded} />
  if (loaded.state === 'broken') return <Problem kind="broken" />
  return loaded.state === 'mail' ? (
    <MailSent {...loaded} />
  ) : (
    <Confirmed shopUrl={loaded.shopUrl} used={loaded.state === 'used'} />
  )
}

function Problem({ kind }: { kind: 'broken' | 'tooOld' }) {
  const t = useTexts('confirmation')
  return <LinkProblem kind={kind} title={t(`${kind}.title`)} text={t(`${kind}.text`)} />
}

// Mail scanners open links too, so the link alone confirms nothing: the button does.
function Confirm({ token }: { token: string }) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('confirmation')
  if (answer?.code === errorCodes.tokenUsed) return <Confirmed shopUrl={null} used />
  if (answer?.code === errorCodes.linkExpired) return <Problem kind="tooOld" />
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
  const t = useTexts('confirmation')
  useClearDraft(recipientFormId)
  return (
    <MessagePage
      mark={<Check className="size-10" />}
      title={t(used ? 'used.title' : 'confirmed.title')}
      text={t(shopUrl && !used ? 'confirmed.text' : 'used.text')}
    >
      <ToOffer shopUrl={shopUrl} />
    </MessagePage>
  )
}

/** Continues for the person who accepted, or opens the form for another one on this device. */
function Accepted({ number, shopUrl }: { number: string; shopUrl: string | null }) {
  const t = useTexts('confirmation')
  const pageHref = usePageHref()
  useClearDraft(recipientFormId)
  return (
    <MessagePage
      mark={<Check className="size-10" />}
      title={t('accepted.title')}
      text={t(shopUrl ? 'confirmed.text' : 'accepted.text')}
    >
      <ToOffer shopUrl={shopUrl} number={number} />
      <a
        href={pageHref('RecipientData', { empfehlungsnummer: number, neu: 1 })}
        className={`${linkClass()} justify-center md:basis-full`}
      >
        {t('accepted.other')}
      </a>
    </MessagePage>
  )
}

function ToOffer({ shopUrl, number }: { shopUrl: string | null; number?: string }) {
  const t = useTexts('confirmation')
  return (
    <>
      {shopUrl ? (
        <a href={shopUrl} className={buttonClass()} onClick={() => track('shop-opened')}>
          {t('confirmed.shop')}
        </a>
      ) : null}
      <PageLink
        page="RecipientArea"
        values={{ empfehlung: number }}
        className={buttonClass(shopUrl ? 'secondary' : 'primary')}
      >
        {t('confirmed.area')}
      </PageLink>
    </>
  )
}
