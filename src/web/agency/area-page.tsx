import { redirect, useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { abilitiesOf, type Role } from '../../domain/abilities.ts'
import { callApi } from '../runtime/api.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { href } from '../runtime/href.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { AreaTabs, areaTabs, tabTargets, type AreaTab } from './area-tabs.tsx'
import { FigureRow, type Figures } from './figures.tsx'
import { InvitationForm, sendInvitation } from './invitation-form.tsx'

/** Users who may invite have all six tabs; an inactive owner reads what there is. */
const tabsOf = (role: Role | null) =>
  areaTabs.filter(
    (tab) =>
      (tab !== 'einladen' && tab !== 'einladungen') ||
      abilitiesOf(role).can('create', 'invitation'),
  )

function tabOf(page: Pick<PageContext, 'agencyUser'>, request: Request): AreaTab {
  const tabs = tabsOf(page.agencyUser?.role ?? null)
  const wanted = new URL(request.url).searchParams.get('tab')
  const first = tabs.includes('einladen') ? 'einladen' : 'ueberblick'
  return tabs.find((tab) => tab === wanted) ?? first
}

/** The invitation form, or the overview; the other tabs are lists with their own pages. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const tab = tabOf(page, request)
  const target = tabTargets[tab]
  if (target.page !== 'AgencyArea')
    throw redirect(href(page.tenant, page.locale, target.page, target.values))
  return {
    tab,
    key: crypto.randomUUID(),
    form: tab === 'einladen' ? await callApi(page, 'showInvitationForm', {}) : null,
    figures: tab === 'ueberblick' ? await callApi(page, 'showAgencyFigures', {}) : null,
  }
}

export const action = async ({ context, request }: ActionFunctionArgs) =>
  sendInvitation(pageOf(context), await request.formData())

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const t = texts('agencyInvite')
  const title = texts('agency')('nav.area')
  return {
    title: loaded ? `${t(`tab.${loaded.tab}`)} – ${title}` : title,
    robots: 'noindex',
  }
}

export function Component() {
  const { tab, key, form, figures } = useLoaderData<typeof loader>()
  const answer = useActionData<FormAnswer>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  return (
    <AgencyFrame
      title={t('nav.area')}
      actions={<AreaTabs tabs={tabsOf(agencyUser?.role ?? null)} selected={tab} />}
    >
      {form ? <InvitationForm form={form} idempotencyKey={key} answer={answer} /> : null}
      {figures ? <Overview figures={figures} /> : null}
    </AgencyFrame>
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
