import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { namesNothingOfOurs } from './likely-store.ts'

// Lines by which the bank takes back what had paid an agency's invoice.

export type OpenDebit = {
  lineId: string
  account: string
  cents: number
  bookedOn: string
  reference: string | null
  isReturn: boolean
  words: string | null // sealed
}

/** Open lines by which euros left that are nobody's payment: those of a file, and earlier ones of the amount of a payment in it. */
export async function listOpenDebitsOf(
  tx: Tx,
  tenant: string,
  lineIds: readonly string[],
): Promise<OpenDebit[]> {
  const given = sql`any (${[...lineIds]}::uuid[])`
  const { rows } = await sql<OpenDebit>`
    select line_id as "lineId", account, cents, booked_on as "bookedOn", reference, is_return as "isReturn", words_encrypted as words
    from bank_lines debit
    where tenant = ${tenant} and kind is null and direction = 'DBIT' and currency = 'EUR' and ${namesNothingOfOurs}
      and not exists (select from bank_line_payouts links where links.tenant = ${tenant} and links.line_id = debit.line_id)
      and (line_id = ${given} or exists (select from bank_lines credit
        where credit.tenant = ${tenant} and credit.line_id = ${given} and credit.kind = 'invoice'
          and credit.cents = debit.cents and credit.account = debit.account))
    order by booked_on, line_id for update`.execute(tx)
  return rows
}

export type PaidBy = {
  lineId: string
  account: string
  cents: number
  bookedOn: string
  reference: string | null
  number: string
}

/** Lines of an account that paid an invoice with this amount, and that no line took back. */
export async function listUnreversedCredits(
  tx: Tx,
  tenant: string,
  { account, cents }: { account: string; cents: number },
): Promise<PaidBy[]> {
  const { rows } = await sql<PaidBy>`
    select line_id as "lineId", account, cents, booked_on as "bookedOn", reference, subject as number
    from bank_lines credit
    where tenant = ${tenant} and kind = 'invoice' and cents = ${cents} and account = ${account}
      and not exists (select from bank_lines reversal
        where reversal.tenant = ${tenant} and reversal.kind = 'reversal' and reversal.subject = credit.line_id::text)
    order by booked_on, line_id`.execute(tx)
  return rows
}

/** Once its invoice's documents are locked. False: the line is no open one any more, or the credit is open again or was taken back. */
export async function assignReversal(
  tx: Tx,
  tenant: string,
  lineId: string,
  to: { creditId: string; reason: string | null; by: string | null; at: Temporal.Instant },
): Promise<boolean> {
  const updated = await sql`
    update bank_lines set kind = 'reversal', subject = ${to.creditId}, reason = ${to.reason}, decided_by = ${to.by},
      decided_at = ${to.at.toString()}, version = version + 1
    where tenant = ${tenant} and line_id = ${lineId} and kind is null
      and exists (select from bank_lines credit
        where credit.tenant = ${tenant} and credit.line_id = ${to.creditId} and credit.kind = 'invoice')
      and not exists (select from bank_lines other
        where other.tenant = ${tenant} and other.kind = 'reversal' and other.subject = ${to.creditId})`.execute(
    tx,
  )
  return updated.numAffectedRows === 1n
}

/** Both sides: what a line took back, or the line that took it back. */
export async function findOtherLine(
  tx: Tx,
  tenant: string,
  lineId: string,
): Promise<{ lineId: string; bookedOn: string; number: string } | undefined> {
  const { rows } = await sql<{ lineId: string; bookedOn: string; number: string }>`
    select other.line_id as "lineId", other.booked_on as "bookedOn",
      case own.kind when 'reversal' then other.subject else own.subject end as number
    from bank_lines own join bank_lines other on other.tenant = ${tenant} and (
      (own.kind = 'reversal' and other.line_id::text = own.subject) or
      (own.kind = 'invoice' and other.kind = 'reversal' and other.subject = own.line_id::text))
    where own.tenant = ${tenant} and own.line_id = ${lineId}`.execute(tx)
  return rows[0]
}
