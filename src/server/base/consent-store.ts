import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Consent = {
  kind: string // 'terms', 'eligibility', 'newsletter-wish', 'newsletter', 'advertising', 'cookies-{category}'
  version: string
  text: string
  given?: boolean // default true; false: declined or withdrawn
}

/**
 * Keeps proof of what one person agreed to, in which words, when: each text itself once, and a row for each consent; all in one
 * statement.
 */
export async function recordConsents(
  tx: Tx,
  tenant: string,
  subject: { kind: 'account' | 'referral' | 'recipient' | 'visitor'; id: string },
  consents: Consent[],
  at: Temporal.Instant,
): Promise<void> {
  const rows = consents.map(({ kind, version, text, given = true }) => ({
    kind,
    version,
    text,
    given,
    text_hash: createHash('sha256').update(text).digest('base64url'),
  }))
  await sql`
    with said as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as row (kind text, version text, text text, given boolean, text_hash text)
    ), texts as (
      insert into consent_texts (tenant, text_hash, text)
      select distinct ${tenant}, text_hash, text from said
      on conflict (tenant, text_hash) do nothing
    )
    insert into consents (tenant, subject_kind, subject_id, kind, version, text_hash, given, at)
    select ${tenant}, ${subject.kind}, ${subject.id}, kind, version, text_hash, given, ${at.toString()}::timestamptz
    from said`.execute(tx)
}
