import * as contract from '../../contract/betrieb-einnahmen.ts'
import type { earningLimits } from '../../contract/console-words.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { limitCents } from '../../domain/earnings.ts'
import { initialsOf } from '../../domain/initials.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import type { Localised } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import {
  listEarningsRows,
  readEarningsAfter,
  readPersonEarnings,
  type EarningsFilter,
  type EarningsRow,
} from './earnings-list-store.ts'
import { euros, serveListFile } from './list-file.ts'
import { operatorOf } from './reward-list.ts'

type Limit = (typeof earningLimits)[number]
type Asked = { years?: string | string[] | undefined; limit?: Limit | Limit[] | undefined }

function filterOf({ years, limit }: Asked, today: Temporal.PlainDate): EarningsFilter {
  const asked = [years ?? []].flat().map(Number)
  const limits = new Set([limit ?? []].flat())
  return {
    years: asked.length > 0 ? asked : [today.year],
    limit: limits.size === 1 ? [...limits][0]! : null,
  }
}

const viewOf = (row: EarningsRow, seesPeople: boolean) => ({
  id: row.id,
  year: row.year,
  person: seesPeople ? row.person : null,
  name: row.name === null || seesPeople ? row.name : initialsOf(row.name),
  cents: row.cents,
  isAtLimit: row.cents >= limitCents,
  cashCents: row.cash_cents,
  voucherCents: row.voucher_cents,
  setOffCents: row.set_off_cents,
  backCents: row.back_cents,
  lastOn: row.last_on,
})

export const listPeopleEarnings = serve(contract.listPeopleEarnings, (call) =>
  call.transaction(async (tx) => {
    const { tenant, body, today } = call
    const { seesPeople } = operatorOf(call.caller)
    const { page = 1, pageSize = 50, orderBy = 'WertCent', descending = true, filter = {} } = body
    const { rows, count, cents } = await listEarningsRows(tx, tenant.code, {
      filter: filterOf(filter, today),
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    return {
      ...pagesOf(count, page, pageSize),
      rows: rows.map((row) => viewOf(row, seesPeople)),
      sums: { cents },
    }
  }),
)

export const showPersonEarnings = serve(contract.showPersonEarnings, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params } = call
    const { seesPeople } = operatorOf(call.caller)
    const year = /^(20\d\d)\./.exec(params.id)?.[1]
    const found = year ? await readPersonEarnings(tx, tenant.code, Number(year), params.id) : null
    if (!found) throw fail('not-found')
    return {
      ...viewOf(found.row, seesPeople),
      entries: found.entries.map(({ reward_id: rewardId, ...entry }) => ({ ...entry, rewardId })),
    }
  }),
)

const word = (de: string, en: string): Localised => ({ de, en })
const erased = word('Gelöscht', 'Erased')
const money = (title: Localised, of: (row: ReturnType<typeof viewOf>) => number) => ({
  title,
  cell: (row: ReturnType<typeof viewOf>, locale: 'de' | 'en') => euros(of(row), locale),
})

export const showPeopleEarningsFile = serveListFile(contract.showPeopleEarningsFile, {
  name: 'einnahmen',
  read: async (tx, { tenant, today, caller }, query, part) => {
    const { orderBy = 'WertCent' } = query
    const rows = await readEarningsAfter(tx, tenant.code, {
      filter: filterOf(query, today),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const seesPeople = operatorAbilities(caller.roles).can('read', 'people')
    const last = rows.at(-1)
    const values = last && { WertCent: last.cents, ZuletztAm: last.last_on }
    return {
      rows: rows.map((row) => viewOf(row, seesPeople)),
      last: values ? { value: values[orderBy], id: last.id } : null,
    }
  },
  columns: {
    person: { title: word('Person', 'Person'), cell: ({ name }, locale) => name ?? erased[locale] },
    year: { title: word('Jahr', 'Year'), cell: (row) => row.year },
    sum: money(word('Summe im Jahr', 'Sum of the year'), (row) => row.cents),
    limit: {
      title: word('Grenze', 'Limit'),
      cell: ({ isAtLimit }, locale) => (isAtLimit ? atLimit[locale] : null),
    },
    cash: money(word('Überweisungen', 'Transfers'), (row) => row.cashCents),
    voucher: money(word('Gutscheine', 'Vouchers'), (row) => row.voucherCents),
    setOff: money(word('Verrechnet', 'Set off'), (row) => row.setOffCents),
    back: money(word('Zurückgegeben', 'Given back'), (row) => row.backCents),
    last: { title: word('Zuletzt am', 'Last on'), cell: (row) => row.lastOn },
  },
})

const atLimit = word('ab 256 €', '€256 or more')
