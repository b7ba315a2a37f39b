import {
  ArrowRight,
  Building2,
  ClipboardList,
  Gift,
  Mail,
  Receipt,
  UserRoundPlus,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink, type PageTarget } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { Money } from '../ui/money.tsx'
import { Notice } from '../ui/notice.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { FigureRow } from './figures.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const ability = abilitiesOf(page.agencyUser?.role ?? null)
  const mayRelease = ability.can('release', 'order-report')
  const waiting = { filter: { status: 'Bereitgestellt' }, pageSize: 1 }
  const [agency, figures, people, orders, rewards, invoices] = await Promise.all([
    callApi(page, 'showAgency', {}),
    callApi(page, 'showAgencyFigures', {}),
    ability.can('read', 'employees') ? callApi(page, 'listEmployees', {}) : null,
    mayRelease ? callApi(page, 'sumReleasableOrders', { body: {} }) : null,
    callApi(page, 'listAgencyReport', { params: { list: 'praemien' }, body: waiting }),
    ability.can('read', 'invoices')
      ? callApi(page, 'listInvoices', { query: { pageSize: 1 } })
      : null,
  ])
  return {
    state: agency.state,
    figures,
    orders: orders ?? { count: 0, expectedCents: 0 },
    rewards: { count: rewards.totalCount, cents: rewards.sums?.cents ?? 0 },
    overdue: { count: invoices?.overdueCount ?? 0, cents: invoices?.overdueCents ?? 0 },
    addressMissing: agency.street === '' || agency.zip === '' || agency.city === '',
    employees:
      people?.filter(({ role, leftAt }) => role === 'employee' && leftAt === null).length ?? null,
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('home.title'), robots: 'noindex' }
}

type Task = {
  text: TextKey<'agency'>
  icon: LucideIcon
  target: PageTarget
  isDue: boolean
  count?: number
  cents?: number | null
}

/** Tasks, those about money first; then what blocks work. */
function useTasks(): Task[] {
  const { figures, orders, overdue, rewards, addressMissing, employees } =
    useLoaderData<typeof loader>()
  const { agencyUser } = usePage()
  const ability = abilitiesOf(agencyUser?.role ?? null)
  const tasks: Task[] = [
    {
      text: 'home.release',
      icon: ClipboardList,
      target: { page: 'AgencyOrderReport', values: { status: 'Bestaetigt' } },
      isDue: orders.count > 0,
      count: orders.count,
      cents: orders.expectedCents,
    },
    {
      text: 'home.overdue',
      icon: Receipt,
      target: { page: 'AgencyInvoices', values: { status: 'ueberfaellig' } },
      isDue: overdue.count > 0,
      count: overdue.count,
      cents: overdue.cents,
    },
    {
      text: 'home.collect',
      icon: Gift,
      target: { page: 'AgencyRewards', values: { status: 'Bereitgestellt' } },
      isDue: rewards.count > 0,
      count: rewards.count,
      cents: rewards.cents,
    },
    {
      text: 'home.answers',
      icon: Mail,
      target: { page: 'AgencyInvitations', values: { status: 'offen' } },
      isDue: figures.open > 0 && ability.can('read', 'invitation'),
      count: figures.open,
    },
    {
      text: 'home.address',
      icon: Building2,
      target: { page: 'AgencyMasterData' },
      isDue: addressMissing && ability.can('update', 'master-data'),
    },
    {
      text: 'home.employees',
      icon: UserRoundPlus,
      target: { page: 'AgencyEmployees' },
      isDue: employees === 0,
    },
  ]
  return tasks.filter(({ isDue }) => isDue)
}

export function Component() {
  const { state, figures } = useLoaderData<typeof loader>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const tasks = useTasks()
  const mayInvite = abilitiesOf(agencyUser?.role ?? null).can('create', 'invitation')
  return (
    <AgencyFrame title={t('home.today')}>
      {state === 'registered' ? (
        <Notice title={t('home.waitingTitle')}>
          <p>{t('home.waitingText')}</p>
        </Notice>
      ) : null}
      {state === 'inactive' ? (
        <Notice title={t('home.inactiveTitle')}>
          <p>{t('home.inactiveText')}</p>
        </Notice>
      ) : null}
      {tasks.length > 0 ? (
        <Card aria-label={t('home.tasks')} as="ul" pad="none" className="overflow-hidden">
          {tasks.map((task) => (
            <TaskLine key={task.text} {...task} />
          ))}
        </Card>
      ) : (
        <EmptyList
          title={t('home.nothing')}
          action={
            <PageLink
              page={mayInvite ? 'AgencyArea' : 'AgencyStatistics'}
              className={buttonClass()}
            >
              {t(mayInvite ? 'home.inviteTitle' : 'nav.statistics')}
            </PageLink>
          }
        >
          {t(mayInvite ? 'home.nothingInvite' : 'home.nothingRead')}
        </EmptyList>
      )}
      {state === 'registered' ? null : <FigureRow figures={figures} />}
    </AgencyFrame>
  )
}

function TaskLine({ text, icon: Icon, target, count, cents }: Task) {
  const t = useTexts('agency')
  return (
    <li className="border-b border-hairline last:border-b-0">
      <PageLink
        {...target}
        className="group flex flex-wrap items-center gap-x-4 gap-y-1 p-4 hover:bg-tint md:flex-nowrap"
      >
        <Icon aria-hidden="true" className="size-6 shrink-0 text-primary-text" />
        <span className="flex min-w-0 grow basis-[min(100%,9rem)] flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <span className="min-w-0">
            <span className="block font-bold">
              {t(`${text}Title` as TextKey<'agency'>, count === undefined ? {} : { count })}
            </span>
            <span className="block text-base text-muted">{t(text)}</span>
          </span>
          {cents ? <Money cents={cents} className="font-heading text-2xl font-bold" /> : null}
        </span>
        <ArrowRight
          aria-hidden="true"
          className="size-5 shrink-0 text-primary-text transition group-hover:translate-x-1"
        />
      </PageLink>
    </li>
  )
}
