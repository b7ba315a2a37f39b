import { ArrowDown, ArrowUp } from 'lucide-react'
import { redirect, useSearchParams } from 'react-router'
import type { AnswerOf } from '../../contract/endpoint.ts'
import type { listInvitations } from '../../contract/einladung.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../api.ts'
import { refused, type FormAnswer } from '../form-answer.ts'
import { href } from '../href.ts'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { useTexts, type TextKey } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { formatDate, formatDateTime, localDayOf } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import {
  listQuery,
  readListState,
  statuses,
  type ListState,
  type Status,
} from './invitation-query.ts'

export type Invitations = AnswerOf<typeof listInvitations>
type Invitation = Invitations['rows'][number]
/** The page that shows the list, with the tab where it is one. */
export type ListPlace = { page: 'AgencyArea' | 'AgencyInvitations'; tab?: string }

/** Reminds or takes back, and leads to the list as it was. */
export async function changeInvitation(
  page: PageContext,
  request: Request,
  form: FormData,
  place: ListPlace,
) {
  const intent = textOf(form, 'intent')
  const params = { id: textOf(form, 'id') }
  try {
    if (intent === 'remind') await callApi(page, 'remindInvitation', { params })
    else await callApi(page, 'withdrawInvitation', { params })
  } catch (error) {
    return refused(form, error)
  }
  const state = listQuery(readListState(new URL(request.url).searchParams))
  return redirect(
    href(page.tenant, page.locale, place.page, valuesOf(place, state, { done: intent })),
  )
}

const valuesOf = (
  { tab }: ListPlace,
  state: Record<string, string>,
  more: Record<string, string> = {},
) => ({ ...(tab ? { tab } : {}), ...state, ...more })

export function InvitationList({
  invitations,
  place,
  answer,
}: {
  invitations: Invitations
  place: ListPlace
  answer: FormAnswer | undefined
}) {
  const [search] = useSearchParams()
  const t = useTexts('agencyInvite')
  const state = readListState(search)
  const done = search.get('done')
  const { rows, totalCount } = invitations
  return (
    <section aria-labelledby="invitations" className="flex flex-col gap-4">
      <h2 id="invitations" className="sr-only">
        {t('list.title')}
      </h2>
      {!answer && (done === 'remind' || done === 'withdraw') ? (
        <Notice tone="success" live title={t(`list.${done}Done`)} />
      ) : null}
      <Filters state={state} place={place} />
      {totalCount === 0 ? (
        <div className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          <p className="text-lg font-bold">{t(state.status ? 'list.noneSuch' : 'list.none')}</p>
          <p className="mt-1 mb-4">{t(state.status ? 'list.noneSuchText' : 'list.noneText')}</p>
          {state.status ? (
            <PageLink
              page={place.page}
              values={valuesOf(place, {})}
              className={buttonClass('secondary')}
            >
              {t('list.showAll')}
            </PageLink>
          ) : (
            <PageLink page="AgencyArea" values={{ tab: 'einladen' }} className={buttonClass()}>
              {t('list.invite')}
            </PageLink>
          )}
        </div>
      ) : (
        <>
          <p aria-live="polite" className="text-base text-muted">
            {t('list.count', { count: totalCount })}
          </p>
          <div className="overflow-hidden rounded-card border border-hairline bg-surface">
            <Sorts state={state} place={place} />
            <ul>
              {rows.map((row) => (
                <Line key={row.id} invitation={row} place={place} state={state} answer={answer} />
              ))}
            </ul>
          </div>
          <Pages invitations={invitations} place={place} state={state} />
        </>
      )}
    </section>
  )
}

function Filters({ state, place }: { state: ListState; place: ListPlace }) {
  const t = useTexts('agencyInvite')
  const all: (Status | null)[] = [null, ...statuses]
  return (
    <nav aria-label={t('list.filter')}>
      <ul className="flex flex-wrap gap-2">
        {all.map((status) => (
          <li key={status ?? 'alle'}>
            <PageLink
              page={place.page}
              values={valuesOf(place, listQuery({ ...state, status, page: 1 }))}
              preventScrollReset
              aria-current={status === state.status ? 'true' : undefined}
              className={`inline-flex min-h-11 items-center rounded-field border px-4 font-semibold ${
                status === state.status
                  ? 'border-primary bg-primary text-on-primary'
                  : 'border-line bg-surface hover:bg-tint'
              }`}
            >
              {t(status ? `status.${status}` : 'list.all')}
            </PageLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const sortable = ['Nachname', 'Status', 'EingeladenAm', 'GueltigBis'] as const
const columns = 'xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)_minmax(0,2fr)_minmax(0,2fr)] xl:gap-x-5'

function Sorts({ state, place }: { state: ListState; place: ListPlace }) {
  const t = useTexts('agencyInvite')
  return (
    <nav aria-label={t('list.sort')} className="border-b border-hairline bg-tint px-4">
      <ul className={`flex flex-wrap gap-x-5 xl:grid ${columns}`}>
        {sortable.map((orderBy) => {
          const here = state.orderBy === orderBy
          const descending = here ? !state.descending : orderBy === 'EingeladenAm'
          const Arrow = state.descending ? ArrowDown : ArrowUp
          return (
            <li key={orderBy}>
              <PageLink
                page={place.page}
                values={valuesOf(place, listQuery({ ...state, orderBy, descending, page: 1 }))}
                preventScrollReset
                aria-current={here ? 'true' : undefined}
                className={`inline-flex min-h-11 items-center gap-1 text-base underline-offset-4 hover:underline ${here ? 'font-bold' : 'font-medium'}`}
              >
                {t(`sort.${orderBy}`)}
                {here ? (
                  <>
                    <Arrow aria-hidden="true" className="size-4 shrink-0" />
                    <span className="sr-only">
                      {t(state.descending ? 'sort.descending' : 'sort.ascending')}
                    </span>
                  </>
                ) : null}
              </PageLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const tones: Record<Status, string> = {
  offen: 'bg-tint text-primary',
  angenommen: 'bg-success-tint text-success',
  zurueckgezogen: 'bg-background text-muted',
  abgelaufen: 'bg-background text-muted',
}

type LineProps = {
  invitation: Invitation
  place: ListPlace
  state: ListState
  answer: FormAnswer | undefined
}

function Line({ invitation, place, state, answer }: LineProps) {
  const { locale, agencyUser, now } = usePage()
  const t = useTexts('agencyInvite')
  const [search] = useSearchParams()
  const { id, firstName, lastName, status, endedAt, remindFrom, remindersLeft } = invitation
  const name = lastName === '' ? t('list.forgotten') : `${firstName} ${lastName}`
  const own = answer?.values.id === id ? answer : undefined
  const asks = search.get('withdraw') === id || own?.values.intent === 'withdraw'
  const mayRemind = remindFrom !== null && Date.parse(remindFrom) <= Date.parse(now)
  const day = (instant: string) => formatDate(localDayOf(instant), locale)
  return (
    <li className="border-b border-hairline p-4 last:border-b-0">
      <div className={`grid gap-x-6 gap-y-1.5 md:grid-cols-2 md:items-start ${columns}`}>
        <div className="min-w-0 md:max-xl:row-span-3">
          <p className={`wrap-anywhere ${lastName === '' ? 'text-muted' : 'font-bold'}`}>{name}</p>
          <p className="text-base wrap-anywhere text-muted">{invitation.email}</p>
          {agencyUser?.role === 'owner' ? (
            <p className="text-base text-muted">
              {t('list.by', { name: invitation.employeeName })}
            </p>
          ) : null}
        </div>
        <p>
          <span
            className={`inline-block rounded-field px-2 py-0.5 text-base font-semibold ${tones[status]}`}
          >
            {t(`status.${status}`)}
          </span>
        </p>
        <Fact name={t('sort.EingeladenAm')} value={day(invitation.invitedAt)} />
        {endedAt && status !== 'abgelaufen' ? (
          <Fact
            name={t(`ended.${status}` as TextKey<'agencyInvite'>)}
            value={day(endedAt)}
            isShown
          />
        ) : (
          <Fact name={t('sort.GueltigBis')} value={formatDate(invitation.validUntil, locale)} />
        )}
      </div>
      {status === 'offen' ? (
        <div className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-2">
          {mayRemind ? (
            <PageForm
              id={`remind-${id}`}
              rules={{}}
              labels={{}}
              answer={own?.values.intent === 'remind' ? own : undefined}
              draft={false}
            >
              <input type="hidden" name="intent" value="remind" />
              <input type="hidden" name="id" value={id} />
              <SubmitButton kind="secondary">
                {t('list.remind')}
                <span className="sr-only">: {name}</span>
              </SubmitButton>
            </PageForm>
          ) : (
            <p className="text-base text-muted">
              {remindFrom === null
                ? t('list.noReminder')
                : t('list.remindFrom', {
                    at: formatDateTime(remindFrom, locale),
                    count: remindersLeft,
                  })}
            </p>
          )}
          {asks ? null : (
            <PageLink
              page={place.page}
              values={valuesOf(place, listQuery(state), { withdraw: id })}
              preventScrollReset
              aria-label={t('list.withdrawFull', { name })}
              className="inline-flex min-h-11 items-center text-link underline underline-offset-4 hover:no-underline"
            >
              {t('list.withdraw')}
            </PageLink>
          )}
        </div>
      ) : null}
      {status === 'offen' && asks ? (
        <div className="mt-3 rounded-field border-2 border-danger bg-danger-tint p-4">
          <p className="font-bold">{t('list.withdrawTitle', { name })}</p>
          <p className="mt-1 mb-4">{t('list.withdrawText')}</p>
          <PageForm id={`withdraw-${id}`} rules={{}} labels={{}} answer={own} draft={false}>
            <input type="hidden" name="intent" value="withdraw" />
            <input type="hidden" name="id" value={id} />
            <div className="flex flex-col gap-3 md:flex-row">
              <SubmitButton kind="danger">{t('list.withdraw')}</SubmitButton>
              <PageLink
                page={place.page}
                values={valuesOf(place, listQuery(state))}
                className={buttonClass('secondary')}
                preventScrollReset
              >
                {t('list.keep')}
              </PageLink>
            </div>
          </PageForm>
        </div>
      ) : null}
    </li>
  )
}

/** On desks the column says what it is; on phones, and where it is another day, the value does. */
function Fact({
  name,
  value,
  isShown = false,
}: {
  name: string
  value: string
  isShown?: boolean
}) {
  return (
    <p className="text-base">
      <span className={`text-muted ${isShown ? '' : 'xl:sr-only'}`}>{name} </span>
      <span className="whitespace-nowrap">{value}</span>
    </p>
  )
}

function Pages({
  invitations: { pageCount, hasNext },
  place,
  state,
}: {
  invitations: Invitations
  place: ListPlace
  state: ListState
}) {
  const t = useTexts('agencyInvite')
  if (pageCount < 2) return null
  const to = (page: number, label: string) => (
    <PageLink
      page={place.page}
      values={valuesOf(place, listQuery({ ...state, page }))}
      className={buttonClass('secondary')}
    >
      {label}
    </PageLink>
  )
  return (
    <nav aria-label={t('pages.title')} className="flex flex-wrap items-center gap-4">
      {state.page > 1 ? to(state.page - 1, t('pages.previous')) : null}
      <span>{t('pages.here', { page: state.page, of: pageCount })}</span>
      {hasNext ? to(state.page + 1, t('pages.next')) : null}
    </nav>
  )
}
