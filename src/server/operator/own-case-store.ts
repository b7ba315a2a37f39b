import { sql } from 'kysely'
import { mailboxOf } from '../../domain/email.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

type Concerned = {
  accounts: readonly string[]
  recipients: readonly string[]
  agencies?: readonly string[]
  partners?: readonly string[]
}
const kinds = ['accounts', 'recipients', 'agencies', 'partners'] as const

/** The mailboxes of people at a tenant, as mailboxOf(); of an agency, everybody's who is in it. */
export const readMailboxes = forMany(
  async (tx, tenant, asked: readonly Concerned[]): Promise<string[][]> => {
    const idsOf = (kind: (typeof kinds)[number]) => [
      ...new Set(asked.flatMap((one) => one[kind] ?? [])),
    ]
    const agencies = idsOf('agencies')
    const { rows } = await sql<{ kind: string; id: string; mailbox: string }>`
      select 'accounts' as kind, account_id::text as id, mailbox_of(email) as mailbox from accounts
      where tenant = ${tenant} and account_id = any (${idsOf('accounts')}::uuid[]) and deleted_at is null
      union
      select 'recipients', number, mailbox from recipients
      where tenant = ${tenant} and number = any (${idsOf('recipients')}::text[]) and email <> ''
      union
      select 'agencies', agency_id::text, mailbox_of(email) from agencies
      where tenant = ${tenant} and agency_id = any (${agencies}::uuid[])
      union
      select 'agencies', agency_id::text, mailbox_of(email) from agency_users
      where tenant = ${tenant} and agency_id = any (${agencies}::uuid[]) and left_at is null
      union
      select 'partners', partner_id::text, mailbox_of(email) from sales_partners
      where tenant = ${tenant} and partner_id = any (${idsOf('partners')}::uuid[])`.execute(tx)
    const found = Map.groupBy(rows, ({ kind, id }) => `${kind} ${id}`)
    return asked.map((one) => {
      const own = kinds.flatMap((kind) =>
        (one[kind] ?? []).flatMap((id) => found.get(`${kind} ${id}`) ?? []),
      )
      return [...new Set(own.map(({ mailbox }) => mailbox))]
    })
  },
)

export type Home = { street: string; houseNumber: string; zip: string }

/** The postal addresses known of mailboxes. */
export async function listHomes(
  tx: Tx,
  tenant: string,
  mailboxes: readonly string[],
): Promise<Home[]> {
  const { rows } = await sql<Home>`
    select street, house_number as "houseNumber", zip from recipients
    where tenant = ${tenant} and mailbox = any (${[...mailboxes]})
      and street is not null and house_number is not null and zip is not null
    union
    select street, house_number, zip from sales_partners
    where tenant = ${tenant} and mailbox_of(email) = any (${[...mailboxes]})
    union
    select street, house_number, zip from agencies
    where tenant = ${tenant} and mailbox_of(email) = any (${[...mailboxes]})
      and street is not null and house_number is not null and zip is not null`.execute(tx)
  return rows
}

export type KnownIban = {
  kind: 'account' | 'reward' | 'partner'
  id: string
  sealed: string
  hash: string | null // null: of a sales partner
}

/** The bank accounts known of mailboxes: stored, given for a reward, and a sales partner's. */
export async function listIbans(
  tx: Tx,
  tenant: string,
  mailboxes: readonly string[],
): Promise<KnownIban[]> {
  // Arrays are read once each, also before the tables have statistics.
  const people = sql`array(select account_id from accounts
    where tenant = ${tenant} and mailbox_of(email) = any (${[...mailboxes]}) and deleted_at is null)`
  const contacts = sql`array(select number from recipients where tenant = ${tenant} and mailbox = any (${[...mailboxes]}))`
  const owed = sql`array(
    select reward_id from rewards where tenant = ${tenant} and account_id = any (${people})
    union
    select reward_id from rewards where tenant = ${tenant} and recipient_number = any (${contacts}))`
  const { rows } = await sql<KnownIban>`
    select 'account' as kind, account_id::text as id, iban_encrypted as sealed, iban_hash as hash from bank_accounts
    where tenant = ${tenant} and account_id = any (${people})
    union all
    select 'reward', reward_id::text, iban_encrypted, iban_hash from reward_bank_data
    where tenant = ${tenant} and reward_id = any (${owed})
    union all
    select 'partner', partner_id::text, iban_encrypted, null from sales_partners
    where tenant = ${tenant} and mailbox_of(email) = any (${[...mailboxes]})`.execute(tx)
  return rows
}

/** Both sides of a reward: who recommended, also as an agency, and who signed. */
export async function readSides(tx: Tx, tenant: string, rewardId: string): Promise<People> {
  const { rows } = await sql<Sides>`
    select coalesce(rewards.account_id, referrals.account_id) as account,
      coalesce(rewards.recipient_number, orders.recipient_number) as recipient, referrals.agency_id as agency
    from rewards
      left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}`.execute(tx)
  return people(rows)
}

type People = { accounts: string[]; recipients: string[]; agencies: string[] }
type Sides = {
  account: string | null
  recipient: string | null
  agency: string | null
}

const people = (rows: readonly Sides[]): People => ({
  accounts: [...new Set(rows.flatMap(({ account }) => account ?? []))],
  recipients: [...new Set(rows.flatMap(({ recipient }) => recipient ?? []))],
  agencies: [...new Set(rows.flatMap(({ agency }) => agency ?? []))],
})

/** Whose reward it is. */
export async function readOwner(tx: Tx, tenant: string, rewardId: string): Promise<People> {
  const { rows } = await sql<Sides>`
    select account_id as account, recipient_number as recipient, null as agency from rewards
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
  return people(rows)
}

const peopleOf = (rows: readonly (Sides & { asked: string })[], asked: readonly string[]) => {
  const found = Map.groupBy(rows, (row) => row.asked)
  return asked.map((one) => people(found.get(one) ?? []))
}

/** Both sides of an order. */
export const readOrderSides = forMany(async (tx, tenant, numbers: readonly string[]) => {
  const { rows } = await sql<Sides & { asked: string }>`
    select orders.number as asked, referrals.account_id as account, orders.recipient_number as recipient, referrals.agency_id as agency
    from orders left join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
    where orders.tenant = ${tenant} and orders.number = any (${[...numbers]}::text[])`.execute(tx)
  return peopleOf(rows, numbers)
})

/** Who recommended, and whoever accepted. */
export const readReferralSides = forMany(async (tx, tenant, numbers: readonly string[]) => {
  const any = sql`any (${[...numbers]}::text[])`
  const { rows } = await sql<Sides & { asked: string }>`
    select number as asked, account_id as account, null as recipient, agency_id as agency from referrals
    where tenant = ${tenant} and number = ${any}
    union all
    select referral_number, null, number, null from recipients where tenant = ${tenant} and referral_number = ${any}`.execute(
    tx,
  )
  return peopleOf(rows, numbers)
})

/** Account and contacts of a mailbox. */
export const readPeopleOf = forMany(async (tx, tenant, emails: readonly string[]) => {
  const asked = emails.map(mailboxOf)
  const { rows } = await sql<Sides & { asked: string }>`
    select mailbox_of(email) as asked, account_id as account, null as recipient, null as agency from accounts
    where tenant = ${tenant} and mailbox_of(email) = any (${asked}::text[]) and deleted_at is null
    union all
    select mailbox, null, number, null from recipients where tenant = ${tenant} and mailbox = any (${asked}::text[])`.execute(
    tx,
  )
  return peopleOf(rows, asked)
})

/** The mailboxes of whoever has one of these bank accounts. */
export async function listMailboxesByIban(
  tx: Tx,
  tenant: string,
  hashes: readonly string[],
): Promise<string[]> {
  const any = sql`any (${[...hashes]})`
  const { rows } = await sql<Sides>`
    select account_id as account, null as recipient from bank_accounts where tenant = ${tenant} and iban_hash = ${any}
    union
    select account_id, recipient_number from reward_bank_data
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = reward_bank_data.reward_id
    where reward_bank_data.tenant = ${tenant} and iban_hash = ${any}`.execute(tx)
  return readMailboxes(tx, tenant, people(rows))
}

/** Which of these mailboxes have an address in these postcodes. */
export async function listHomesIn(
  tx: Tx,
  tenant: string,
  { mailboxes, zips }: { mailboxes: readonly string[]; zips: readonly string[] },
): Promise<(Home & { mailbox: string })[]> {
  const { rows } = await sql<Home & { mailbox: string }>`
    select distinct mailbox, street, house_number as "houseNumber", zip from recipients
    where tenant = ${tenant} and mailbox = any (${[...mailboxes]}) and zip = any (${[...zips]})
      and street is not null and house_number is not null`.execute(tx)
  return rows
}
