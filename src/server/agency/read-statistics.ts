import type { showStatistics } from '../../contract/agentur-statistik.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import {
  monthsOf,
  noFigures,
  readPeriod,
  sumBy,
  type Figures,
  type PeriodProblem,
} from '../../domain/statistics.ts'
import { say, type Said } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { Call } from '../context.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { agencyUserOf } from './session.ts'
import { countStatistics } from './statistics-store.ts'
import type { AgencyUser } from './store.ts'
import { listAgencyUsers } from './user-store.ts'

const problems: Record<PeriodProblem, Said & { field: string }> = {
  backwards: {
    field: 'bis',
    de: 'Der letzte Tag liegt vor dem ersten. Bitte tauschen Sie die beiden.',
    du: 'Der letzte Tag liegt vor dem ersten. Bitte tausch die beiden.',
    en: 'The last day is before the first one. Please swap them.',
  },
  future: {
    field: 'von',
    de: 'Der erste Tag liegt in der Zukunft. Bitte wählen Sie einen früheren.',
    du: 'Der erste Tag liegt in der Zukunft. Bitte wähl einen früheren.',
    en: 'The first day is in the future. Please choose an earlier one.',
  },
  long: {
    field: 'von',
    de: 'Bitte wählen Sie einen Zeitraum von höchstens zehn Jahren.',
    du: 'Bitte wähl einen Zeitraum von höchstens zehn Jahren.',
    en: 'Please choose a period of ten years at most.',
  },
  early: {
    field: 'von',
    de: 'Bitte wählen Sie einen Tag ab dem 01.01.2000.',
    du: 'Bitte wähl einen Tag ab dem 01.01.2000.',
    en: 'Please choose a day from 1 January 2000 on.',
  },
}

type Asked = { from?: string | undefined; to?: string | undefined; employee?: string | undefined }
export type Statistics = AnswerOf<typeof showStatistics>

/**
 * Figures of a call: an owner's agency or one of its users, an employee's own. Others throw not-found (owner) or not-authorised
 * (employee).
 */
export async function readStatistics(
  call: Call<unknown, Asked, unknown>,
  asked: Asked,
  locale: Locale = call.locale,
): Promise<Statistics> {
  const { tenant, today } = call
  const { agencyId, userId, role } = agencyUserOf(call.caller)
  const period = readPeriod(asked, today)
  if ('problem' in period) {
    const { field, ...said } = problems[period.problem]
    throw fail('validation', { fields: [{ field, message: say(said, { locale, tenant }) }] })
  }
  if (role === 'employee' && asked.employee && asked.employee !== userId)
    throw fail('not-authorised')
  const employee = role === 'employee' ? userId : (asked.employee ?? null)
  const [people, counted] = await call.transaction((tx) =>
    together([
      () => listAgencyUsers(tx, tenant.code, agencyId),
      () => countStatistics(tx, tenant.code, { agencyId, userId: employee }, period),
    ]),
  )
  if (employee !== null && !people.some(({ user_id: id }) => id === employee))
    throw fail('not-found')
  const byMonth = sumBy(counted, ({ month }) => month)
  const byUser = sumBy(counted, ({ userId: id }) => id)
  const byChannel = sumBy(
    counted.filter(({ channel }) => channel !== null),
    ({ channel }) => channel ?? '',
  )
  const own = people.filter(({ user_id: id }) => role !== 'employee' || id === userId)
  return {
    from: period.from.toString(),
    to: period.to.toString(),
    employee,
    total: sumBy(counted, () => '').get('') ?? noFigures,
    months: monthsOf(period).map((month) => ({ month, ...(byMonth.get(month) ?? noFigures) })),
    employees: [
      ...own
        .filter(({ user_id: id }) => employee === null || id === employee)
        .filter(({ user_id: id, left_at }) => left_at === null || byUser.has(id))
        .map((one) => rowOf(one, byUser.get(one.user_id))),
      ...[...byUser].filter(([id]) => id === null).map(([, figures]) => rowOf(null, figures)),
    ],
    channels: [...byChannel]
      .map(([channel, figures]) => ({ channel, ...figures }))
      .toSorted((a, b) => b.accepted - a.accepted || (a.channel < b.channel ? -1 : 1)),
    people: own.map((one) => ({ id: one.user_id, name: nameOf(one) })),
  }
}

const nameOf = ({ first_name, last_name }: AgencyUser) => `${first_name} ${last_name}`

const rowOf = (person: AgencyUser | null, figures: Figures = noFigures) => ({
  id: person?.user_id ?? null,
  name: person && nameOf(person),
  number: person?.employee_number ?? null,
  hasLeft: (person?.left_at ?? null) !== null,
  ...figures,
})
