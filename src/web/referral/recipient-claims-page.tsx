import { data, redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { useClearDraft } from '../ui/form/draft.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { PageColumn } from '../ui/page-column.tsx'
import { TextLink } from '../ui/text-link.tsx'
import {
  claimFieldsOf,
  ClaimForm,
  contactDraft,
  claimOf,
  claimRules,
  type ClaimList,
} from './claim-form.tsx'
import { ClaimDone, OwnClaims } from './claim-list.tsx'
import { readOwn, referralIn } from './open-own.ts'
import { OwnProblem } from './own-problem.tsx'

type Loaded = { list: ClaimList; missing: null } | { list: null; missing: 'owner' | 'over' }

/** For a confirmed contact by their mailed link. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = referralIn(request)
  try {
    const list = await callApi(page, 'listContactClaims', { query })
    return data<Loaded>({ list, missing: null })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    if (page.hasRecipientToken && !(await readOwn(page, query)))
      return data<Loaded>({ list: null, missing: 'over' }, { status: 410 })
    return data<Loaded>({ list: null, missing: 'owner' })
  }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const query = referralIn(request)
  const here = (done: string) =>
    redirect(
      href(page.tenant, page.locale, 'RecipientClaims', { empfehlung: query.referral, done }),
    )
  try {
    if (textOf(form, 'intent') === 'withdraw') {
      const params = { id: textOf(form, 'id') }
      await callApi(page, 'withdrawContactClaim', { query, params })
      return here('withdrawn')
    }
    const errors = checkForm(form, claimRules(false))
    if (Object.keys(errors).length > 0) return invalid(form, errors)
    await callApi(page, 'makeContactClaim', { query, body: await claimOf(form) })
    return here('made')
  } catch (error) {
    return refused(form, error, claimFieldsOf)
  }
}

export function meta({ texts }: MetaArgs<() => Loaded>): Meta {
  const title = `${texts('claims')('title')} – ${texts('own')('area.title')}`
  return { title, robots: 'noindex' }
}

export function Component() {
  const { list, missing } = useLoaderData<Loaded>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const t = useTexts('claims')
  const made = search.get('done') === 'made' && !answer
  // One at a time.
  const isOpen = list?.claims.some(({ state }) => state === 'offen') === true
  useClearDraft(contactDraft(list), made)
  if (list === null) return <OwnProblem kind={missing} />
  return (
    <PageColumn>
      <div>
        <h1 className="page-title">{t('title')}</h1>
        <p className="mt-3 text-lg">{t('intro', { months: list.months })}</p>
      </div>
      {answer ? null : <ClaimDone claims={list.claims} done={search.get('done')} />}
      {made || isOpen ? null : (
        <ClaimForm list={list} chooses={false} wanted={null} answer={answer} />
      )}
      <OwnClaims claims={list.claims} />
      <p>
        <TextLink
          page="RecipientArea"
          values={{ empfehlung: search.get('empfehlung') ?? undefined }}
        >
          {t('back')}
        </TextLink>
      </p>
    </PageColumn>
  )
}
