import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { useClearDraft } from '../ui/form/draft.ts'
import { checkForm, textOf } from '../ui/form/rules.ts'
import { localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { BonusPlanForm, planDraft, planRules, stageRows } from './bonus-plan-form.tsx'
import { BonusPlanList } from './bonus-plan-list.tsx'
import { readEuros } from '../ui/form/read-euros.ts'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const known = await callApi(page, 'listBonusPlans', {})
  return { ...known, today: localDayOf(page.now), key: crypto.randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  const refusal = intent === 'delete' ? await remove(page, form) : await add(page, form)
  return refusal ?? redirect(href(page.tenant, page.locale, 'AgencyBonusPlan', { done: intent }))
}

async function add(page: PageContext, form: FormData) {
  const errors = checkForm(form, planRules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const stages = stageRows
    .map((row) => [textOf(form, `from${row}`), textOf(form, `euros${row}`)] as const)
    // Ignore rows without an amount.
    .filter(([, euros]) => euros !== '')
    .map(([from, euros]) => ({ from: wholeOf(from), cents: readEuros(euros) }))
  const [day, month, year] = textOf(form, 'validFrom').split('.')
  try {
    await callApi(page, 'addBonusPlan', {
      body: {
        name: textOf(form, 'name'),
        fixedCents: readEuros(textOf(form, 'fixed')),
        stages,
        periodMonths: wholeOf(textOf(form, 'period')),
        validFrom: `${year}-${month}-${day}`,
      },
      idempotencyKey: textOf(form, '_key'),
    })
    return null
  } catch (error) {
    return refused(form, error, { fixedCents: 'fixed', stages: 'euros1', periodMonths: 'period' })
  }
}

const wholeOf = (text: string) => (/^\d{1,4}\.?$/.test(text) ? Number.parseInt(text, 10) : 0)

async function remove(page: PageContext, form: FormData) {
  try {
    await callApi(page, 'deleteBonusPlan', { params: { id: textOf(form, 'id') } })
    return null
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.bonusPlan'), robots: 'noindex' }
}

export function Component() {
  const { plans, standard, today, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { agencyUser } = usePage()
  const [search] = useSearchParams()
  const t = useTexts('agencyMoney')
  const title = useTexts('agency')('nav.bonusPlan')
  const ability = abilitiesOf(agencyUser?.role ?? null)
  const done = search.get('done')
  const of = (intent: string) => (answer?.values.intent === intent ? answer : undefined)
  useClearDraft(planDraft, done === 'add')
  return (
    <AgencyFrame title={title} intro={t('plan.intro')}>
      {(done === 'add' || done === 'delete') && !answer ? (
        <Notice tone="success" live title={t(done === 'add' ? 'plan.added' : 'plan.deleted')} />
      ) : null}
      <BonusPlanList
        plans={plans}
        standard={standard}
        today={today}
        mayDelete={ability.can('delete', 'bonus-plan')}
        answer={of('delete')}
      />
      {ability.can('create', 'bonus-plan') ? (
        <BonusPlanForm
          // A new key resets the form once a plan is added.
          key={key}
          today={today}
          standard={standard}
          answer={of('add')}
          idempotencyKey={key}
        />
      ) : (
        <p className="text-base text-muted">{t('plan.readOnly')}</p>
      )}
    </AgencyFrame>
  )
}
