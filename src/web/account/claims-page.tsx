import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import {
  claimFieldsOf,
  ClaimForm,
  claimFormId,
  claimOf,
  claimRules,
} from '../referral/claim-form.tsx'
import { ClaimDone, OwnClaims } from '../referral/claim-list.tsx'
import { buttonClass } from '../ui/button.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  return callApi(pageOf(context), 'listOwnClaims', {})
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const here = (done: string) => redirect(href(page.tenant, page.locale, 'Claims', { done }))
  try {
    if (textOf(form, 'intent') === 'withdraw') {
      await callApi(page, 'withdrawClaim', { params: { id: textOf(form, 'id') } })
      return here('withdrawn')
    }
    const errors = checkForm(form, claimRules(true))
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    const body = { referralNumber: textOf(form, 'referral'), ...(await claimOf(form)) }
    await callApi(page, 'makeClaim', { body })
    return here('made')
  } catch (error) {
    return refused(form, error, claimFieldsOf)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('claims')('title'), robots: 'noindex' }
}

export function Component() {
  const list = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const t = useTexts('claims')
  const made = search.get('done') === 'made' && !answer
  useClearDraft(claimFormId, made)
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <p className="mt-3 text-lg">{t('intro', { months: list.months })}</p>
      </div>
      {answer ? null : <ClaimDone claims={list.claims} done={search.get('done')} />}
      {made ? (
        <p>
          <PageLink page="Claims" className={buttonClass('secondary')}>
            {t('another')}
          </PageLink>
        </p>
      ) : list.referrals.length > 0 ? (
        <ClaimForm list={list} chooses wanted={search.get('empfehlung')} answer={answer} />
      ) : (
        <EmptyList
          title={t('none')}
          action={
            <PageLink page="Homepage" className={buttonClass()}>
              {t('home')}
            </PageLink>
          }
        >
          {t('noneText')}
        </EmptyList>
      )}
      <OwnClaims claims={list.claims} />
      <p>
        <TextLink page="Dashboard">{t('back')}</TextLink>
      </p>
    </PageColumn>
  )
}
