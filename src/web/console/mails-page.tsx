import { useMemo } from 'react'
import { useActionData, useLoaderData, useParams } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { mailTemplates } from '../../contract/mail-templates.ts'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import { mostCounted } from '../../domain/most-counted.ts'
import { mailNames } from '../../contract/mail-words.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type Translate } from '../runtime/texts.ts'
import { formatDateTime } from '../ui/format-date.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, required, textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Notice } from '../ui/notice.tsx'
import {
  knownOf,
  noDaysOf,
  sayDay,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { ConsoleList, nothing, readList } from './console-list.tsx'
import { askFile, csvHref } from './list-file.tsx'
import { changeViews, loadViews } from './list-views.tsx'
import { loadMail } from './load-mail.ts'
import { MailRecord } from './mail-record.tsx'
import { MailState } from './mail-state.tsx'
import { wordOf } from './person-words.ts'

type List = AnswerOf<Endpoints['listMails']>
type Row = List['rows'][number]
type Filter = Exclude<BodyOf<Endpoints['listMails']>['filter'], undefined>

const spec: TableSpec = {
  sorts: [],
  fallsFirst: [],
  filters: ['stand', 'mailart', 'von', 'bis'],
  days: ['von', 'bis'],
}
const states = ['wartet', 'gesendet', 'gescheitert'] as const
const templates = Object.keys(mailTemplates)

/** Null: an unknown value was asked for, which no mail has. */
function filterOf(query: TableQuery): Filter | null {
  const state = knownOf(query, 'stand', states)
  const template = knownOf(query, 'mailart', templates)
  if (state === null || template === null || noDaysOf(query, spec).length > 0) return null
  const { von, bis } = query.filters
  return {
    ...(state.length > 0 ? { state } : {}),
    ...(template.length > 0 ? { template } : {}),
    ...(von ? { from: von[0] } : {}),
    ...(bis ? { to: bis[0] } : {}),
  }
}

export async function loader(asked: LoaderFunctionArgs) {
  const { page, tenant, search, query } = readList(asked, spec)
  const filter = filterOf(query)
  const open = search.get('mail')
  const place = page.operator?.places.find((one) => one.tenant === tenant)
  const mayRead = operatorAbilities(place?.roles ?? []).can('read', 'people')
  const [views, list, { mail, log }] = await Promise.all([
    loadViews(asked, 'ConsoleMails'),
    filter === null
      ? nothing
      : callApi(page, 'listMails', {
          tenant,
          body: { page: query.page, pageSize: query.pageSize, filter },
        }),
    loadMail(asked, mayRead ? open : null),
  ])
  return {
    views,
    list,
    query,
    log,
    record: mail ?? list.rows.find(({ id }) => id === open) ?? null,
  }
}

const rules = { email: [required, email] }

/** The address is posted: it does not belong in addresses of pages. */
export async function action(asked: ActionFunctionArgs) {
  const { request, context, params } = asked
  const form = await request.formData()
  const own = await changeViews(asked, form, 'ConsoleMails')
  if (own) return own
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  try {
    const found = await callApi(pageOf(context), 'listMails', {
      tenant: params['mandant'] ?? '',
      body: { pageSize: 100, filter: { email: textOf(form, 'email') } },
    })
    return { found }
  } catch (error) {
    return refused(form, error, { Email: 'email' })
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleOperations')('mails'), robots: 'noindex' }
}

export function Component() {
  const { views, list, query, log, record } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer | { found: List }>()
  const { locale } = usePage()
  const { mandant = '' } = useParams()
  const t = useTexts('consoleOperations')
  const columns = useMemo(() => columnsFor(t, locale), [t, locale])
  const found = answer && 'found' in answer ? answer.found : null
  const filter = filterOf(query)
  const file =
    filter &&
    csvHref(mandant, 'showMailsFile', {
      ...filter,
      ...askFile(query, { first: 'template', sorts: {}, locale }),
    })
  return (
    <ConsoleList
      title={t('mails')}
      page="ConsoleMails"
      parameter="mail"
      views={views}
      list={found ? { ...found, pageCount: 1 } : list}
      spec={spec}
      query={query}
      columns={columns}
      countsTo={mostCounted}
      isPlain={found !== null}
      nameOf={({ template, at }) =>
        t('mail.row', {
          name: wordOf(mailNames, template, locale),
          time: formatDateTime(at, locale),
        })
      }
      file={file}
      open={record}
      record={(mail, close) => <MailRecord key={mail.id} mail={mail} log={log} close={close} />}
      searchHint={null}
      filters={[
        {
          name: 'stand',
          title: t('mail.state'),
          kind: 'choice',
          choices: states.map((value) => ({ value, title: t(`state.${value}`) })),
        },
        {
          name: 'mailart',
          title: t('mail.template'),
          kind: 'choice',
          choices: templates
            .map((value) => ({ value, title: wordOf(mailNames, value, locale) }))
            .toSorted((a, b) => a.title.localeCompare(b.title, locale)),
        },
        {
          name: 'von',
          title: t('mail.from'),
          kind: 'day',
          chip: (day) => t('mail.fromDay', { day: sayDay(day) }),
        },
        {
          name: 'bis',
          title: t('mail.to'),
          kind: 'day',
          chip: (day) => t('mail.toDay', { day: sayDay(day) }),
        },
      ]}
      none={{ title: t('mail.none'), text: t('mail.noneText') }}
    >
      <PageForm
        id="find"
        rules={rules}
        labels={{ email: t('mail.find') }}
        answer={found ? undefined : (answer as FormAnswer | undefined)}
        draft={false}
        isShort
      >
        <div className="person-search">
          <TextField
            name="email"
            type="email"
            placeholder={t('mail.find')}
            autoComplete="off"
            inputMode="email"
            spellCheck={false}
          />
          <SubmitButton kind="secondary">{t('mail.findButton')}</SubmitButton>
        </div>
      </PageForm>
      {found ? (
        <Notice
          tone="info"
          live
          title={
            found.totalCount > 0
              ? t('mail.found', { count: found.totalCount })
              : t('mail.foundNone')
          }
        />
      ) : null}
    </ConsoleList>
  )
}

const columnsFor = (t: Translate<'consoleOperations'>, locale: 'de' | 'en'): TableColumn<Row>[] => [
  {
    id: 'template',
    title: t('mail.template'),
    cell: ({ template }) => <span className="dt-cut">{wordOf(mailNames, template, locale)}</span>,
  },
  {
    id: 'state',
    title: t('mail.state'),
    kind: 'state',
    card: 'state',
    cell: ({ state }) => <MailState state={state} />,
  },
  {
    id: 'at',
    title: t('mail.at'),
    kind: 'date',
    card: 'date',
    cell: ({ at }) => formatDateTime(at, locale),
  },
  {
    id: 'address',
    title: t('mail.address'),
    card: 'fact',
    cell: ({ address }) => <span className="dt-cut">{address ?? t('mail.deleted')}</span>,
  },
  {
    id: 'sentAt',
    title: t('mail.sentAt'),
    kind: 'date',
    priority: 3,
    cell: ({ sentAt }) => (sentAt ? formatDateTime(sentAt, locale) : null),
  },
]
