import {
  redirect,
  useActionData,
  useLoaderData,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
} from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError, errorCodes } from '../api-error.ts'
import { callApi } from '../api.ts'
import { refused, type FormAnswer } from '../form-answer.ts'
import { href } from '../href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { recipientFormId } from './recipient-form-id.ts'

type Loaded =
  | { state: 'confirm'; token: string } // came from the mail
  | { state: 'confirmed'; shopUrl: string | null }
  | { state: 'mail'; email: string | null } // has just filled in the form

export async function loader({ request, context }: LoaderFunctionArgs): Promise<Loaded> {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const token = searchParams.get('t')
  if (token) return { state: 'confirm', token }
  const number = searchParams.get('empfehlung') ?? ''
  if (searchParams.has('ok')) {
    const recipient = searchParams.get('empfaenger')
    return { state: 'confirmed', shopUrl: await findShopUrl(page, number, recipient) }
  }
  return ownState(page, number)
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
    const { recipient } = await callApi(page, 'showOrder', {})
    if (recipient.referralNumber !== number) return { state: 'mail', email: null }
    return recipient.confirmed
      ? { state: 'confirmed', shopUrl: recipient.shopUrl }
      : { state: 'mail', email: recipient.email }
  } catch (error) {
    if (error instanceof ApiError) return { state: 'mail', email: null }
    throw error
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  try {
    const recipient = await callApi(page, 'confirmRecipient', {
      body: { token: textOf(form, 't') },
    })
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

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('recipient')(`${data?.state ?? 'mail'}.title`), robots: 'noindex' }
}

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  useClearDraft(recipientFormId)
  if (loaded.state === 'confirm') return <Confirm token={loaded.token} />
  return loaded.state === 'confirmed' ? (
    <Confirmed shopUrl={loaded.shopUrl} />
  ) : (
    <MailSent email={loaded.email} />
  )
}

// Mail scanners open links too, so the link alone confirms nothing: the button does.
function Confirm({ token }: { token: string }) {
  const answer = useActionData<FormAnswer>()
  const t = useTexts('recipient')
  if (answer?.code === errorCodes.tokenUsed) return <Confirmed shopUrl={null} />
  if (answer?.code === errorCodes.linkExpired) return <LinkTooOld />
  return (
    <MessagePage mark="✓" title={t('confirm.title')} text={t('confirm.text')}>
      <PageForm id="confirm" rules={{}} labels={{}} answer={answer} draft={false}>
        <input type="hidden" name="t" value={token} />
        <SubmitButton>{t('confirm.button')}</SubmitButton>
      </PageForm>
    </MessagePage>
  )
}

function Confirmed({ shopUrl }: { shopUrl: string | null }) {
  const t = useTexts('recipient')
  return (
    <MessagePage
      mark="✓"
      title={t('confirmed.title')}
      text={t(shopUrl ? 'confirmed.text' : 'confirmed.used')}
    >
      {shopUrl ? (
        <a href={shopUrl} className={buttonClass()}>
          {t('confirmed.shop')}
        </a>
      ) : (
        <PageLink page="Homepage" className={buttonClass()}>
          {t('problem.home')}
        </PageLink>
      )}
    </MessagePage>
  )
}

function MailSent({ email }: { email: string | null }) {
  const t = useTexts('recipient')
  return (
    <MessagePage
      mark="@"
      title={t('mail.title')}
      text={
        <>
          <p>{email ? t('mail.textTo', { email }) : t('mail.text')}</p>
          <p className="mt-3 text-base text-muted">{t('mail.spam')}</p>
        </>
      }
    />
  )
}

function LinkTooOld() {
  const t = useTexts('recipient')
  return (
    <MessagePage mark="…" title={t('tooOld.title')} text={t('tooOld.text')}>
      <PageLink page="Code" className={buttonClass()}>
        {t('problem.code')}
      </PageLink>
    </MessagePage>
  )
}
