import { Check } from 'lucide-react'
import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { logIn, LoginForm } from '../access/login-form.tsx'
import { closeSession } from '../access/open-session.ts'
import { useOwnWords } from '../access/own-words.ts'
import { isSecondStep } from '../access/passkey-action.ts'
import { answerToPasskey, PasskeyLogin, SecondStep } from '../access/passkey-login.tsx'
import { errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { challengeOf } from '../captcha/captcha.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDrafts } from '../ui/form/draft.ts'
import { Card } from '../ui/card.tsx'
import { textOf } from '../ui/form/rules.ts'
import { wholeEuros } from '../../domain/money.ts'
import { Notice } from '../ui/notice.tsx'
import { groupName } from './group-name.ts'
import { partnerAccess } from './partner-access.ts'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const target = searchParams.get('redirect')
  if (page.salesPartner && target !== null) throw redirect(partnerAccess.target(page, target))
  const offer = await callApi(page, 'showSalesPartnerOffer', {})
  const { plans, vatPercent, complaintDays } = offer
  return {
    plans,
    vatPercent,
    complaintDays,
    needed: target !== null,
    isSecond: isSecondStep(request),
    out: searchParams.has('abgemeldet'),
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (textOf(form, 'intent') === 'logout')
    return closeSession(page, partnerAccess, 'SalesPartnerEntry', { abgemeldet: 1 })
  return logIn(page, request, form, partnerAccess)
}

export function meta({ page, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('salesPartner')
  const { name } = page.tenant
  return { title: t('entry.title', { name }), description: t('entry.description', { name }) }
}

export function Component() {
  const { out } = useLoaderData<typeof loader>()
  const { tenant, salesPartner } = usePage()
  const t = useTexts('salesPartner')
  useClearDrafts(out && !salesPartner)
  return (
    <div className="container-page py-8 md:py-14">
      <h1 className="page-title max-w-[20em]">{t('entry.title', { name: tenant.name })}</h1>
      <p className="mt-3 max-w-[40em] text-lg">{t('entry.intro')}</p>
      <div className="mt-8 grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-12">
        <Offer />
        <div className="flex flex-col gap-4 max-lg:order-first">
          {out && !salesPartner ? <Notice tone="success" live title={t('login.out')} /> : null}
          {salesPartner ? (
            <PageLink page="SalesPartnerArea" className={buttonClass('primary', true)}>
              {t('nav.title')}
            </PageLink>
          ) : (
            <Login />
          )}
        </div>
      </div>
    </div>
  )
}

function Offer() {
  const { plans, vatPercent, complaintDays } = useLoaderData<typeof loader>()
  const { tenant, locale, salesPartner } = usePage()
  const t = useTexts('salesPartner')
  return (
    <div className="flex min-w-0 flex-col gap-8">
      <section aria-labelledby="get">
        <h2 id="get" className="text-2xl font-bold">
          {t('entry.getTitle')}
        </h2>
        {plans.length === 0 ? (
          <p className="mt-4">{t('entry.noPlans', { email: tenant.contact.email })}</p>
        ) : (
          <>
            <ul className="mt-4 grid gap-4 min-[26rem]:grid-cols-2">
              {plans.map(({ group, cents }) => (
                <Card key={group} as="li" pad="small" className="min-w-0">
                  <p className="font-semibold">{groupName(t, group)}</p>
                  <p className="my-1 font-heading text-4xl font-bold tabular-nums">
                    {wholeEuros(cents, locale)}
                  </p>
                  <p className="text-base text-muted">{t('entry.perContract')}</p>
                </Card>
              ))}
            </ul>
            <p className="mt-3 text-base text-muted">{t('entry.vat', { percent: vatPercent })}</p>
          </>
        )}
        <Points
          texts={[
            t('entry.link'),
            ...(complaintDays > 0 ? [t('entry.earned', { count: complaintDays })] : []),
            t('entry.note'),
          ]}
        />
      </section>
      <section aria-labelledby="need">
        <h2 id="need" className="text-2xl font-bold">
          {t('entry.needTitle')}
        </h2>
        <Points texts={[t('entry.need1'), t('entry.need2'), t('entry.need3')]} />
        {salesPartner ? null : (
          <PageLink
            page="SalesPartnerRegistration"
            className={`${buttonClass()} mt-6 w-full md:w-auto`}
          >
            {t('entry.register')}
          </PageLink>
        )}
      </section>
      <p className="text-base text-muted">
        {t('entry.private')} <TextLink page="Homepage">{t('entry.toHome')}</TextLink>
      </p>
    </div>
  )
}

function Points({ texts }: { texts: string[] }) {
  return (
    <ul className="mt-5 flex max-w-[40em] flex-col gap-3">
      {texts.map((text) => (
        <li key={text} className="flex gap-3">
          <Check aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-primary-text" />
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}

function Login() {
  const { needed, isSecond } = useLoaderData<typeof loader>()
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  const account = useTexts('account')
  const answer = useOwnWords(useActionData<FormAnswer>(), {
    PSOF0201: t('login.wrong'),
    PSOF0210: t('login.closed', { email: tenant.contact.email }),
    [errorCodes.confirmationRequired]: t('login.unconfirmed'),
    [errorCodes.tooManyRequests]: account('limit'),
  })
  const own = useTexts('passkeys')
  const challenge = challengeOf(answer)
  if (isSecond)
    return (
      <Card>
        <h2 className="mb-2 text-xl font-bold">{own('second.title')}</h2>
        <p className="mb-4">{own('second.intro')}</p>
        <SecondStep id="partner-login" kind={partnerAccess} answer={answer} />
      </Card>
    )
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('login.title')}</h2>
      {needed ? <p className="mt-1">{t('login.needed')}</p> : null}
      <div className="mt-4">
        <LoginForm
          id="partner-login"
          kind={partnerAccess}
          answer={answerToPasskey(answer) ? undefined : answer}
          challenge={challenge}
          draft={false}
        />
        <PasskeyLogin id="partner-login" answer={answer} />
      </div>
    </Card>
  )
}
