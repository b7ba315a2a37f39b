import { createHash } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { keepsPlan, keptIfFew, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

export type Consent = {
  kind: string // 'terms', 'eligibility', 'newsletter-wish', 'newsletter', 'advertising', 'advertising-phone', 'cookies-{category}'
  version: string
  text: string
  given?: boolean // default true; false: declined or withdrawn
}

type Subject = {
  kind: 'account' | 'referral' | 'recipient' | 'visitor' | 'agency-user' | 'sales-partner'
  id: string
}
export type Consented = { subject: Subject; consents: readonly Consent[]; at: Temporal.Instant }

/** Stores a person's consents with text and time: each text once, and a row per consent; in one round trip. */
export const recordConsents = (
  tx: Tx,
  tenant: string,
  subject: Subject,
  consents: Consent[],
  at: Temporal.Instant,
): Promise<void> => recordAllConsents(tx, tenant, [{ subject, consents, at }])

/** The same of several persons. */
export async function recordAllConsents(
  tx: Tx,
  tenant: string,
  people: readonly Consented[],
): Promise<void> {
  const consents = people.flatMap(({ consents: own, subject, at }) =>
    own.map((one) => ({ ...one, subject, at })),
  )
  if (consents.length === 0) return
  const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
  // In one order, so that two that say the same texts do not wait for each other.
  const texts = [...new Set(consents.map(({ text }) => text))]
    .map((text) => ({ tenant, text_hash: hashOf(text), text }))
    .toSorted((one, other) => (one.text_hash < other.text_hash ? -1 : 1))
  const hashes = new Map(texts.map(({ text, text_hash }) => [text, text_hash]))
  const rows = consents.map(({ kind, version, text, given = true, subject, at }) => ({
    tenant,
    subject_kind: subject.kind,
    subject_id: subject.id,
    kind,
    version,
    text_hash: hashes.get(text)!,
    given,
    at: at.toString(),
  }))
  await together([
    () => shareTexts(tx, tenant),
    () =>
      tx
        .insertInto('consent_texts')
        .values(texts)
        .onConflict((conflict) => conflict.columns(['tenant', 'text_hash']).doNothing())
        .modifyEnd(keptIfFew(texts.length))
        .execute(),
    () => tx.insertInto('consents').values(rows).modifyEnd(keptIfFew(rows.length)).execute(),
  ])
}

/** The latest choice for a kind of consent; false if none. */
export async function isConsentGiven(
  tx: Tx,
  tenant: string,
  subject: { kind: 'account' | 'referral' | 'recipient' | 'visitor'; id: string },
  kind: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('consents')
    .select('given')
    .where('tenant', '=', tenant)
    .where('subject_kind', '=', subject.kind)
    .where('subject_id', '=', subject.id)
    .where('kind', '=', kind)
    .orderBy('at', 'desc')
    .orderBy('consent_id', 'desc')
    .executeTakeFirst()
  return row?.given === true
}

/** Texts accepted as this version of the terms, a few; without callers' own texts. */
export async function findTermsAgreedTo(
  tx: Tx,
  tenant: string,
  version: string,
): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select distinct text from consents join consent_texts using (tenant, text_hash)
    where tenant = ${tenant} and kind = 'terms' and version = ${version}
      and subject_kind in ('account', 'referral', 'recipient') limit 20`.execute(tx)
  return rows.map(({ text }) => text)
}

// Prevents deletion of texts while consents are inserted. Locked on the tenant's node, as callers may be on any.
const textsOf = (tenant: string) => sql`hashtext('consent-texts'), hashtext(${tenant})`
const shareTexts = (tx: Tx, tenant: string) =>
  sql`select ${keepsPlan} pg_advisory_xact_lock_shared(${textsOf(tenant)}) from tenants where tenant = ${tenant}`.execute(
    tx,
  )

/** Deletes up to `limit` unreferenced texts; returns the number. A no-op while consents are recorded; the next run does it. */
export async function deleteUnsaidTexts(tx: Tx, tenant: string, limit: number): Promise<number> {
  const free = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${textsOf(tenant)}) as free from tenants where tenant = ${tenant}`.execute(
    tx,
  )
  if (!free.rows[0]?.free) return 0
  // One index lookup per text, never a scan of all consents.
  const result = await sql`
    delete ${keepsPlan} from consent_texts where tenant = ${tenant} and text_hash = any (array(
      select text_hash from consent_texts
      where tenant = ${tenant} and (
        select true from consents
        where consents.tenant = ${tenant} and consents.text_hash = consent_texts.text_hash limit 1) is null
        and (select true from consent_proofs
          where consent_proofs.tenant = ${tenant} and consent_proofs.text_hash = consent_texts.text_hash limit 1) is null
      limit ${limit}))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes up to `limit` cookie proofs older than an instant; returns the number. */
export async function deleteVisitorConsents(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete ${keepsPlan} from consents where tenant = ${tenant} and consent_id = any (array(
      select consent_id from consents
      where tenant = ${tenant} and subject_kind = 'visitor' and at < ${before.toString()}
      order by at limit ${limit}))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}

/** Deletes all consents of these subjects. */
export async function forgetConsents(
  tx: Tx,
  tenant: string,
  kind: 'account' | 'referral' | 'recipient',
  ids: readonly string[] | RawBuilder<unknown>, // or an array in SQL
): Promise<void> {
  await sql`
    delete from consents
    where tenant = ${tenant} and subject_kind = ${kind} and subject_id = any (${ids})`.execute(tx)
}
