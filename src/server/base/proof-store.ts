import { sql, type Insertable } from 'kysely'
import { keptYears } from '../../domain/retention.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import type { DB } from '../db/tables.ts'
import type { Keys } from './keys.ts'

/** The subject of closed consents: origin, channel, and the proof of the address. */
export type Proven = {
  kind: 'account' | 'referral' | 'recipient'
  id: string
  form: 'recommend' | 'accept' | 'account'
  channel: string | null
  confirmedAt: string | null
  confirmedBy: 'mailed-link' | 'session' | 'contract' | null
}

const addressText = (tenant: string, address: string) => `consent|${tenant}|${address}`

/**
 * Moves consents to the closed table under a keyed hash of the address, in the transaction that deletes the person or changes
 * the address. Those not withdrawn end at `endedAt`; an unconfirmed newsletter wish proves nothing. Texts stay as long as
 * proofs. @param address normalised
 */
export async function closeProofs(
  tx: Tx,
  keys: Keys,
  tenant: string,
  address: string,
  proven: readonly Proven[],
  endedAt: Temporal.Instant,
): Promise<void> {
  if (proven.length === 0) return
  const { phone, other } = keptYears.consentProof
  const { rows } = await sql<Omit<ProofRow, 'tenant' | 'address_hash'>>`
    with of as (
      select * from jsonb_to_recordset(${JSON.stringify(proven)}::jsonb) as row (
        kind text, id text, form text, channel text, "confirmedAt" timestamptz, "confirmedBy" text)
    ), said as (
      select consents.*, of.form, of.channel, of."confirmedBy",
        case consents.kind
          when 'newsletter' then consents.at
          when 'newsletter-wish' then (
            select min(newsletter.at) from consents newsletter join of as account on account.kind = 'account'
              and newsletter.subject_kind = 'account' and newsletter.subject_id = account.id
            where newsletter.tenant = ${tenant} and newsletter.kind = 'newsletter' and newsletter.given
              and newsletter.at >= consents.at)
          else of."confirmedAt" end as confirmed,
        coalesce((
          select min(later.at) from consents later
          where later.tenant = ${tenant} and later.subject_kind = consents.subject_kind
            and later.subject_id = consents.subject_id and later.kind = consents.kind and not later.given
            and later.at >= consents.at), ${endedAt.toString()}::timestamptz) as ended
      from of join consents on consents.tenant = ${tenant} and consents.subject_kind = of.kind and consents.subject_id = of.id
      where consents.given
    )
    select form, channel, kind, version, text_hash, at::text, confirmed::text as confirmed_at,
      case when confirmed is null then null when kind like 'newsletter%' then 'mailed-link' else "confirmedBy" end as confirmed_by,
      ended::text as withdrawn_at, ((ended at time zone 'Europe/Berlin')::date
        + make_interval(years => case kind when 'advertising-phone' then ${phone}::int else ${other}::int end))::date as keep_until
    from said where kind <> 'newsletter-wish' or confirmed is not null`.execute(tx)
  if (rows.length === 0) return
  const address_hash = keys.lookup(addressText(tenant, address))
  await tx
    .insertInto('consent_proofs')
    .values(rows.map((row) => ({ tenant, address_hash, ...row })))
    .execute()
}

type ProofRow = Insertable<DB['consent_proofs']>

export type KeptProof = {
  form: string
  channel: string | null
  kind: string
  version: string
  words: string
  at: Temporal.Instant
  confirmed_at: Temporal.Instant | null
  confirmed_by: string | null
  withdrawn_at: Temporal.Instant | null
  keep_until: string | null // null: the person still exists
}

/** Closed proofs of an address, under any key of SECRET_KEY. @param address normalised */
export async function readProofs(
  tx: Tx,
  keys: Keys,
  tenant: string,
  address: string,
): Promise<KeptProof[]> {
  const hashes = keys.lookups(addressText(tenant, address))
  const { rows } = await sql<KeptProof>`select * from prove_consents(${tenant}, ${hashes})`.execute(
    tx,
  )
  return rows
}

/** Consents of existing persons with this address; null if nobody confirmed it. @param address normalised */
export async function readLivingConsents(
  tx: Tx,
  tenant: string,
  address: string,
): Promise<KeptProof[]> {
  const { rows } = await sql<KeptProof>`
    with of as (
      select 'recipient' as kind, number as id, 'accept' as form, channel, confirmed_at from recipients
      where tenant = ${tenant} and email = ${address}
      union all
      select 'referral', referrals.number, 'recommend', referrals.channel, referrals.owned_at
      from referrals join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
      where referrals.tenant = ${tenant} and accounts.email = ${address}
      union all
      select 'account', account_id::text, 'account', null, confirmed_at from accounts
      where tenant = ${tenant} and email = ${address}
    )
    select of.form, of.channel, consents.kind, consents.version, consent_texts.text as words, consents.at, of.confirmed_at,
      null::text as confirmed_by, null::date as keep_until, (
        select min(later.at) from consents later
        where later.tenant = ${tenant} and later.subject_kind = consents.subject_kind
          and later.subject_id = consents.subject_id and later.kind = consents.kind and not later.given
          and later.at >= consents.at) as withdrawn_at
    from of
      join consents on consents.tenant = ${tenant} and consents.subject_kind = of.kind and consents.subject_id = of.id
      join consent_texts on consent_texts.tenant = ${tenant} and consent_texts.text_hash = consents.text_hash
    where consents.given order by consents.at, consents.kind`.execute(tx)
  return rows
}

/** Deletes up to `limit` proofs past their years; returns the number. */
export async function deleteOldProofs(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete ${keepsPlan} from consent_proofs where tenant = ${tenant} and proof_id = any (array(
      select proof_id from consent_proofs
      where tenant = ${tenant} and keep_until < ${today.toString()} order by keep_until limit ${limit}))`.execute(
    tx,
  )
  return Number(result.numAffectedRows ?? 0)
}
