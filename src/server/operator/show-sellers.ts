import { actionWord } from '../../contract/audit-words.ts'
import * as contract from '../../contract/betrieb-agenturen.ts'
import type { AnswerOf, BodyOf } from '../../contract/endpoint.ts'
import { pagesOf } from '../../contract/report-list.ts'
import { initialsOf } from '../../domain/initials.ts'
import { isComparable, leastWhole, measures, rateOf } from '../../domain/outlier.ts'
import { operatorAbilities } from '../../domain/operator-abilities.ts'
import { sellerStates, type SellerKind, type SellerState } from '../../domain/seller.ts'
import type { Locale } from '../../domain/tenant.ts'
import { needAgencies } from '../agency/need-agencies.ts'
import { listTokens } from '../base/token-store.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call, type Caller } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { needSalesPartners } from '../sales-partner/need-sales-partners.ts'
import { partnerPlace } from '../sales-partner/partner-place.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { checkSeller, findAlike, type AlikeOne } from './check-seller.ts'
import { isOwnSeller } from './own-case.ts'
import { listPaperRows } from './paper-list-store.ts'
import { filterOf as papersOf, viewOf as paperView } from './papers.ts'
import { readFigures } from './seller-figure-store.ts'
import { shareOf } from './seller-figures.ts'
import {
  countSellers,
  findSeller,
  listAgencyPeople,
  listEventsOf,
  listSellers,
  type ListedSeller,
  type SellerEvent,
  type SellerRow,
} from './seller-store.ts'

type Shown = AnswerOf<typeof contract.showConsoleAgency>

export const measureWords = { release: 'freigabe', cancellation: 'storno', iban: 'iban' } as const

const mostPeople = 100
const mostPapers = 5

const words = {
  registered: 'wartet',
  active: 'aktiv',
  inactive: 'inaktiv',
  closed: 'geschlossen',
} as const
export const stateOf = Object.fromEntries(
  sellerStates.map((state) => [words[state], state]),
) as Record<(typeof words)[SellerState], SellerState>

/** Not found at tenants that have none. */
export function needSellers(tenant: Call['tenant'], kind: SellerKind): void {
  if (kind === 'agency') needAgencies(tenant)
  else needSalesPartners(tenant)
}

export const seesPeople = (caller: Caller): boolean =>
  caller.kind === 'operator' && operatorAbilities(caller.roles).can('read', 'people')

const nameFor = (isPerson: boolean, name: string, isSeen: boolean) =>
  isPerson && !isSeen ? initialsOf(name) : name

type Stands = Partial<Pick<ListedSeller, 'release' | 'cancellation' | 'iban'>>

export const rowView = (row: SellerRow & Stands, isSeen: boolean) => ({
  id: row.id,
  number: row.number,
  name: nameFor(row.is_person, row.name, isSeen),
  place: row.city,
  state: words[row.state],
  registeredAt: row.created_at.toString(),
  stateSince: (row.state_since ?? row.created_at).toString(),
  isConfirmed: row.is_confirmed,
  unusual: measures.filter((one) => row[one]).map((one) => measureWords[one]),
})

type ListCall = Call<unknown, unknown, BodyOf<typeof contract.listConsoleAgencies>>

const list = (kind: SellerKind) => (call: ListCall) => {
  const { tenant, body, caller } = call
  needSellers(tenant, kind)
  const { page = 1, pageSize = 50, orderBy = 'Stand', descending = false, filter = {} } = body
  const states = [filter.state ?? []].flat().map((word) => stateOf[word])
  const asked = {
    search: filter.search || undefined,
    isUnusual: filter.unusual === 'ja',
    isConfirmed: filter.confirmed === 'ja',
  }
  return call.transaction(async (tx) => {
    const counts = await countSellers(tx, tenant.code, kind, asked)
    const countOf = (state: SellerState) => counts.find((one) => one.state === state)?.count ?? 0
    const rows = await listSellers(tx, tenant.code, kind, {
      filter: { ...asked, states },
      orderBy,
      descending,
      limit: pageSize,
      offset: (page - 1) * pageSize,
    })
    const meant: readonly SellerState[] = states.length > 0 ? states : sellerStates
    const total = meant.reduce((sum, state) => sum + countOf(state), 0)
    return {
      ...pagesOf(total, page, pageSize),
      rows: rows.map((row) => rowView(row, seesPeople(caller))),
      counts: sellerStates.map((state) => ({ state: words[state], count: countOf(state) })),
    }
  })
}

export const listConsoleAgencies = serve(contract.listConsoleAgencies, list('agency'))
export const listConsolePartners = serve(contract.listConsolePartners, list('sales-partner'))

const show = (kind: SellerKind) => (call: Call<{ id: string }>) =>
  call.transaction((tx) => showSeller(tx, call, kind))

export const showConsoleAgency = serve(contract.showConsoleAgency, show('agency'))
export const showConsolePartner = serve(contract.showConsolePartner, show('sales-partner'))

async function showSeller(tx: Tx, call: Call<{ id: string }>, kind: SellerKind): Promise<Shown> {
  const { deps, tenant, params, caller, locale } = call
  const { code } = tenant
  needSellers(tenant, kind)
  const seller = isUuid(params.id) ? await findSeller(tx, code, kind, params.id) : undefined
  if (!seller) throw fail('not-found')
  const isSeen = seesPeople(caller)
  const waits = seller.state === 'registered'
  const { people, count } =
    kind === 'agency'
      ? await listAgencyPeople(tx, code, seller.id, mostPeople)
      : { people: [], count: 0 }
  const sessions =
    kind === 'agency' ? [] : await listTokens(tx, code, 'partner-session', seller.id, call.realNow)
  const alike = waits ? await findAlike(tx, deps, code, seller) : []
  const papers = await listPaperRows(tx, code, {
    filter: { ...papersOf({}, call), party: seller.id },
    orderBy: 'Datum',
    descending: true,
    limit: mostPapers,
    offset: 0,
  })
  // An agency's data are its own, a partner's may be those of a person.
  const isOpen = isSeen || kind === 'agency'
  const compared = await readFigures(tx, code, kind, seller.id)
  return {
    ...rowView({ ...seller, ...compared?.figures }, isSeen),
    version: seller.version,
    isOwnCase: await isOwnSeller(tx, deps, code, actorOf(caller).id, kind, seller.id),
    email: isOpen ? seller.email : null,
    phone: isOpen ? seller.phone : null,
    address: isOpen ? addressOf(seller) : null,
    vatId: seller.vat_id,
    taxNumber: isOpen ? seller.tax_number : null,
    leitwegId: seller.leitweg_id,
    addressScheme: seller.e_address_scheme,
    addressId: seller.e_address,
    ibanEnd: isSeen ? ibanEnd(call, seller) : null,
    accountProblem: seller.account_problem,
    people: people.map((one) => ({
      id: one.user_id,
      name: nameFor(true, `${one.first_name} ${one.last_name}`, isSeen),
      role: one.role,
      number: one.employee_number,
      isConfirmed: one.confirmed_at !== null,
      since: one.created_at.toString(),
      leftAt: one.left_at?.toString() ?? null,
    })),
    morePeople: count - people.length,
    checks: waits
      ? [
          ...checkSeller(tenant, kind, seller),
          {
            check: 'alike' as const,
            result: alike.length > 0 ? ('warn' as const) : ('ok' as const),
            value: null,
          },
        ]
      : [],
    alike: alike.map((one) => alikeView(one, isSeen)),
    openSessions: sessions.length,
    papers: papers.rows.map((row) => paperView(row, caller)),
    paperCount: papers.count,
    comparison: compared && comparisonView(kind, compared),
    events: await eventsView(tx, code, await listEventsOf(tx, code, seller.id), locale),
  }
}

const none = { contracts: 0, released: 0, cancelled: 0, ibans: 0, shared: 0 }
const percent = (rate: number) => Math.round(rate / 100)
const stands = { high: 'hoch', low: 'niedrig' } as const

function comparisonView(
  kind: SellerKind,
  { norms, figures }: NonNullable<Awaited<ReturnType<typeof readFigures>>>,
): NonNullable<Shown['comparison']> {
  const counted = figures ?? none
  return {
    from: norms.first_day,
    to: norms.last_day,
    contracts: counted.contracts,
    measures: measures.map((measure) => {
      const share = shareOf(measure, counted)
      const said = figures?.[measure]
      const median = norms[measure]
      const isAccount = kind === 'sales-partner' && measure === 'iban'
      return {
        measure: measureWords[measure],
        ...share,
        percent: isAccount ? 0 : percent(rateOf(share)),
        median: median === null ? null : percent(median),
        least: leastWhole[measure],
        isComparable: isAccount || isComparable(measure, share),
        stands: said ? stands[said] : null,
      }
    }),
  }
}

const alikeView = ({ kind, id, name, isPerson, by }: AlikeOne, isSeen: boolean) => ({
  kind,
  id,
  name: nameFor(isPerson, name, isSeen),
  by,
})

function addressOf({ street, house_number, zip, city }: SellerRow): string | null {
  const parts = [
    [street, house_number].filter(Boolean).join(' '),
    [zip, city].filter(Boolean).join(' '),
  ]
  return parts.filter((part) => part !== '').join(', ') || null
}

/** The last four of an IBAN, which is never shown whole. */
const ibanEnd = ({ deps, tenant }: Pick<Call, 'deps' | 'tenant'>, seller: SellerRow) =>
  seller.iban_sealed === null
    ? null
    : (seller.iban_end ??
      deps.keys.decrypt(seller.iban_sealed, partnerPlace(tenant.code, seller.id)).slice(-4))

/** The audit log's rows as people read them. */
export async function eventsView(
  tx: Tx,
  tenant: string,
  events: readonly SellerEvent[],
  locale: Locale,
): Promise<Shown['events']> {
  const names = await operatorNames(
    tx,
    tenant,
    events.map(({ actor_id }) => actor_id),
  )
  return events.map(({ at, action, actor_id, reason }) => ({
    at: at.toString(),
    title: actionWord(action, locale),
    by: names.get(actor_id) ?? null,
    reason,
  }))
}
