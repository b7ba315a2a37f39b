import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { uuidv7 } from './uuid.ts'

export type NoteSubject = { kind: 'account' | 'recipient'; id: string }

export async function insertNote(
  tx: Tx,
  tenant: string,
  subject: NoteSubject,
  note: { text: string; operatorId: string; at: Temporal.Instant },
): Promise<void> {
  await tx
    .insertInto('person_notes')
    .values({
      tenant,
      note_id: uuidv7(),
      subject_kind: subject.kind,
      subject_id: subject.id,
      text: note.text,
      at: note.at.toString(),
      operator_id: note.operatorId,
    })
    .execute()
}

export type Note = { text: string; at: Temporal.Instant; operator_id: string }

/** Newest first. */
export async function listNotes(
  tx: Tx,
  tenant: string,
  asked: { accountId: string | null; numbers: readonly string[] },
): Promise<Note[]> {
  const { rows } = await sql<Note>`
    select text, at, operator_id from person_notes
    where tenant = ${tenant} and (subject_kind = 'account' and subject_id = ${asked.accountId}
      or subject_kind = 'recipient' and subject_id = any (${[...asked.numbers]}))
    order by at desc, note_id desc limit 200`.execute(tx)
  return rows
}

/** Deletes somebody's last note about a person, if it is younger than `since`; false without one. */
export async function takeBackNote(
  tx: Tx,
  tenant: string,
  subject: NoteSubject,
  { operatorId, since }: { operatorId: string; since: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    delete from person_notes where tenant = ${tenant} and at > ${since.toString()} and note_id = (
      select note_id from person_notes where tenant = ${tenant} and subject_kind = ${subject.kind} and subject_id = ${subject.id}
        and operator_id = ${operatorId} order by at desc, note_id desc limit 1) returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Deletes what was written down about people who are forgotten. */
export async function forgetNotes(
  tx: Tx,
  tenant: string,
  kind: NoteSubject['kind'],
  ids: readonly string[],
): Promise<void> {
  await sql`
    delete from person_notes where tenant = ${tenant} and subject_kind = ${kind} and subject_id = any (${[...ids]})`.execute(
    tx,
  )
}
