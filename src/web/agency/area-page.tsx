import type { ReactNode } from 'react'
import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf, type Role } from '../../domain/abilities.ts'
import { callApi } from '../api.ts'
import type { FormAnswer } from '../form-answer.ts'
import { pageOf, usePage } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { textOf } from '../ui/form/rules.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { AreaTabs, areaTabs, type AreaTab } from './area-tabs.tsx'
import { FigureRow, type Figures } from './figures.tsx'
import { InvitationForm, sendInvitation } from './invitation-form.tsx'
import { changeInvitation, InvitationList } from './invitation-list.tsx'
import { loadInvitations } from './invitation-query.ts'
import { decideOrders, loadOrders, OrderList, type Decided } from './order-list.tsx'
import { loadRecommenders, RecommenderList } from './recommender-list.tsx'
import type { ReportList } from './report-section.tsx'

/** Who may invite has all six tabs; an inactive owner reads what there is. */
const tabsOf = (role: Role | null) =>
  areaTabs.filter(
    (tab) =>
      (tab !== 'einladen' && tab !== 'einladungen') ||
      abilitiesOf(role).can('create', 'invitation'),
  )

function tabOf(page: Pick<PageContext, 'agencyUser'>, request: Request): AreaTab {
  const tabs = tabsOf(page.agencyUser?.role ?? null)
  const wanted = new URL(request.url).searchParams.get('tab')
  return tabs.find((tab) => tab === wanted) ?? tabs[0] ?? 'ueberblick'
}

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tab = tabOf(page, request)
  return {
    tab,
    key: crypto.randomUUID(),
    form: tab === 'einladen' ? await callApi(page, 'showInvitationForm', {}) : null,
    invitations: tab === 'einladungen' ? await loadInvitations(page, request) : null,
    people:
      tab === 'empfehler' || tab === 'leads' ? await loadRecommenders(page, request, tab) : null,
    orders: tab === 'freigabe' ? await loadOrders(page, request) : null,
    figures: tab === 'ueberblick' ? await callApi(page, 'showAgencyFigures', {}) : null,
  }
}

const list = { page: 'AgencyArea', tab: 'einladungen' } as const

export async function action({ context, request }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
  if (tabOf(page, request) === 'freigabe') return decideOrders(page, form)
  return textOf(form, 'intent') === 'invite'
    ? sendInvitation(page, form)
    : changeInvitation(page, request, form, list)
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agencyInvite')
  const title = texts('agency')('nav.area')
  return {
    title: loaded ? `${t(`tab.${loaded.tab}`)} – ${title}` : title,
    robots: 'noindex',
  }
}

export function Component() {
  const { tab, key, form, invitations, people, orders, figures } = useLoaderData<typeof loader>()
  const answered = useActionData<FormAnswer | Decided>()
  const answer = answered && 'errors' in answered ? answered : undefined
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('nav.area')}>
      <AreaTabs tabs={tabsOf(agencyUser?.role ?? null)} selected={tab}>
        {form ? <InvitationForm form={form} idempotencyKey={key} answer={answer} /> : null}
        {invitations ? (
          <InvitationList invitations={invitations} place={list} answer={answer} />
        ) : null}
        {people ? (
          <Report name={people.list}>
            <RecommenderList page="AgencyArea" kept={{ tab }} list={people} />
          </Report>
        ) : null}
        {orders ? (
          <Report name="auftraege">
            <OrderList page="AgencyArea" kept={{ tab }} list={orders} answer={answered} />
          </Report>
        ) : null}
        {figures ? <Overview figures={figures} /> : null}
      </AreaTabs>
    </AgencyFrame>
  )
}

/** A list with what it tells. */
function Report({ name, children }: { name: ReportList; children: ReactNode }) {
  const t = useTexts('agencyReports')
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-[44em] text-lg">{t(`intro.${name}`)}</p>
      {children}
    </div>
  )
}

function Overview({ figures }: { figures: Figures }) {
  const t = useTexts('agencyInvite')
  return (
    <div className="flex flex-col gap-6">
      <FigureRow figures={figures} />
      <p>{t('overview.open', { count: figures.open })}</p>
      {figures.toRelease > 0 ? (
        <p>{t('overview.toRelease', { count: figures.toRelease })}</p>
      ) : null}
    </div>
  )
}
