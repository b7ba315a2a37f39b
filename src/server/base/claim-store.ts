import { sql } from 'kysely'
import type { ClaimRefusal, ClaimState } from '../../domain/claim.ts'
import type { Localised } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

export type Claimant = { kind: 'account' | 'recipient'; id: string }

export type Claim = {
  claim_id: string
  claimant_kind: Claimant['kind']
  claimant_id: string
  referral_number: string
  product_id: string
  external_number: string | null
  contract_on: string | null
  note: string | null
  state: ClaimState
  made_at: Temporal.Instant
  answer_by: string
  assigned_to: string | null
  order_number: string | null
  refusal_reason: ClaimRefusal | null
  refusal_note: string | null
  version: number
  changed_at: Temporal.Instant
  changed_by: string | null
  closed_at: Temporal.Instant | null
  entered_by: string | null // the operator who was told it
}

/** What likeness is asked of. */
export const contractOf = (claim: Claim) => ({
  externalNumber: claim.external_number,
  productId: claim.product_id,
  contractOn: claim.contract_on,
})

export type NewClaim = {
  id: string
  claimant: Claimant
  referralNumber: string
  productId: string
  externalNumber: string | null
  contractOn: string | null
  note: string | null
  answerBy: Temporal.PlainDate
  at: Temporal.Instant
  enteredBy?: string // the operator who was told it
}

export type ClaimFile = { type: 'image/jpeg' | 'application/pdf'; content: Buffer }

/** The caller has locked the claimant. */
export async function insertClaim(
  tx: Tx,
  tenant: string,
  claim: NewClaim,
  file: ClaimFile | null,
): Promise<void> {
  await tx
    .insertInto('claims')
    .values({
      tenant,
      claim_id: claim.id,
      claimant_kind: claim.claimant.kind,
      claimant_id: claim.claimant.id,
      referral_number: claim.referralNumber,
      product_id: claim.productId,
      external_number: claim.externalNumber,
      contract_on: claim.contractOn,
      note: claim.note,
      made_at: claim.at.toString(),
      answer_by: claim.answerBy.toString(),
      changed_at: claim.at.toString(),
      entered_by: claim.enteredBy ?? null,
    })
    .execute()
  if (file)
    await tx
      .insertInto('claim_files')
      .values({ tenant, claim_id: claim.id, ...file })
      .execute()
}

export type OwnClaim = Claim & { product: Localised; has_file: boolean }

/** What people claimed, the newest first. */
export async function listClaimsOf(
  tx: Tx,
  tenant: string,
  claimant: Claimant,
): Promise<OwnClaim[]> {
  const { rows } = await sql<OwnClaim>`
    select claims.*, products.title as product,
      exists (select from claim_files where tenant = ${tenant} and claim_id = claims.claim_id) as has_file
    from claims join products on products.tenant = ${tenant} and products.product_id = claims.product_id
    where claims.tenant = ${tenant} and claimant_kind = ${claimant.kind} and claimant_id = ${claimant.id}
    order by made_at desc, claim_id desc limit 200`.execute(tx)
  return rows
}

const one = (tx: Tx, tenant: string, id: string) =>
  tx.selectFrom('claims').selectAll().where('tenant', '=', tenant).where('claim_id', '=', id)

export async function findClaim(tx: Tx, tenant: string, id: string): Promise<Claim | undefined> {
  return (await one(tx, tenant, id).executeTakeFirst()) as Claim | undefined
}

/** Locked until the transaction ends; after its order, people and referral (order/store.ts). */
export async function lockClaim(tx: Tx, tenant: string, id: string): Promise<Claim | undefined> {
  return (await one(tx, tenant, id).forNoKeyUpdate().executeTakeFirst()) as Claim | undefined
}

/** Whether somebody whom this recommendation and contact do not answer names this number, or did and was refused. @param key as orderKey() */
export const isClaimedBeside = forMany(
  async (tx, tenant, asked: readonly (OfContact & { key: string })[]): Promise<boolean[]> => {
    const { rows } = await sql<OfContact & { key: string }>`
      select distinct asked.* from unnest(${asked.map(({ key }) => key)}::text[], ${asked.map((of) => of.referralNumber)}::text[],
          ${asked.map((of) => of.recipientNumber)}::text[]) as asked (key, "referralNumber", "recipientNumber")
        join claims on tenant = ${tenant} and external_key = asked.key and state <> 'withdrawn'
          and not (referral_number = asked."referralNumber"
            and (claimant_kind = 'account' or claimant_id = asked."recipientNumber"))`.execute(tx)
    return asked.map((of) => rows.some((row) => row.key === of.key && isSame(row, of)))
  },
)

type OfContact = { referralNumber: string; recipientNumber: string }
const isSame = (a: OfContact, b: OfContact) =>
  a.referralNumber === b.referralNumber && a.recipientNumber === b.recipientNumber

const openOf = (tenant: string, of: OfContact) => sql`
    select * from claims
    where tenant = ${tenant} and state = 'open' and referral_number = ${of.referralNumber}
      and (claimant_kind = 'account' or claimant_id = ${of.recipientNumber})
    order by claim_id`

/** Open claims that an order of this recommendation and contact may answer. */
export async function listOpenClaims(tx: Tx, tenant: string, of: OfContact): Promise<Claim[]> {
  const { rows } = await sql<Claim>`${openOf(tenant, of)}`.execute(tx)
  return rows
}

/** The same, locked. */
export const lockOpenClaims = forMany(
  async (tx, tenant, asked: readonly OfContact[]): Promise<Claim[][]> => {
    const { rows } = await sql<Claim & { asked: string }>`
      select claims.*, asked.recipient as asked
      from unnest(${asked.map((of) => of.referralNumber)}::text[], ${asked.map((of) => of.recipientNumber)}::text[])
          as asked (referral, recipient)
        join claims on tenant = ${tenant} and state = 'open' and referral_number = asked.referral
          and (claimant_kind = 'account' or claimant_id = asked.recipient)
      order by claim_id for no key update of claims`.execute(tx)
    return asked.map((of) =>
      rows.flatMap(({ asked: recipientNumber, ...claim }) =>
        isSame({ referralNumber: claim.referral_number, recipientNumber }, of) ? claim : [],
      ),
    )
  },
)

export type ClaimEnd =
  | { state: 'matched' | 'accepted'; orderNumber: string }
  | { state: 'refused'; reason: ClaimRefusal; note: string | null }
  | { state: 'withdrawn' }

/** Closes a claim that the caller has locked and found open. */
export async function closeClaim(
  tx: Tx,
  tenant: string,
  id: string,
  end: ClaimEnd,
  { at, by }: { at: Temporal.Instant; by: string | null },
): Promise<void> {
  await tx
    .updateTable('claims')
    .set((eb) => ({
      state: end.state,
      order_number: 'orderNumber' in end ? end.orderNumber : null,
      refusal_reason: end.state === 'refused' ? end.reason : null,
      refusal_note: end.state === 'refused' ? end.note : null,
      closed_at: at.toString(),
      changed_at: at.toString(),
      changed_by: by,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('claim_id', '=', id)
    .where('state', '=', 'open')
    .execute()
}

/** Who works on a claim that the caller has locked. */
export async function setClaimAssignee(
  tx: Tx,
  tenant: string,
  id: string,
  { to, at, by }: { to: string | null; at: Temporal.Instant; by: string },
): Promise<void> {
  await tx
    .updateTable('claims')
    .set((eb) => ({
      assigned_to: to,
      changed_at: at.toString(),
      changed_by: by,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('claim_id', '=', id)
    .execute()
}

export async function findClaimFile(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<ClaimFile | undefined> {
  const row = await tx
    .selectFrom('claim_files')
    .select(['type', 'content'])
    .where('tenant', '=', tenant)
    .where('claim_id', '=', id)
    .executeTakeFirst()
  return row as ClaimFile | undefined
}

/** Deletes what people claimed who are forgotten, with its files. */
export async function forgetClaims(
  tx: Tx,
  tenant: string,
  kind: Claimant['kind'],
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from claims where tenant = ${tenant} and claimant_kind = ${kind} and claimant_id = any (${[...ids]})`.execute(
    tx,
  )
}

/** Deletes files and notes of claims closed before `notesBefore`, and whole claims closed before `before`. */
export async function forgetOldClaims(
  tx: Tx,
  tenant: string,
  { notesBefore, before }: { notesBefore: Temporal.Instant; before: Temporal.Instant },
): Promise<void> {
  await sql`delete ${keepsPlan} from claims where tenant = ${tenant} and closed_at < ${before.toString()}`.execute(
    tx,
  )
  await sql`
    delete ${keepsPlan} from claim_files where tenant = ${tenant} and claim_id in (
      select claim_id from claims where tenant = ${tenant} and closed_at < ${notesBefore.toString()})`.execute(
    tx,
  )
  await sql`
    update claims set ${keepsPlan} note = null, refusal_note = null
    where tenant = ${tenant} and closed_at < ${notesBefore.toString()}
      and (note is not null or refusal_note is not null)`.execute(tx)
}
