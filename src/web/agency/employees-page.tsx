import { redirect, useActionData, useLoaderData, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { useClearDraft } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, maxLength, personName, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { EmployeeFile, readFile, type FileReport } from './employee-file.tsx'
import { EmployeeList } from './employee-list.tsx'

const rules = {
  firstName: [required, personName],
  lastName: [required, personName],
  email: [required, email],
  employeeNumber: [required, maxLength(40)],
}
const draft = 'agency-employee'

export async function loader({ context }: LoaderFunctionArgs) {
  const people = await callApi(pageOf(context), 'listEmployees', {})
  return { people, key: crypto.randomUUID() }
}

export async function action({ request, context }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const intent = textOf(form, 'intent')
  if (intent === 'file' || intent === 'file-add') return readFile(page, form)
  const refusal = intent === 'add' ? await add(page, form) : await change(page, form, intent)
  return refusal ?? redirect(href(page.tenant, page.locale, 'AgencyEmployees', { done: intent }))
}

async function add(page: PageContext, form: FormData) {
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    await callApi(page, 'addEmployee', {
      body: {
        firstName: textOf(form, 'firstName'),
        lastName: textOf(form, 'lastName'),
        email: textOf(form, 'email'),
        employeeNumber: textOf(form, 'employeeNumber'),
      },
      idempotencyKey: textOf(form, '_key'),
    })
    return null
  } catch (error) {
    return refused(form, error)
  }
}

async function change(page: PageContext, form: FormData, intent: string) {
  const params = { id: textOf(form, 'id') }
  try {
    if (intent === 'remove') await callApi(page, 'deactivateEmployee', { params })
    else await callApi(page, 'resetEmployee', { params })
    return null
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.employees'), robots: 'noindex' }
}

export function Component() {
  const { people, key } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer | { report: FileReport }>()
  const [search] = useSearchParams()
  const t = useTexts('agency')
  const done = search.get('done')
  const report = answer && 'report' in answer ? answer.report : null
  const refusal = answer && !('report' in answer) ? answer : undefined
  const of = (intent: string) => (refusal?.values.intent === intent ? refusal : undefined)
  useClearDraft(draft, done === 'add')
  const said = {
    add: 'employees.added',
    remove: 'employees.removed',
    reset: 'employees.reset',
  } as const
  return (
    <AgencyFrame title={t('nav.employees')} intro={t('employees.intro')}>
      {done && done in said && !answer ? (
        <Notice tone="success" live title={t(said[done as keyof typeof said])} />
      ) : null}
      <EmployeeList people={people} answer={of('remove') ?? of('reset')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card>
          <h2 id="neu" className="mb-5 text-xl font-bold">
            {t('employees.addTitle')}
          </h2>
          <PageForm
            // Empty for the next one.
            key={done === 'add' ? key : ''}
            id={draft}
            rules={rules}
            labels={{
              firstName: t('field.firstName'),
              lastName: t('field.lastName'),
              email: t('field.email'),
              employeeNumber: t('field.employeeNumber'),
            }}
            answer={of('add')}
            idempotencyKey={key}
          >
            <input type="hidden" name="intent" value="add" />
            <div className="grid gap-6 md:grid-cols-2">
              <TextField name="firstName" autoComplete="off" />
              <TextField name="lastName" autoComplete="off" />
            </div>
            <TextField name="email" type="email" autoComplete="off" inputMode="email" />
            <TextField name="employeeNumber" autoComplete="off" hint={t('employees.numberHint')} />
            <SubmitButton>{t('employees.add')}</SubmitButton>
          </PageForm>
        </Card>
        <EmployeeFile report={report} answer={of('file') ?? of('file-add')} />
      </div>
    </AgencyFrame>
  )
}
