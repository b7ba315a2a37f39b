import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { formatDate } from '../ui/format-date.ts'
import { Notice } from '../ui/notice.tsx'
import { AgencyFrame } from './agency-frame.tsx'
import { Patterns } from './plot.tsx'
import { isWrittenAsDay, readDay, type Statistics } from './statistics-figures.ts'
import { noDayAtAll, noSuchDay, StatisticsPeriod, type PeriodErrors } from './statistics-period.tsx'
import {
  ByChannel,
  ByEmployee,
  FunnelPlot,
  OrdersByMonth,
  RewardsByMonth,
} from './statistics-plots.tsx'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const { searchParams } = new URL(request.url)
  const of = (name: string) => searchParams.get(name) ?? ''
  const asked = { von: of('von'), bis: of('bis'), mitarbeiter: of('mitarbeiter') }
  const days = { von: readDay(asked.von), bis: readDay(asked.bis) }
  const noDay = (['von', 'bis'] as const).filter(
    (name) => asked[name] !== '' && days[name] === null,
  )
  // The people to choose do not depend on the period, so they stay when it is invalid.
  const loadPeople = async () => (await callApi(page, 'showStatistics', { query: {} })).people
  if (noDay.length > 0) {
    const errors: PeriodErrors = Object.fromEntries(
      noDay.map((name) => [name, isWrittenAsDay(asked[name]) ? noSuchDay : noDayAtAll]),
    )
    return { asked, statistics: null, people: await loadPeople(), errors }
  }
  try {
    const statistics = await callApi(page, 'showStatistics', {
      query: {
        from: days.von ?? undefined,
        to: days.bis ?? undefined,
        employee: asked.mitarbeiter || undefined,
      },
    })
    const { from, to, employee } = statistics
    return {
      asked: {
        von: formatDate(from, page.locale),
        bis: formatDate(to, page.locale),
        mitarbeiter: employee ?? '',
      },
      statistics,
      people: statistics.people,
      errors: {} as PeriodErrors,
    }
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== errorCodes.validation) throw error
    const said = (field: string) => error.fields.find((one) => one.field === field)?.message
    const [von, bis, mitarbeiter] = [said('from'), said('to'), said('employee')]
    const errors: PeriodErrors = {
      ...(von ? { von } : {}),
      ...(bis ? { bis } : {}),
      ...(mitarbeiter ? { mitarbeiter } : {}),
    }
    return { asked, statistics: null, people: await loadPeople(), errors }
  }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.statistics'), robots: 'noindex' }
}

export function Component() {
  const { asked, statistics, people, errors } = useLoaderData<typeof loader>()
  const { locale, agencyUser } = usePage()
  const t = useTexts('agencyStatistics')
  const title = useTexts('agency')('nav.statistics')
  return (
    <AgencyFrame
      title={title}
      intro={t(agencyUser?.role === 'employee' ? 'intro.own' : 'intro.agency')}
    >
      <StatisticsPeriod asked={asked} errors={errors} people={people} />
      {statistics ? (
        <>
          <p className="text-lg" aria-live="polite">
            <strong>
              {t('period.said', {
                from: formatDate(statistics.from, locale),
                to: formatDate(statistics.to, locale),
              })}
            </strong>
            <Whose statistics={statistics} />
          </p>
          {isEmpty(statistics) ? <Nothing /> : <Plots statistics={statistics} />}
          <p className="max-w-[44em] text-base text-muted">{t('note')}</p>
        </>
      ) : (
        <Notice tone="danger" title={t('period.wrong')}>
          {errors.mitarbeiter ? <p>{errors.mitarbeiter}</p> : null}
        </Notice>
      )}
    </AgencyFrame>
  )
}

function Whose({ statistics: { employee, people } }: { statistics: Statistics }) {
  const { agencyUser } = usePage()
  const t = useTexts('agencyStatistics')
  const person = people.find(({ id }) => id === employee)
  if (!person || agencyUser?.role === 'employee') return null
  return <>, {t('period.of', { name: person.name })}</>
}

const isEmpty = ({ total }: Statistics) => Object.values(total).every((figure) => figure === 0)

function Plots({ statistics }: { statistics: Statistics }) {
  return (
    <>
      <Patterns />
      <FunnelPlot statistics={statistics} />
      <OrdersByMonth statistics={statistics} />
      <RewardsByMonth statistics={statistics} />
      {statistics.employees.length > 1 ? <ByEmployee statistics={statistics} /> : null}
      <ByChannel statistics={statistics} />
    </>
  )
}

function Nothing() {
  const t = useTexts('agencyStatistics')
  return (
    <EmptyList
      title={t('none.title')}
      action={
        <PageLink page="AgencyStatistics" className={buttonClass('secondary')}>
          {t('none.link')}
        </PageLink>
      }
    >
      {t('none.text')}
    </EmptyList>
  )
}
