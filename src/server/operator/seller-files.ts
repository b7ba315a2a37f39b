import {
  showAgenciesFile as agenciesFile,
  showPartnersFile as partnersFile,
} from '../../contract/betrieb-agenturen.ts'
import { showPapersFile as papersFile } from '../../contract/betrieb-rechnungen.ts'
import { localDate } from '../../domain/dates.ts'
import type { SellerKind } from '../../domain/seller.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import { euros, serveListFile, type FileCall, type FileColumn, type FilePart } from './list-file.ts'
import { readPapersAfter } from './paper-list-store.ts'
import * as papers from './papers.ts'
import { listSellers, type SellerOrder } from './seller-store.ts'
import { rowView, seesPeople, stateOf } from './show-sellers.ts'

// The files of agencies, sales partners and their documents, in the words of their pages.

const word = (de: string, en: string): Localised => ({ de, en })
const state = word('Stand', 'State')

const kinds = {
  rechnung: word('Rechnung', 'Invoice'),
  rechnungskorrektur: word('Rechnungskorrektur', 'Invoice correction'),
  gutschrift: word('Gutschrift', 'Credit note'),
  gutschriftkorrektur: word('Gutschriftkorrektur', 'Credit note correction'),
}
const states = {
  offen: word('Offen', 'Open'),
  ueberfaellig: word('Überfällig', 'Overdue'),
  ausgeglichen: word('Ausgeglichen', 'Settled'),
  'in-auszahlung': word('In Auszahlung', 'Being paid out'),
  bezahlt: word('Bezahlt', 'Paid'),
}

export const showPapersFile = serveListFile(papersFile, {
  name: 'rechnungen',
  read: async (tx, call, query, part) => {
    const { orderBy = 'Datum' } = query
    const rows = await readPapersAfter(tx, call.tenant.code, {
      filter: papers.filterOf(query, call),
      orderBy,
      descending: query.descending === 'true',
      ...part,
    })
    const last = rows.at(-1)
    const values = last && {
      Datum: last.issued_on,
      FaelligAm: last.due_on,
      Gesamt: last.cents,
      Nummer: last.number,
    }
    return {
      rows: rows.map((row) => papers.viewOf(row, call.caller)),
      last: values ? { value: values[orderBy], id: last.paper_id } : null,
    }
  },
  columns: {
    number: { title: word('Nummer', 'Number'), cell: ({ number }) => number },
    state: { title: state, cell: (row, locale) => states[row.state][locale] },
    kind: { title: word('Art', 'Kind'), cell: ({ kind }, locale) => kinds[kind][locale] },
    name: { title: word('Agentur oder Partner', 'Agency or partner'), cell: ({ name }) => name },
    month: { title: word('Monat', 'Month'), cell: ({ month }) => month },
    issuedOn: { title: word('Vom', 'Written'), cell: ({ issuedOn }) => issuedOn },
    dueOn: { title: word('Fällig', 'Due'), cell: ({ dueOn }) => dueOn },
    paidOn: { title: word('Bezahlt am', 'Paid on'), cell: ({ paidOn }) => paidOn },
    amount: { title: word('Betrag', 'Amount'), cell: ({ cents }, locale) => euros(cents, locale) },
    open: {
      title: word('Offen', 'Open'),
      cell: ({ openCents }, locale) => euros(openCents, locale),
    },
  },
})

const sellerStates = {
  wartet: word('Wartet', 'Waits'),
  aktiv: word('Aktiv', 'Active'),
  inaktiv: word('Angehalten', 'Stopped'),
  geschlossen: word('Geschlossen', 'Closed'),
}

type SellerQuery = {
  state?: keyof typeof sellerStates | (keyof typeof sellerStates)[] | undefined
  unusual?: 'ja' | undefined
  confirmed?: 'ja' | undefined
  orderBy?: SellerOrder | undefined
  descending?: 'true' | 'false' | undefined
}
type Row = ReturnType<typeof rowView> & { waits: number | null }

const readSellers =
  (kind: SellerKind) => async (tx: Tx, call: FileCall, query: SellerQuery, part: FilePart) => {
    const { tenant, caller, today } = call
    const rows = await listSellers(tx, tenant.code, kind, {
      filter: {
        states: [query.state ?? []].flat().map((one) => stateOf[one]),
        search: undefined,
        isUnusual: query.unusual === 'ja',
        isConfirmed: query.confirmed === 'ja',
      },
      orderBy: query.orderBy ?? 'Stand',
      descending: query.descending === 'true',
      ...part,
    })
    const last = rows.at(-1)
    return {
      rows: rows.map((row) => ({
        ...rowView(row, seesPeople(caller)),
        waits: row.state === 'registered' ? localDate(row.created_at).until(today).days : null,
      })),
      last: last ? { value: last.sort_key, id: last.id } : null,
    }
  }

const day = (instant: string) => localDate(Temporal.Instant.from(instant)).toString()

const unusualWords = {
  freigabe: word('Freigaben', 'Releases'),
  storno: word('Stornos', 'Cancellations'),
  iban: word('IBAN', 'IBAN'),
}

const sellerColumns: Record<string, FileColumn<Row>> = {
  name: { title: word('Name', 'Name'), cell: ({ name }) => name },
  state: { title: state, cell: (row, locale) => sellerStates[row.state][locale] },
  // In days.
  age: { title: word('Wartet seit', 'Waiting for'), cell: (row) => row.waits },
  number: { title: word('Nummer', 'Number'), cell: ({ number }) => number },
  unusual: {
    title: word('Auffällig', 'Stands out'),
    cell: ({ unusual }, locale) => unusual.map((one) => unusualWords[one][locale]).join(', '),
  },
  place: { title: word('Ort', 'Place'), cell: ({ place }) => place },
  confirmed: {
    title: word('E-Mail', 'E-mail'),
    cell: ({ isConfirmed }, locale) =>
      (isConfirmed ? word('Bestätigt', 'Confirmed') : word('Nicht bestätigt', 'Not confirmed'))[
        locale
      ],
  },
  since: {
    title: word('Registriert', 'Registered'),
    cell: ({ registeredAt }) => day(registeredAt),
  },
  stateSince: {
    title: word('Stand seit', 'State since'),
    cell: ({ stateSince }) => day(stateSince),
  },
}

export const showAgenciesFile = serveListFile(agenciesFile, {
  name: 'agenturen',
  read: readSellers('agency'),
  columns: sellerColumns,
})
export const showPartnersFile = serveListFile(partnersFile, {
  name: 'verkaufspartner',
  read: readSellers('sales-partner'),
  columns: sellerColumns,
})
