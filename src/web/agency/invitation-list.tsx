import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { redirect, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { invitationOrders, listInvitations } from '../../contract/einladung.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { invitationWord } from '../../contract/state-words.ts'
import { callApi } from '../runtime/api.ts'
import { refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { Question } from '../ui/question.tsx'
import { textOf } from '../ui/form/rules.ts'
import { formatDateTime, localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { StateBadge, type Tone } from '../ui/state-badge.tsx'
import { controlClass } from '../ui/table/control-class.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import {
  knownOf,
  readTable,
  tableValues,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'

export type Invitations = AnswerOf<typeof listInvitations>
type Invitation = Invitations['rows'][number]
type Order = (typeof invitationOrders)[number]

const statuses = ['offen', 'angenommen', 'abgelaufen', 'zurueckgezogen'] as const
export const invitationTones: Record<string, Tone> = { offen: 'waits', angenommen: 'ok' }
const spec: TableSpec = {
  sorts: ['EingeladenAm', 'Nachname', 'Status', 'GueltigBis'] satisfies Order[],
  fallsFirst: ['EingeladenAm'],
  filters: ['status'],
}
const readList = (request: Request) => readTable(new URL(request.url).searchParams, spec)

export async function loadInvitations(context: PageContext, request: Request) {
  const query = readList(request)
  const { sort, descending, page, pageSize, search } = query
  const status = knownOf(query, 'status', statuses)
  if (status === null)
    return { query, invitations: { rows: [], hasNext: false, pageCount: 0, totalCount: 0 } }
  const invitations = await callApi(context, 'listInvitations', {
    params: { agency: 'alle' },
    body: {
      orderBy: sort as Order,
      descending,
      page,
      pageSize,
      filter: { ...(status.length > 0 ? { status } : {}), ...(search ? { search } : {}) },
    },
  })
  return { query, invitations }
}

/** The list as it is, or the open invitation beside it. */
export const targetOf = (query: TableQuery, open: string | undefined): PageTarget => ({
  page: open ? 'AgencyInvitation' : 'AgencyInvitations',
  values: { ...tableValues(query, spec), ...(open ? { nummer: open } : {}) },
})

/** Returns to the list as it was. */
export async function changeInvitation(
  page: PageContext,
  request: Request,
  form: FormData,
  open: string | undefined, // the open invitation
) {
  const intent = textOf(form, 'intent')
  const params = { id: textOf(form, 'id') }
  try {
    if (intent === 'remind') await callApi(page, 'remindInvitation', { params })
    else await callApi(page, 'withdrawInvitation', { params })
  } catch (error) {
    return refused(form, error)
  }
  const { page: to, values } = targetOf(readList(request), open)
  return redirect(href(page.tenant, page.locale, to, { ...values, done: intent }))
}

export function InvitationList({
  list: { query, invitations },
  answer,
  open,
}: {
  list: Awaited<ReturnType<typeof loadInvitations>>
  answer: FormAnswer | undefined
  open: string | undefined
}) {
  const { locale, tenant } = usePage()
  const t = useTexts('agencyInvite')
  const { rows, totalCount, pageCount } = invitations
  return (
    <>
      {open ? null : <Standing rows={rows} target={targetOf(query, open)} answer={answer} />}
      <DataTable
        title={t('list.title')}
        page="AgencyInvitations"
        spec={spec}
        query={query}
        columns={useColumns(query)}
        rows={rows}
        total={totalCount}
        pageCount={pageCount}
        idOf={({ id }) => id}
        nameOf={({ firstName, lastName, invitedAt }) =>
          `${firstName} ${lastName}`.trim() ||
          `${t('list.forgotten')}, ${t('sort.EingeladenAm')} ${formatDateTime(invitedAt, locale)}`
        }
        link={({ id }) => ({ page: 'AgencyInvitation', values: { nummer: id } })}
        record={open ? { id: open, close: targetOf(query, undefined) } : null}
        searchHint={t('list.searchHint')}
        filters={[
          {
            kind: 'choice',
            name: 'status',
            title: t('sort.Status'),
            choices: statuses.map((value) => ({ value, title: invitationWord(value, locale) })),
          },
        ]}
        none={{
          title: t('list.none'),
          text: t('list.noneText'),
          action: (
            <PageLink page="AgencyArea" values={{ tab: 'einladen' }} className={controlClass()}>
              {t('list.invite')}
            </PageLink>
          ),
        }}
        tools={
          <a
            href={fileHref(tenant.code, query)}
            download
            className={controlClass()}
            aria-label={t('list.file')}
          >
            <Download aria-hidden="true" className="size-4" />
            CSV
          </a>
        }
      />
    </>
  )
}

/** What was done, refused or asked about one of these. */
export function Standing({
  rows,
  target,
  answer,
}: {
  rows: readonly Invitation[]
  target: PageTarget
  answer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('agencyInvite')
  const done = search.get('done')
  const asked = rows.find(
    ({ id, status }) =>
      status === 'offen' &&
      id === (answer?.values.intent === 'withdraw' ? answer.values.id : search.get('withdraw')),
  )
  return (
    <>
      {!answer && (done === 'remind' || done === 'withdraw') ? (
        <Notice tone="success" live title={t(`list.${done}Done`)} />
      ) : null}
      {answer?.message && !asked ? <Notice tone="danger" live title={answer.message} /> : null}
      {asked ? <WithdrawQuestion invitation={asked} target={target} answer={answer} /> : null}
    </>
  )
}

function fileHref(tenant: string, query: TableQuery): string {
  const values = new URLSearchParams({ OrderBy: query.sort, Descending: String(query.descending) })
  for (const status of query.filters['status'] ?? []) values.append('Status', status)
  if (query.search) values.set('Suche', query.search)
  return `/api/v1/${tenant}/agentur-konto/einladungen/csv?${values}`
}

function useColumns(query: TableQuery): TableColumn<Invitation>[] {
  const { locale, agencyUser } = usePage()
  const t = useTexts('agencyInvite')
  const isOwner = agencyUser?.role === 'owner'
  return useMemo(() => {
    const employee: TableColumn<Invitation> = {
      id: 'employee',
      title: t('list.employee'),
      priority: 3,
      cell: ({ employeeName }) => employeeName,
    }
    return [
      {
        id: 'name',
        title: t('sort.Nachname'),
        kind: 'person',
        sort: 'Nachname',
        cell: ({ firstName, lastName }) =>
          lastName === '' ? (
            <span className="text-muted">{t('list.forgotten')}</span>
          ) : (
            `${firstName} ${lastName}`
          ),
      },
      {
        id: 'email',
        title: t('list.email'),
        priority: 2,
        card: 'fact',
        cell: ({ email }) => (
          <span className="dt-cut dt-address" title={email}>
            {email}
          </span>
        ),
      },
      {
        id: 'status',
        title: t('sort.Status'),
        kind: 'state',
        sort: 'Status',
        card: 'state',
        cell: ({ status }) => (
          <StateBadge
            tone={invitationTones[status] ?? 'neutral'}
            text={invitationWord(status, locale)}
          />
        ),
      },
      {
        id: 'invitedAt',
        title: t('sort.EingeladenAm'),
        kind: 'date',
        sort: 'EingeladenAm',
        priority: 2,
        card: 'date',
        cell: ({ invitedAt }) => formatDay(localDayOf(invitedAt), locale),
      },
      {
        id: 'validUntil',
        title: t('sort.GueltigBis'),
        kind: 'date',
        sort: 'GueltigBis',
        priority: 3,
        cell: ({ validUntil }) => formatDay(validUntil, locale),
      },
      ...(isOwner ? [employee] : []),
      {
        id: 'acts',
        title: t('list.acts'),
        card: 'acts',
        has: ({ status }) => status === 'offen',
        cell: (row) => <Acts invitation={row} target={targetOf(query, undefined)} />,
      },
    ]
  }, [t, locale, isOwner, query])
}

/** Actions on an open invitation; those not yet possible say from when. */
export function Acts({ invitation, target }: { invitation: Invitation; target: PageTarget }) {
  const { locale, now } = usePage()
  const t = useTexts('agencyInvite')
  const { id, firstName, lastName, status, remindFrom, remindersLeft } = invitation
  if (status !== 'offen') return null
  const name = `${firstName} ${lastName}`
  const mayRemind = remindFrom !== null && Date.parse(remindFrom) <= Date.parse(now)
  const why =
    remindFrom === null
      ? t('list.noReminder')
      : t('list.remindFrom', { at: formatDateTime(remindFrom, locale), count: remindersLeft })
  return (
    <span className="flex flex-wrap items-center gap-2 md:flex-nowrap">
      {mayRemind ? (
        <PageForm id={`remind-${id}`} rules={{}} labels={{}} answer={undefined} draft={false}>
          <input type="hidden" name="intent" value="remind" />
          <input type="hidden" name="id" value={id} />
          <button
            type="submit"
            className={controlClass()}
            aria-label={t('list.remindFull', { name })}
          >
            {t('list.remind')}
          </button>
        </PageForm>
      ) : (
        <button
          type="button"
          aria-disabled="true"
          title={why}
          className={`${controlClass()} opacity-60`}
        >
          {t('list.remind')}
          <span className="sr-only">
            : {name}. {why}
          </span>
        </button>
      )}
      <PageLink
        page={target.page}
        values={{ ...target.values, withdraw: id }}
        preventScrollReset
        aria-label={t('list.withdrawFull', { name })}
        className={controlClass('danger')}
      >
        {t('list.withdraw')}
      </PageLink>
    </span>
  )
}

function WithdrawQuestion({
  invitation: { id, firstName, lastName },
  target,
  answer,
}: {
  invitation: Invitation
  target: PageTarget
  answer: FormAnswer | undefined
}) {
  const t = useTexts('agencyInvite')
  return (
    <Question
      id={`withdraw-${id}`}
      title={t('list.withdrawTitle', { name: `${firstName} ${lastName}` })}
      text={t('list.withdrawText')}
      values={{ intent: 'withdraw', id }}
      submit={t('list.withdraw')}
      cancel={{ ...target, label: t('list.keep') }}
      answer={answer}
      className="my-2"
    />
  )
}
