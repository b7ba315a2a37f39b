import { sql, type RawBuilder } from 'kysely'
import type { AddressScheme } from '../../domain/electronic-address.ts'
import type { SellerKind, SellerState } from '../../domain/seller.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'

export type SellerRow = {
  id: string
  number: string
  name: string
  is_person: boolean // the name is somebody's own
  city: string | null
  state: SellerState
  created_at: Temporal.Instant
  state_since: Temporal.Instant | null
  is_confirmed: boolean
  version: number
  email: string
  phone: string | null
  street: string | null
  house_number: string | null
  zip: string | null
  vat_id: string | null
  tax_number: string | null
  leitweg_id: string | null
  e_address_scheme: AddressScheme | null
  e_address: string | null
  iban_sealed: string | null
  iban_mask: string | null
  iban_end: string | null
  account_problem: string | null
  agreed_version: string | null
}

/** Both kinds with the same columns. */
const sellers: Record<SellerKind, (tenant: string) => RawBuilder<unknown>> = {
  agency: (tenant) => sql`
    select tenant, agency_id as id, number, name, false as is_person, search_key as name_key, null::text as person_key,
      zip, city, state, created_at, state_since, version, email, phone, street, house_number, vat_id, null as tax_number,
      leitweg_id, e_address_scheme, e_address,
      null as iban_sealed, null as iban_mask, null as iban_end, null as account_problem, null as agreed_version,
      exists (select from agency_users
        where agency_users.tenant = ${tenant} and agency_users.agency_id = agencies.agency_id and role = 'owner'
          and left_at is null and confirmed_at is not null) as is_confirmed
    from agencies where tenant = ${tenant}`,
  'sales-partner': (tenant) => sql`
    select tenant, partner_id as id, number, coalesce(company, first_name || ' ' || last_name) as name, company is null as is_person,
      coalesce(company_key, last_key) as name_key, last_key as person_key, zip, city, state, created_at, state_since, version, email,
      phone, street, house_number, vat_id, tax_number, null as leitweg_id, null as e_address_scheme, null as e_address, iban_encrypted as iban_sealed, iban_mask, iban_end, account_problem,
      agreed_version, confirmed_at is not null as is_confirmed
    from sales_partners where tenant = ${tenant}`,
}

/** Each has an index, with the id. `Stand`: waiting ones first, the oldest of them at the top; then by name. */
const columns = {
  agency: {
    id: sql`agency_id`,
    Stand: sql`list_key`,
    Name: sql`search_key`,
    Nummer: sql`number`,
    Seit: sql`created_at`,
  },
  'sales-partner': {
    id: sql`partner_id`,
    Stand: sql`list_key`,
    Name: sql`name_sort`,
    Nummer: sql`number`,
    Seit: sql`created_at`,
  },
} as const
const tables = { agency: sql`agencies`, 'sales-partner': sql`sales_partners` } as const
export type SellerOrder = 'Stand' | 'Name' | 'Nummer' | 'Seit'

/** The number's beginning, or part of name, surname or place. */
function found(kind: SellerKind, search: string | undefined): RawBuilder<unknown> {
  if (!search) return sql`true`
  const names = kind === 'agency' ? sql`search_key` : sql`name_sort`
  return sql`(upper(number) ^@ upper(${search}) or zip ^@ ${search} or strpos(lower(city), lower(${search})) > 0
    or (name_key(${search}) <> '' and strpos(${names}, name_key(${search})) > 0))`
}

export type SellerFilter = {
  states: readonly SellerState[] // empty: all
  search: string | undefined
  isUnusual: boolean // else all
  isConfirmed: boolean // by the mail of its registration; else all
}

/** Somebody there has proven an address. */
export const isProven = (tenant: string, kind: SellerKind): RawBuilder<unknown> =>
  kind === 'agency'
    ? sql`exists (select from agency_users where agency_users.tenant = ${tenant}
        and agency_users.agency_id = agencies.agency_id and confirmed_at is not null)`
    : sql`confirmed_at is not null`

const matches = (
  tenant: string,
  kind: SellerKind,
  { states, search, isUnusual, isConfirmed }: SellerFilter,
) =>
  sql`tenant = ${tenant} and ${
    states.length === 0 ? sql`true` : sql`state = any (${[...states]}::text[])`
  } and ${found(kind, search)} and ${
    isUnusual
      ? sql`${columns[kind].id} = any (array(select seller_id from seller_figures where tenant = ${tenant} and kind = ${kind}
          and (release is not null or cancellation is not null or iban is not null)))`
      : sql`true`
  } and ${isConfirmed ? isProven(tenant, kind) : sql`true`}`

export type ListedSeller = SellerRow & {
  sort_key: string
  release: 'high' | 'low' | null
  cancellation: 'high' | 'low' | null
  iban: 'high' | 'low' | null
}

/** A part of a tenant's agencies or partners: a page by `offset`, a file's part by `after`. */
export async function listSellers(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  asked: {
    filter: SellerFilter
    orderBy: SellerOrder
    descending: boolean
    limit: number
    offset?: number
    after?: RowKey | null
  },
): Promise<ListedSeller[]> {
  const { filter, orderBy, descending, limit, offset = 0, after = null } = asked
  const way = descending ? sql`desc` : sql`asc`
  const { id, [orderBy]: column } = columns[kind]
  // The page first, then what it shows.
  const { rows } = await sql<ListedSeller>`
    select sellers.*, page.sort_key, figures.release, figures.cancellation, figures.iban from (
      select ${id} as page_id, ${column} as sort_by, ${column}::text as sort_key from ${tables[kind]}
      where ${matches(tenant, kind, filter)} and ${afterKey(after, { column, id, descending })}
      order by ${column} ${way}, ${id} ${way} limit ${limit} offset ${offset}) page
    join (${sellers[kind](tenant)}) sellers on sellers.id = page.page_id
      left join seller_figures figures on figures.tenant = ${tenant} and figures.kind = ${kind} and figures.seller_id = page.page_id
    order by page.sort_by ${way}, page.page_id ${way}`.execute(tx)
  return rows
}

/** How many a search finds, by state. */
export async function countSellers(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  filter: Omit<SellerFilter, 'states'>,
): Promise<{ state: SellerState; count: number }[]> {
  const { rows } = await sql<{ state: SellerState; count: number }>`
    select state, count(*)::int as count from ${tables[kind]}
    where ${matches(tenant, kind, { ...filter, states: [] })} group by 1`.execute(tx)
  return rows
}

export async function findSeller(
  tx: Tx,
  tenant: string,
  kind: SellerKind,
  id: string,
): Promise<SellerRow | undefined> {
  const { rows } = await sql<SellerRow>`
    select * from (${sellers[kind](tenant)}) sellers where id = ${id}`.execute(tx)
  return rows[0]
}

export type Alike = {
  kind: SellerKind
  id: string
  name: string
  is_person: boolean
  by: 'vat' | 'name' | 'address'
}

/** Others with the same VAT id, name or address, of either kind. */
export async function listAlikeSellers(
  tx: Tx,
  tenant: string,
  { id, name, vat_id: vatId, street, house_number: houseNumber, zip }: SellerRow,
): Promise<Alike[]> {
  const of = (kind: SellerKind) => sql`
    select ${kind}::text as kind, id, name, is_person, case
      when vat_id = ${vatId} then 'vat'
      when name_key = name_key(${name}) then 'name' else 'address' end as by
    from (${sellers[kind](tenant)}) sellers
    where id <> ${id} and (vat_id = ${vatId} or name_key = name_key(${name})
      or (zip = ${zip} and name_key(street) = name_key(${street}) and name_key(house_number) = name_key(${houseNumber})))`
  const { rows } = await sql<Alike>`
    ${of('agency')} union all ${of('sales-partner')} order by by, name limit 10`.execute(tx)
  return rows
}

/** Other partners whose IBAN ends alike, to be opened and compared. */
export async function listIbansEndingAlike(
  tx: Tx,
  tenant: string,
  { id, iban_end: end }: SellerRow,
): Promise<{ id: string; name: string; is_person: boolean; sealed: string }[]> {
  const { rows } = await sql<{ id: string; name: string; is_person: boolean; sealed: string }>`
    select id, name, is_person, iban_sealed as sealed from (${sellers['sales-partner'](tenant)}) sellers
    where iban_end = ${end} and id <> ${id} limit 50`.execute(tx)
  return rows
}

/** People whose stored IBAN has one of these hashes. */
export async function listPeopleWithIban(
  tx: Tx,
  tenant: string,
  hashes: readonly string[],
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select account_id::text as id, first_name || ' ' || last_name as name from accounts
    where tenant = ${tenant} and deleted_at is null and account_id = any (array(
      select account_id from bank_accounts where tenant = ${tenant} and iban_hash = any (${[...hashes]})))
    order by name limit 10`.execute(tx)
  return rows
}

export type AgencyPerson = {
  user_id: string
  first_name: string
  last_name: string
  role: 'owner' | 'employee'
  employee_number: string
  confirmed_at: Temporal.Instant | null
  created_at: Temporal.Instant
  left_at: Temporal.Instant | null
}

/** An agency's people: those who are there before those who left, owners first. */
export async function listAgencyPeople(
  tx: Tx,
  tenant: string,
  agencyId: string,
  limit: number,
): Promise<{ people: AgencyPerson[]; count: number }> {
  const { rows } = await sql<AgencyPerson & { all: number }>`
    select user_id, first_name, last_name, role, employee_number, confirmed_at, created_at, left_at, count(*) over ()::int as all
    from agency_users where tenant = ${tenant} and agency_id = ${agencyId}
    order by left_at is not null, role desc, last_name, first_name, user_id limit ${limit}`.execute(
    tx,
  )
  return { people: rows, count: rows[0]?.all ?? 0 }
}

export type SellerEvent = {
  at: Temporal.Instant
  action: string
  actor_kind: string
  actor_id: string
  reason: string | null
}

/** What happened to somebody or something, newest first. */
export async function listEventsOf(
  tx: Tx,
  tenant: string,
  subjectId: string,
): Promise<SellerEvent[]> {
  const { rows } = await sql<SellerEvent>`
    select at, action, actor_kind, actor_id, reason from audit_log
    where tenant = ${tenant} and subject_id = ${subjectId} order by number desc limit 40`.execute(
    tx,
  )
  return rows
}

/** Whether an operator has looked at somebody since then. */
export async function hasLookedAt(
  tx: Tx,
  tenant: string,
  asked: { operatorId: string; subjectId: string; since: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    select from audit_log
    where tenant = ${tenant} and subject_id = ${asked.subjectId} and actor_id = ${asked.operatorId}
      and action = 'agency-user-viewed' and at > ${asked.since.toString()}
    order by number desc limit 1`.execute(tx)
  return rows.length > 0
}
