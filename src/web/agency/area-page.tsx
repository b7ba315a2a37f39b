import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf, type Role } from '../../domain/abilities.ts'
import { callApi } from '../api.ts'
import type { FormAnswer } from '../form-answer.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { pageModules } from '../pages.ts'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { textOf } from '../ui/form/rules.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { AreaTabs, areaTabs, type AreaTab } from './area-tabs.tsx'
import { FigureRow, type Figures } from './figures.tsx'
import { InvitationForm, sendInvitation } from './invitation-form.tsx'
import { changeInvitation, InvitationList } from './invitation-list.tsx'
import { loadInvitations } from './invitation-query.ts'

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
    figures:
      tab === 'einladen' || tab === 'einladungen'
        ? null
        : await callApi(page, 'showAgencyFigures', {}),
  }
}

const list = { page: 'AgencyArea', tab: 'einladungen' } as const

export async function action({ context, request }: ActionFunctionArgs) {
  const page = pageOf(context)
  const form = await request.formData()
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
  const { tab, key, form, invitations, figures } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame title={t('nav.area')}>
      <AreaTabs tabs={tabsOf(agencyUser?.role ?? null)} selected={tab}>
        {form ? <InvitationForm form={form} idempotencyKey={key} answer={answer} /> : null}
        {invitations ? (
          <InvitationList invitations={invitations} place={list} answer={answer} />
        ) : null}
        {figures && tab === 'ueberblick' ? <Overview figures={figures} /> : null}
        {figures && (tab === 'empfehler' || tab === 'leads' || tab === 'freigabe') ? (
          <Report tab={tab} figures={figures} />
        ) : null}
      </AreaTabs>
    </AgencyFrame>
  )
}

function Overview({ figures }: { figures: Figures }) {
  const t = useTexts('agencyInvite')
  return (
    <div className="flex flex-col gap-6">
      <FigureRow figures={figures} />
      <p>{t('overview.open', { count: figures.open })}</p>
    </div>
  )
}

const reports = {
  empfehler: { page: 'AgencyRecommenderReport', figure: 'registered' },
  leads: { page: 'AgencyRecommenderReport', figure: 'referrals' },
  freigabe: { page: 'AgencyOrderReport', figure: 'orders' },
} as const satisfies Record<string, { page: PageName; figure: keyof Figures['inAll'] }>

/** How many there are, and the way to the report that names them. */
function Report({ tab, figures }: { tab: keyof typeof reports; figures: Figures }) {
  const t = useTexts('agencyInvite')
  const { page, figure } = reports[tab]
  const many = figures.inAll[figure]
  return (
    <div className="card max-w-3xl rounded-card border border-hairline bg-surface p-5 md:p-8">
      <h2 className="text-xl font-bold">{t(`report.${tab}Title`, { count: many })}</h2>
      <p className="mt-2">{t(`report.${tab}Text`)}</p>
      {pageModules[page] ? (
        <p className="mt-5">
          <PageLink page={page} className={buttonClass()}>
            {t(`report.${tab}Link`)}
          </PageLink>
        </p>
      ) : null}
    </div>
  )
}
