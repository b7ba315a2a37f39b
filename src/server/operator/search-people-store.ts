import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

// People of a tenant wherever they have a row. Row security lets only leakproof operators use an index, hence the columns of name_key()
// (decision 473).

export type FoundPerson = {
  source: 'account' | 'contact' | 'agency-user' | 'sales-partner' | 'invited'
  id: string
  email: string
  first_name: string
  last_name: string
  line: string | null // the agency, the partner's firm, the contact's town, or who invited them
  agency: string | null // of an agency's user
  state: string
  created_at: Temporal.Instant
  first_key: string
  last_key: string
}
type Condition = RawBuilder<unknown>

/** Enough for eight people, who may be contacts several times. */
const few = 24

const names = sql`first_name, last_name, first_key, last_key, created_at`
const sourcesOf = (tenant: string) => ({
  accounts: sql`select 'account' as source, account_id::text as id, email, ${names}, null as line, null as agency,
      case when blocked_on is not null then 'blocked' when confirmed_at is null then 'new' else 'active' end as state
    from accounts where tenant = ${tenant} and deleted_at is null`,
  recipients: sql`select 'contact' as source, number as id, email, ${names}, nullif(concat_ws(' ', zip, city), '') as line, null as agency, state
    from recipients where tenant = ${tenant} and state <> 'withdrawn' and merged_into is null`,
  agency_users: sql`select 'agency-user' as source, user_id::text as id, email, ${names},
      (select name from agencies where agencies.tenant = ${tenant} and agencies.agency_id = agency_users.agency_id) as line,
      agency_id::text as agency,
      case when left_at is not null then 'left' when confirmed_at is null then 'new' else 'active' end as state
    from agency_users where tenant = ${tenant}`,
  sales_partners: sql`select 'sales-partner' as source, partner_id::text as id, email, ${names}, company as line, null as agency, state
    from sales_partners where tenant = ${tenant}`,
  invitations: sql`select 'invited' as source, invitation_id::text as id, email, ${names},
      (select agency_users.first_name || ' ' || agency_users.last_name || ', ' || agencies.number
        from agency_users join agencies on agencies.tenant = ${tenant} and agencies.agency_id = agency_users.agency_id
        where agency_users.tenant = ${tenant} and agency_users.user_id = invitations.user_id) as line,
      null as agency, 'invited' as state
    from invitations where tenant = ${tenant} and email <> ''`,
})
type Source = keyof ReturnType<typeof sourcesOf>
export const sourceNames: readonly Source[] = [
  'accounts',
  'recipients',
  'agency_users',
  'sales_partners',
  'invitations',
]

/** The rows of each condition, in the order of its column. */
async function select(
  tx: Tx,
  tenant: string,
  source: Source,
  asked: { where: Condition; order: string }[],
  most = few,
): Promise<FoundPerson[]> {
  const from = sourcesOf(tenant)[source]
  const parts = asked.map(
    ({ where, order }) =>
      sql`(${from} and ${where} order by ${sql.ref(order)} collate "C" limit ${most})`,
  )
  const { rows } = await sql<FoundPerson>`${sql.join(parts, sql` union all `)}`.execute(tx)
  return rows
}

/** In every table. */
const everywhere = async (
  tx: Tx,
  tenant: string,
  asked: { where: Condition; order: string }[],
  most = few,
): Promise<FoundPerson[]> =>
  asked.length === 0
    ? []
    : (
        await together(sourceNames.map((source) => () => select(tx, tenant, source, asked, most)))
      ).flat()

/** @param start of the normalised address */
export const findByEmail = (tx: Tx, tenant: string, start: string, most?: number) =>
  everywhere(tx, tenant, [{ where: sql`email collate "C" ^@ ${start}`, order: 'email' }], most)

export const findAccountsOf = (tx: Tx, tenant: string, emails: string[]) =>
  select(
    tx,
    tenant,
    'accounts',
    [{ where: sql`email = any(${emails})`, order: 'email' }],
    Math.max(few, emails.length),
  )

export const findContactsOf = (tx: Tx, tenant: string, emails: string[]) =>
  select(
    tx,
    tenant,
    'recipients',
    [{ where: sql`email collate "C" = any(${emails})`, order: 'email' }],
    Math.max(few, emails.length),
  )

export const findAccounts = (tx: Tx, tenant: string, ids: string[]) =>
  select(
    tx,
    tenant,
    'accounts',
    [{ where: sql`account_id = any(${ids}::uuid[])`, order: 'email' }],
    Math.max(few, ids.length),
  )

export const findContacts = (tx: Tx, tenant: string, numbers: string[]) =>
  select(
    tx,
    tenant,
    'recipients',
    [{ where: sql`number = any(${numbers})`, order: 'number' }],
    Math.max(few, numbers.length),
  )

/** By number, or by bank account: its last four characters, and its mask where the whole IBAN is known. */
export const findPartners = (
  tx: Tx,
  tenant: string,
  by: { numbers: string[] } | { end: string; mask: string | null },
) => {
  const where =
    'numbers' in by
      ? sql`number = any(${by.numbers})`
      : sql`iban_end = ${by.end} and iban_mask = coalesce(${by.mask}, iban_mask)`
  return select(tx, tenant, 'sales_partners', [{ where, order: 'number' }])
}

/** Names as they are compared. */
export async function keysOf(tx: Tx, words: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select name_key(word) as key from unnest(${words}::text[]) with ordinality as words (word, place) order by place`.execute(
    tx,
  )
  return rows.map(({ key }) => key)
}

export type Pair = { first: string; last: string }

const backwards = (text: string) => [...text].toReversed().join('')

/** Shorter ends and beginnings are many people's. */
const longEnough = (name: string, letters: number) => [...name].length >= letters

/** Whoever has a name that begins or ends so. */
export const findByPartOfName = (tx: Tx, tenant: string, part: string, most?: number) =>
  everywhere(
    tx,
    tenant,
    (['last', 'first'] as const).flatMap((name) => {
      const [key, back] = [`${name}_key`, `${name}_back`]
      const begins = { where: sql`${sql.ref(key)} ^@ ${part}`, order: key }
      const ends = { where: sql`${sql.ref(back)} ^@ ${backwards(part)}`, order: back }
      return longEnough(part, 4) ? [begins, ends] : [begins]
    }),
    most,
  )

/** Whoever has both names, which may be incomplete. */
export const findByPairs = (tx: Tx, tenant: string, pairs: Pair[], most?: number) =>
  everywhere(
    tx,
    tenant,
    pairs.flatMap(({ first, last }) => [
      { where: sql`last_key = ${last} and first_key ^@ ${first}`, order: 'first_key' },
      { where: sql`first_key = ${first} and last_key ^@ ${last}`, order: 'last_key' },
      ...(longEnough(first, 3) && longEnough(last, 3)
        ? [{ where: sql`last_key ^@ ${last} and first_key ^@ ${first}`, order: 'last_key' }]
        : []),
    ]),
    most,
  )

/** Whoever has one of the names. */
export const findByNames = (tx: Tx, tenant: string, of: { first: string[]; last: string[] }) =>
  everywhere(
    tx,
    tenant,
    (['last', 'first'] as const).flatMap((part) =>
      of[part].map((name) => ({
        where: sql`${sql.ref(`${part}_key`)} = ${name}`,
        order: `${part}_key`,
      })),
    ),
  )

export const findByNamePairs = (tx: Tx, tenant: string, of: { first: string[]; last: string[] }) =>
  everywhere(tx, tenant, [
    {
      where: sql`last_key = any(${of.last}) and first_key = any(${of.first})`,
      order: 'last_key',
    },
  ])

/** Different names that are read at most. */
const mostNames = 1_500

/**
 * The different names that begin with `start` or end with `end`, by jumping from each to the next one in its index; and those of `also`
 * that somebody has.
 */
export async function listNames(
  tx: Tx,
  tenant: string,
  part: 'first' | 'last',
  { start, end, also }: { start: string; end: string; also: string[] },
): Promise<string[]> {
  const jump = (table: Source, column: string, begin: string) => {
    const of = sql.ref(column)
    const next = (after: Condition) => sql`select ${of} from ${sql.table(table)}
      where tenant = ${tenant} and ${of} ^@ ${begin} ${after} order by ${of} limit 1`
    return sql`(with recursive names (name) as (
        (${next(sql``)})
        union all select (${next(sql`and ${of} > names.name`)}) from names where name is not null)
      select name from names where name is not null limit ${mostNames})`
  }
  const parts = sourceNames.flatMap((table) => [
    jump(table, `${part}_key`, start),
    sql`(select reverse(name) from ${jump(table, `${part}_back`, backwards(end))} as backwards)`,
    sql`(select name from unnest(${also}::text[]) as given (name) where exists (select from ${sql.table(table)}
      where tenant = ${tenant} and ${sql.ref(`${part}_key`)} = given.name))`,
  ])
  const { rows } = await sql<{ name: string }>`${sql.join(parts, sql` union `)}`.execute(tx)
  return rows.map(({ name }) => name)
}
