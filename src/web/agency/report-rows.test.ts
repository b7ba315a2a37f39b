import { createElement, type ComponentProps } from 'react'
import { useLoaderData } from 'react-router'
import { expect, test } from 'vitest'
import { reportNames, type ReportName } from '../../contract/agentur-berichte.ts'
import { reportStates } from '../../contract/state-words.ts'
import type { PageView } from '../runtime/page-context.tsx'
import { drawBothWays, everywhere, pageIn } from '../runtime/render.test-helper.tsx'
import { addTexts } from '../runtime/texts.ts'
import { readTable } from '../ui/table/table-address.ts'
import type { TableSelection } from '../ui/table/table-types.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { reportSpec } from './read-report.ts'
import { sortsOf, type ReportRow } from './report-columns.tsx'
import { ReportSection, type ReportChoices } from './report-section.tsx'

// The rows of an agency's lists, its menu and its filters are drawn once for each state (ui/row-shapes.tsx).

addTexts(
  import.meta.glob<Record<string, string>>('/src/web/texts/*/agency*.json', { import: 'default' }),
)

type Person = { id: string; number: string; name: string; product: string; day: string }

const mara = { id: 'MARA', number: 'V-17', name: 'Mara Lind', product: 'Strom', day: '01' }
const hostile = {
  id: 'E-VE',
  number: `'"><b>&`,
  name: `</script>O'Neil & "${'Söhne '.repeat(20)}"`,
  product: '$& <!-- --> {{number}} 0.',
  day: '17',
}

/** In all states, each with and without what may be missing; a person has the words alone. */
const rowsOf = (list: ReportName, { id, number, name, product, day }: Person): ReportRow[] =>
  reportStates[list].flatMap((status, at) =>
    Array.from({ length: 8 }, (_, way): ReportRow => {
      const has = (bit: number) => ((way + at * 8) & bit) > 0
      const cents = 2500 + Number(day)
      return {
        id: `${id}${at}-${way}`,
        number: has(1) ? `${number}${at}` : null,
        day: `2026-11-${day}`,
        status,
        referrer: has(2) ? name : null,
        contact: has(1) ? `${name.slice(0, 1)}.` : null,
        beneficiary: has(4) ? 'Empfaenger' : has(2) ? 'Empfehler' : null,
        product: has(4) ? product : null,
        employee: has(8) ? `${name}, ${product}` : null,
        cents: has(8) ? cents : 0,
        counts: has(4),
        isReleasable: status === 'Bestaetigt' && !has(1),
        expectedCents: has(2) ? cents + 1 : null,
        feeCents: has(2) ? 99 : null,
        refusal: has(1) && has(8) ? `${name}?` : null,
        decision: has(1)
          ? { action: has(4) ? 'freigeben' : 'ablehnen', until: `2026-11-${day}T10:00:00Z` }
          : null,
      }
    }),
  )

const selection: TableSelection<ReportRow> = {
  form: 'orders',
  field: 'order',
  can: (row) => row.isReleasable,
  nameOf: (row) => `Auftrag ${row.number ?? row.id}`,
  verbs: null,
  all: null,
  offersAll: false,
}

type Loaded = { name: ReportName; rows: ReportRow[]; choices: ReportChoices; search: string }

function Page() {
  const { name, rows, choices, search } = useLoaderData<Loaded>()
  return createElement(
    AgencyFrame,
    { title: 'Liste', isList: true } as ComponentProps<typeof AgencyFrame>,
    createElement(ReportSection, {
      page: 'AgencyOrderReport',
      name,
      query: readTable(new URLSearchParams(search), reportSpec(sortsOf[name])),
      report: { rows, hasNext: false, pageCount: 1, totalCount: rows.length },
      choices,
      selection: name === 'auftraege' ? selection : null,
      record: null,
    }),
  )
}

const searches = {
  auftraege: `?status=Bestaetigt&suche=${encodeURIComponent(`O'N & "<Söhne>" +$&`)}&status=Gemeldet`,
  praemien: '?spalten=number,status&dichte=weit',
  leads: '?liste=leads',
}

test.each(everywhere)(
  'a row by its shape is the one drawn plainly: $address, $locale',
  async (where) => {
    for (const name of reportNames) {
      const page = await pageIn(where, ['agency', 'agencyReports'])
      const draw = (person: Person, search: string, rows = rowsOf(name, person)) => {
        const agencyUser = { role: 'owner', firstName: person.name, agencyName: person.name }
        const view = { ...page.view, agencyUser } as unknown as PageView
        const choices = [0, 1].map((at) => ({
          value: `${person.number}${at}`,
          title: `${person.name}${at}`,
        }))
        const loaded = { name, rows, choices: { products: choices, employees: choices }, search }
        return { ...drawBothWays({ ...page, view }, Page, loaded, search), total: rows.length }
      }
      for (const search of ['', searches[name as keyof typeof searches] ?? '?seite=1']) {
        draw(mara, search)
        const { html, plain, byShape, total } = draw(hostile, search)
        expect(html).toBe(plain)
        for (const word of [mara.id, mara.number, mara.name, mara.product])
          expect(html).not.toContain(word)
        const frame = draw(hostile, search, []).byShape
        expect(frame).toBeGreaterThan(40)
        // A link that has a parameter of the page itself is drawn plainly.
        const isOwn = search === searches.leads
        expect([name, search, byShape - frame]).toEqual([name, search, isOwn ? 0 : total])
      }
    }
  },
)
