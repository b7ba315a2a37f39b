import { sql } from 'kysely'
import { forgetClaims } from '../base/claim-store.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

/** Stores the request and deletes what neither contract nor payment needs. */
export async function askForErasure(
  tx: Tx,
  tenant: string,
  number: string,
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    update recipients set erase_asked_at = coalesce(erase_asked_at, ${at.toString()}), birth_date = null, phone = null,
      advertising = false
    where tenant = ${tenant} and number = ${number}`.execute(tx)
  await forgetClaims(tx, tenant, 'recipient', [number])
}

/** Stores the keyed hash by which per-person rules recognise a forgotten recipient until that day. */
export async function keepPerson(
  tx: Tx,
  tenant: string,
  number: string,
  hash: string,
  until: Temporal.PlainDate,
): Promise<void> {
  await sql`
    update recipients set person_hash = ${hash}, person_until = ${until.toString()}
    where tenant = ${tenant} and number = ${number} and state = 'withdrawn'`.execute(tx)
}

export async function forgetPersonHashes(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<void> {
  await sql`
    update recipients set ${keepsPlan} person_hash = null, person_until = null
    where tenant = ${tenant} and person_hash is not null and person_until < ${today.toString()}`.execute(
    tx,
  )
}
