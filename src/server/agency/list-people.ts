import type { z } from 'zod'
import type { listAgencyReport, reportRow } from '../../contract/agentur-berichte.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { foldWords } from '../../domain/agent-search.ts'
import type { Call } from '../context.ts'
import { together } from '../db/together.ts'
import { sumByEmployee } from './report-view-store.ts'
import { agencyUserOf } from './session.ts'
import { listAgencyUsers } from './user-store.ts'

type Row = z.output<typeof reportRow>
type Asked = z.output<typeof listAgencyReport.body & z.ZodType>

/** An agency's users with orders and earnings: a few dozen, so sorted here. */
export async function listPeople({
  tenant,
  caller,
  body,
  transaction,
}: Call<unknown, unknown, Asked>) {
  const { agencyId } = agencyUserOf(caller)
  const { orderBy = 'Mitarbeiter', descending = false, page = 1, pageSize = 25, filter } = body
  const [people, sums] = await transaction((tx) =>
    together([
      () => listAgencyUsers(tx, tenant.code, agencyId),
      () => sumByEmployee(tx, tenant.code, agencyId),
    ]),
  )
  const key: Record<typeof orderBy, (row: Row) => string | number> = {
    Datum: (row) => row.day,
    Empfehler: (row) => row.orders ?? 0,
    Produkt: (row) => row.orders ?? 0,
    Status: (row) => row.status,
    Mitarbeiter: (row) => foldWords(row.employee ?? '').join(' '),
    Wert: (row) => row.cents ?? 0,
  }
  const words = foldWords(filter?.search ?? '')
  const rows = people
    .map((one): Row => {
      const sum = sums.find(({ employee }) => employee === one.user_id)
      return {
        id: one.user_id,
        number: one.employee_number,
        day: one.created_at.toZonedDateTimeISO('Europe/Berlin').toPlainDate().toString(),
        status: one.left_at ? 'ausgeschieden' : one.confirmed_at ? 'aktiv' : 'eingeladen',
        referrer: null,
        contact: null,
        beneficiary: null,
        product: null,
        employee: `${one.first_name} ${one.last_name}`,
        orders: sum?.count ?? 0,
        cents: sum?.cents ?? 0,
        counts: true,
        isReleasable: false,
        expectedCents: null,
        feeCents: null,
        refusal: null,
        decision: null,
      }
    })
    .filter(
      (row) =>
        (!filter?.status || row.status === filter.status) &&
        (!filter?.employee || row.number === filter.employee) &&
        words.every((word) => foldWords(row.employee ?? '').some((one) => one.startsWith(word))),
    )
    .toSorted((a, b) => compare(key[orderBy](a), key[orderBy](b)) || compare(a.id, b.id))
  if (descending) rows.reverse()
  const cents = rows.reduce((sum, row) => sum + (row.cents ?? 0), 0)
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    ...pagesOf(rows.length, page, pageSize),
    sums: { cents },
  }
}

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
