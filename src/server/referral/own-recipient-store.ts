import { sql } from 'kysely'
import { forgetTokens } from '../base/forget-tokens-store.ts'
import type { Tx } from '../db/connection.ts'

export type KeptConsent = {
  kind: string
  version: string
  given: boolean
  at: Temporal.Instant
  text: string
}

/** A recipient's consents and withdrawals with their texts, newest first. */
export async function listConsents(tx: Tx, tenant: string, number: string): Promise<KeptConsent[]> {
  const { rows } = await sql<KeptConsent>`
    select consents.kind, consents.version, consents.given, consents.at, consent_texts.text
    from consents
      join consent_texts on consent_texts.tenant = ${tenant} and consent_texts.text_hash = consents.text_hash
    where consents.tenant = ${tenant} and consents.subject_kind = 'recipient' and consents.subject_id = ${number}
    order by consents.at desc, consents.kind, consents.consent_id desc`.execute(tx)
  return rows
}

export type Correction = {
  salutation: string
  first_name: string
  last_name: string
  birth_date: string | null
  phone: string | null
  street: string | null
  house_number: string | null
  zip: string | null
  city: string | null
}

export async function writeCorrection(
  tx: Tx,
  tenant: string,
  number: string,
  correction: Correction,
): Promise<void> {
  await tx
    .updateTable('recipients')
    .set(correction)
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('state', '<>', 'withdrawn')
    .execute()
}

/** False if there was no consent. */
export async function endAdvertising(tx: Tx, tenant: string, number: string): Promise<boolean> {
  const result = await tx
    .updateTable('recipients')
    .set({ advertising: false })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .where('advertising', '=', true)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Revokes the form's tokens: a stranger may hold one after the owner changed something. Mailed ones stay. */
export async function revokeTypedTokens(tx: Tx, tenant: string, number: string): Promise<void> {
  await forgetTokens(tx, tenant, ['recipient'], [number], false)
}
