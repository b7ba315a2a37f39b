import { sql, type RawBuilder } from 'kysely'
import { orderKey, mostDaysApart } from '../../domain/claim.ts'
import type { Due } from '../../domain/review.ts'
import type { OrderState } from '../../domain/order.ts'
import type { Localised } from '../../domain/tenant.ts'
import { contractOf, type Claim } from '../base/claim-store.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { pickPage } from '../db/pick-page.ts'
import { isDue } from './due-filter-store.ts'

export type ClaimRow = Claim & { name: string | null; product: Localised; has_file: boolean }

const stateOf = {
  offen: 'open',
  gefunden: 'matched',
  anerkannt: 'accepted',
  abgelehnt: 'refused',
  zurueckgezogen: 'withdrawn',
} as const
export type QueueState = keyof typeof stateOf

export type ClaimFilter = {
  assignee?: string | null // null: nobody's
  states: readonly QueueState[]
  dues?: readonly Due[]
  search?: string
  today: string
}

function where(
  tenant: string,
  { assignee, states, dues, search, today }: ClaimFilter,
): RawBuilder<unknown> {
  const isOpen = states.every((state) => state === 'offen')
  return sql.join(
    [
      sql`claims.tenant = ${tenant}`,
      // As the index of open ones says it.
      isOpen
        ? sql`claims.state = 'open'`
        : sql`claims.state = any (${states.map((state) => stateOf[state])}::text[])`,
      ...(dues ? [isDue(dues, today)] : []),
      ...(assignee === undefined
        ? []
        : [assignee === null ? sql`assigned_to is null` : sql`assigned_to = ${assignee}`]),
      ...(search
        ? [
            sql`(external_key = ${orderKey(search)} or order_number = ${search.toUpperCase()}
              or referral_number = ${search.toUpperCase()})`,
          ]
        : []),
    ],
    sql` and `,
  )
}

const orders = { AntwortBis: sql`answer_by`, GemeldetAm: sql`made_at` } as const
export type ClaimOrder = keyof typeof orders

// A cast within the join would read every account: row security lets no index see it.
const withNames = (tenant: string, claims: RawBuilder<unknown>) => sql`
  select claims.*, products.title as product,
    nullif(trim(case claimant_kind when 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name,
    exists (select from claim_files where tenant = ${tenant} and claim_id = claims.claim_id) as has_file
  from (select *, case claimant_kind when 'account' then claimant_id::uuid end as claimant from (${claims}) claims offset 0) claims
    join products on products.tenant = ${tenant} and products.product_id = claims.product_id
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = claims.claimant
    left join recipients on recipients.tenant = ${tenant} and claimant_kind = 'recipient' and recipients.number = claimant_id`

/** A page of claims, and how many there are. */
export async function listClaimQueue(
  tx: Tx,
  tenant: string,
  asked: {
    filter: ClaimFilter
    orderBy: ClaimOrder
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: ClaimRow[]; count: number }> {
  const column = orders[asked.orderBy]
  const { ids, count } = await pickPage(tx, {
    ...asked,
    table: sql`claims`,
    id: sql`claim_id`,
    column,
    cents: sql`0`,
    matches: where(tenant, asked.filter),
  })
  const way = asked.descending ? sql`desc` : sql`asc`
  const page = sql`select * from claims where tenant = ${tenant} and claim_id = any (${ids}::uuid[])`
  const { rows } = await sql<ClaimRow>`
    select * from (${withNames(tenant, page)}) found order by ${column} ${way}, claim_id ${way}`.execute(
    tx,
  )
  return { rows, count }
}

/** The claims after a key. */
export async function readClaimsAfter(
  tx: Tx,
  tenant: string,
  asked: {
    filter: ClaimFilter
    orderBy: ClaimOrder
    descending: boolean
    after: RowKey | null
    limit: number
  },
): Promise<ClaimRow[]> {
  const { filter, orderBy, descending, after, limit } = asked
  const way = descending ? sql`desc` : sql`asc`
  const column = orders[orderBy]
  const by = sql`${column} ${way}, claim_id ${way}`
  const page = sql`select * from claims
    where ${where(tenant, filter)} and ${afterKey(after, { column, id: sql`claim_id`, descending })}
    order by ${by} limit ${limit}`
  const { rows } = await sql<ClaimRow>`
    select * from (${withNames(tenant, page)}) found order by ${by}`.execute(tx)
  return rows
}

/** The open claim that is due next after this one, or from the beginning; null: none is left. */
export async function findNextClaim(
  tx: Tx,
  tenant: string,
  after: { id: string; answerBy: string },
): Promise<string | null> {
  const { rows } = await sql<{ claim_id: string }>`
    select claim_id from claims
    where tenant = ${tenant} and state = 'open' and claim_id <> ${after.id}
    order by (answer_by, claim_id) < (${after.answerBy}::date, ${after.id}::uuid), answer_by, claim_id limit 1`.execute(
    tx,
  )
  return rows[0]?.claim_id ?? null
}

export async function readClaim(tx: Tx, tenant: string, id: string): Promise<ClaimRow | undefined> {
  const one = sql`select * from claims where tenant = ${tenant} and claim_id = ${id}`
  const { rows } = await sql<ClaimRow>`${withNames(tenant, one)}`.execute(tx)
  return rows[0]
}

export type ClaimSide = {
  kind: 'account' | 'recipient'
  id: string
  name: string
  email: string
  language: 'de' | 'en'
  since: string // of the recommendation, or of the acceptance
  state: string
}

/** Both sides of the claimed recommendation: its owner, and who accepted it. Nobody forgotten. */
export async function listClaimSides(
  tx: Tx,
  tenant: string,
  referral: string,
): Promise<ClaimSide[]> {
  const { rows } = await sql<ClaimSide>`
    select 'account' as kind, accounts.account_id::text as id, accounts.first_name || ' ' || accounts.last_name as name, accounts.email,
      accounts.language, referrals.created_on as since, 'owner' as state
    from referrals join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
    where referrals.tenant = ${tenant} and referrals.number = ${referral} and referrals.owned_at is not null
      and accounts.deleted_at is null
    union all
    (select 'recipient', number, first_name || ' ' || last_name, email, language, created_on, state from recipients
    where tenant = ${tenant} and referral_number = ${referral} and state <> 'withdrawn'
      and (merged_into is null or state <> 'accepted')
    order by created_at, number limit 50)`.execute(tx)
  return rows
}

export type LikelyOrder = {
  number: string | null // null: of nobody
  external_number: string | null
  product_id: string
  product: Localised
  contract_on: string
  state: OrderState | 'unmatched'
  referral_number: string | null
  recipient_number: string | null
}

const most = 25

/** Orders that a claim may be about: of its recommendation, of its number, and of nobody with its product and about its day. */
export async function listLikely(tx: Tx, tenant: string, claim: Claim): Promise<LikelyOrder[]> {
  const key = orderKey(claim.external_number)
  const { contractOn, productId } = contractOf(claim)
  const { rows } = await sql<LikelyOrder>`
    select found.*, products.title as product from (
      (select number, external_number, product_id, contract_on, state, referral_number, recipient_number from orders
      where tenant = ${tenant} and referral_number = ${claim.referral_number} order by reported_at desc limit ${most})
      union
      (select number, external_number, product_id, contract_on, state, referral_number, recipient_number from orders
      where tenant = ${tenant} and external_key = ${key} limit ${most})
      union
      (select null, external_number, product_id, contract_on, 'unmatched', null, null from unmatched_orders
      where tenant = ${tenant} and external_key = ${key} limit ${most})
      union
      (select null, external_number, product_id, contract_on, 'unmatched', null, null from unmatched_orders
      where tenant = ${tenant} and product_id = ${productId}
        and contract_on between ${contractOn}::date - ${mostDaysApart}::int and ${contractOn}::date + ${mostDaysApart}::int
      order by abs(contract_on - ${contractOn}::date), external_number limit ${most})
    ) found join products on products.tenant = ${tenant} and products.product_id = found.product_id`.execute(
    tx,
  )
  return rows
}
