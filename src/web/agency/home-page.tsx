import { ArrowRight, Building2, ClipboardList, Coins, Mail, UserRoundPlus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { abilitiesOf } from '../../domain/abilities.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { pageModules } from '../pages.ts'
import { useTexts, type TextKey } from '../texts.ts'
import { Notice } from '../ui/notice.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { FigureRow } from './figures.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const ability = abilitiesOf(page.agencyUser?.role ?? null)
  const [agency, figures, people] = await Promise.all([
    callApi(page, 'showAgency', {}),
    callApi(page, 'showAgencyFigures', {}),
    ability.can('read', 'employees') ? callApi(page, 'listEmployees', {}) : null,
  ])
  return {
    state: agency.state,
    figures,
    addressMissing: agency.street === '' || agency.zip === '' || agency.city === '',
    employees:
      people?.filter(({ role, leftAt }) => role === 'employee' && leftAt === null).length ?? null,
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('home.title'), robots: 'noindex' }
}

type Step = {
  page: PageName
  text: TextKey<'agency'>
  icon: LucideIcon
  shown: boolean
  count?: number
}

export function Component() {
  const { state, figures, addressMissing, employees } = useLoaderData<typeof loader>()
  const { agencyUser } = usePage()
  const t = useTexts('agency')
  const ability = abilitiesOf(agencyUser?.role ?? null)
  const steps: Step[] = [
    {
      page: 'AgencyOrderReport',
      text: 'home.release',
      icon: ClipboardList,
      shown: figures.toRelease > 0 && ability.can('release', 'order-report'),
      count: figures.toRelease,
    },
    {
      page: 'AgencyMasterData',
      text: 'home.address',
      icon: Building2,
      shown: addressMissing && ability.can('update', 'master-data'),
    },
    {
      page: 'AgencyEmployees',
      text: 'home.employees',
      icon: UserRoundPlus,
      shown: employees === 0,
    },
    {
      page: 'AgencyInvitations',
      text: 'home.invite',
      icon: Mail,
      shown: ability.can('create', 'invitation'),
    },
    { page: 'AgencyRewardOverview', text: 'home.rewards', icon: Coins, shown: true },
  ]
  return (
    <AgencyFrame
      title={t('home.greeting', { name: agencyUser?.firstName ?? '' })}
      intro={t('home.intro')}
    >
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
      {state === 'registered' ? null : <FigureRow figures={figures} />}
      <section aria-labelledby="next-steps">
        <h2 id="next-steps" className="text-2xl font-bold">
          {t('home.next')}
        </h2>
        <ul className="mt-4 grid gap-4 md:grid-cols-2">
          {steps
            .filter(({ page, shown }) => shown && pageModules[page])
            .map((step) => (
              <NextStep key={step.page} {...step} />
            ))}
        </ul>
      </section>
    </AgencyFrame>
  )
}

function NextStep({ page, text, icon: Icon, count }: Step) {
  const t = useTexts('agency')
  return (
    <li className="flex">
      <PageLink
        page={page}
        {...(page === 'AgencyOrderReport' ? { values: { status: 'Bestaetigt' } } : {})}
        className="card group flex w-full gap-4 rounded-card border border-hairline bg-surface p-5 hover:border-primary"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-field bg-tint text-primary">
          <Icon aria-hidden="true" className="size-6" />
        </span>
        <span className="min-w-0 grow">
          <span className="block font-bold">
            {t(`${text}Title` as TextKey<'agency'>, count === undefined ? {} : { count })}
          </span>
          <span className="mt-1 block text-base text-muted">{t(text)}</span>
        </span>
        <ArrowRight
          aria-hidden="true"
          className="mt-1 size-5 shrink-0 text-primary transition group-hover:translate-x-1"
        />
      </PageLink>
    </li>
  )
}
