import { Hash, KeyRound } from 'lucide-react'
import { data, redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useOwnWords } from '../access/own-words.ts'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'

const formId = 'customer-number'
const rules = { number: [required, maxLength(80)] }

type Result = AnswerOf<Endpoints['showCustomerNumber']>
type Loaded = { state: 'off' | 'login'; result: null } | { state: 'open'; result: Result }

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  if (!page.tenant.customerNumbers)
    return data<Loaded>({ state: 'off', result: null }, { status: 404 })
  if (!page.user) return data<Loaded>({ state: 'login', result: null })
  return data<Loaded>({ state: 'open', result: await callApi(page, 'showCustomerNumber', {}) })
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const { referrerHash } = await callApi(page, 'showUser', {})
    await callApi(page, 'setCustomerNumber', {
      params: { id: referrerHash },
      query: { number: textOf(form, 'number') },
    })
  } catch (error) {
    return refused(form, error)
  }
  return redirect(href(page.tenant, page.locale, 'CustomerNumber'))
}

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  return { title: texts('own')('customer.title'), robots: 'noindex' }
}

export function Component() {
  const { state, result } = useLoaderData<Loaded>()
  return result ? <Customer result={result} /> : <NoCustomer state={state as 'off' | 'login'} />
}

function Customer({ result }: { result: Result }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  // A rejected number is corrected from what was typed.
  useClearDraft(formId, result.result === 'geprueft' || result.result === 'inPruefung')
  return (
    <PageColumn narrow>
      <div>
        <h1 className="page-title">{t('customer.title')}</h1>
        <p className="mt-3 text-lg">{t('customer.intro', { tenant: tenant.name })}</p>
      </div>
      <Standing result={result} />
      <Card>
        <NumberForm known={result.masked !== null} />
      </Card>
      <p>
        <PageLink page="Settings" className={`${buttonClass('secondary')} w-full md:w-auto`}>
          {t('account.toSettings')}
        </PageLink>
      </p>
    </PageColumn>
  )
}

const tones = { geprueft: 'success', inPruefung: 'info', unbekannt: 'danger' } as const

/** The provider's verdict on the number; a pending one is refreshed by reloading the page. */
function Standing({ result: { result, masked } }: { result: Result }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  if (!result || !masked) return null
  return (
    <Notice tone={tones[result]} title={t(`customer.${result}Title`, { number: masked })} live>
      <p>{t(`customer.${result}`, { tenant: tenant.name, email: tenant.contact.email })}</p>
      {result === 'inPruefung' ? (
        <p>
          <TextLink page="CustomerNumber">{t('customer.again')}</TextLink>
        </p>
      ) : null}
    </Notice>
  )
}

function NumberForm({ known }: { known: boolean }) {
  const t = useTexts('own')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    [errorCodes.tooManyRequests]: t('customer.limit'),
  })
  return (
    <PageForm id={formId} rules={rules} labels={{ number: t('customer.label') }} answer={answer}>
      <TextField
        name="number"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        hint={t('customer.hint')}
        className="max-w-md"
      />
      <div>
        <SubmitButton>{t(known ? 'customer.change' : 'customer.save')}</SubmitButton>
      </div>
    </PageForm>
  )
}

function NoCustomer({ state }: { state: 'off' | 'login' }) {
  const { tenant, locale } = usePage()
  const t = useTexts('own')
  const login = state === 'login'
  const back = href(tenant, locale, 'CustomerNumber')
  return (
    <MessagePage
      mark={login ? <KeyRound className="size-10" /> : <Hash className="size-10" />}
      title={t(`customer.${state}Title`)}
      text={t(`customer.${state}Text`, { tenant: tenant.name })}
    >
      {login ? (
        <PageLink page="Login" values={{ redirect: back }} className={buttonClass()}>
          {t('login')}
        </PageLink>
      ) : null}
      <PageLink page="Homepage" className={buttonClass(login ? 'secondary' : 'primary')}>
        {t('home')}
      </PageLink>
    </MessagePage>
  )
}
