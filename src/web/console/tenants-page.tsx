import { wire } from 'virtual:wire-office'
import { useMemo } from 'react'
import { redirect, useActionData, useLoaderData, useParams, useSearchParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { addCalls, callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { checkForm, maxLength, required, textOf } from '../ui/form/rules.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import { DataTable } from '../ui/table/data-table.tsx'
import { readTable, type TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { Act } from './act.tsx'
import { ConsoleFrame } from './console-frame.tsx'
import { TenantState } from './tenant-state.tsx'

addCalls(wire)

type Row = AnswerOf<Endpoints['listTenants']>['tenants'][number]

const spec: TableSpec = { sorts: ['name'], fallsFirst: [], filters: ['stand'] }
const states = ['entwurf', 'oeffentlich'] as const

const rules = {
  code: [required, maxLength(31)],
  name: [required, maxLength(80)],
  legalName: [required, maxLength(120)],
  reason: [required, maxLength(500)],
}

export async function loader({ context, params, request }: LoaderFunctionArgs) {
  const tenant = params['mandant'] ?? ''
  const { tenants } = await callApi(pageOf(context), 'listTenants', { tenant })
  const query = readTable(new URL(request.url).searchParams, spec)
  const wanted = query.filters['stand']
  const rows = tenants
    .filter(({ isDraft }) => !wanted || wanted.includes(isDraft ? states[0] : states[1]))
    .toSorted((a, b) => (query.descending ? -1 : 1) * a.name.localeCompare(b.name, 'de'))
  return { rows, names: tenants.map(({ code, name }) => ({ code, name })), query }
}

export async function action({ context, params, request }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const tenant = params['mandant'] ?? ''
  const [host, template] = [textOf(form, 'host'), textOf(form, 'template')]
  try {
    const { code } = await callApi(page, 'createTenant', {
      tenant,
      body: {
        code: textOf(form, 'code'),
        name: textOf(form, 'name'),
        legalName: textOf(form, 'legalName'),
        reason: textOf(form, 'reason'),
        ...(host ? { host } : {}),
        ...(template ? { template } : {}),
      },
    })
    const values = { mandant: tenant, code, done: 'created' }
    return redirect(href(page.tenant, page.locale, 'ConsoleTenant', values))
  } catch (error) {
    return refused(form, error)
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleTenants')('list.title'), robots: 'noindex' }
}

export function Component() {
  const { rows, names, query } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const [search] = useSearchParams()
  const { mandant = '' } = useParams()
  const { locale } = usePage()
  const t = useTexts('consoleTenants')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  return (
    <ConsoleFrame title={t('list.title')} isList>
      {search.get('done') === 'deleted' && !answer ? (
        <Notice tone="success" live title={t('done.deleted')} />
      ) : null}
      <DataTable
        title={t('list.title')}
        page="ConsoleTenants"
        kept={{ mandant }}
        spec={spec}
        query={query}
        columns={columns}
        rows={rows}
        total={rows.length}
        pageCount={1}
        sum={null}
        idOf={({ code }) => code}
        nameOf={({ name }) => name}
        link={({ code }) => ({ page: 'ConsoleTenant', values: { mandant, code } })}
        record={null}
        searchHint={null}
        filters={[
          {
            name: 'stand',
            title: t('state'),
            kind: 'choice',
            choices: states.map((value) => ({ value, title: t(`state.${value}`) })),
          },
        ]}
        none={{ title: t('list.none'), text: t('list.noneText') }}
      />
      <div className="mt-4">
        <Act
          id="create"
          title={t('create')}
          kind="primary"
          rules={rules}
          labels={{
            code: t('field.code'),
            name: t('field.name'),
            legalName: t('field.legalName'),
            host: t('field.host'),
            template: t('field.template'),
            reason: t('reason'),
          }}
          answer={answer}
        >
          <p>{t('createText')}</p>
          <div className="grid gap-4 md:grid-cols-2">
            <TextField name="code" autoComplete="off" spellCheck={false} hint={t('hint.code')} />
            <TextField name="name" autoComplete="off" hint={t('hint.name')} />
            <TextField name="legalName" autoComplete="off" hint={t('hint.legalName')} />
            <TextField name="host" autoComplete="off" spellCheck={false} hint={t('hint.host')} />
            <SelectField
              name="template"
              empty={t('field.noTemplate')}
              options={names.map(({ code, name }) => ({ value: code, title: name }))}
            />
            <TextField name="reason" autoComplete="off" hint={t('hint.reason')} />
          </div>
        </Act>
      </div>
    </ConsoleFrame>
  )
}

const missingOf = ({ checks }: Row) => checks.filter(({ missing }) => missing.length > 0)

const columnsFor = (t: Translate<'consoleTenants'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'name',
    title: t('field.name'),
    kind: 'person',
    sort: 'name',
    cell: ({ name }) => <span className="dt-cut">{name}</span>,
  },
  {
    id: 'state',
    title: t('state'),
    kind: 'state',
    card: 'state',
    cell: ({ isDraft }) => <TenantState isDraft={isDraft} />,
  },
  { id: 'code', title: t('field.code'), priority: 2, cell: ({ code }) => code },
  {
    id: 'host',
    title: t('field.host'),
    cell: ({ origin }) => <span className="dt-cut">{new URL(origin).host}</span>,
  },
  {
    id: 'missing',
    title: t('missing'),
    card: 'fact',
    cell: (row) => (
      <span className="dt-cut">
        {missingOf(row)
          .map(({ name }) => t(`check.${name}`))
          .join(', ')}
      </span>
    ),
  },
  {
    id: 'since',
    title: t('since'),
    kind: 'date',
    card: 'date',
    priority: 3,
    cell: ({ publishedAt, createdAt }) => formatDate(localDayOf(publishedAt ?? createdAt), locale),
  },
]
