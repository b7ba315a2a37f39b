import { sql, type RawBuilder } from 'kysely'
import { forgetAppeals } from '../base/objection-store.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'

export type ReviewQuestion = {
  question_id: string
  reward_id: string
  question: string
  asked_by: string
  asked_at: Temporal.Instant
  wait_until: string
  answer: string | null
  answered_at: Temporal.Instant | null
}

export async function insertQuestion(
  tx: Tx,
  tenant: string,
  asked: {
    id: string
    rewardId: string
    question: string
    by: string
    at: Temporal.Instant
    waitUntil: string
  },
): Promise<void> {
  const { id, rewardId, question, by, at, waitUntil } = asked
  await sql`
    insert into review_questions (tenant, question_id, reward_id, question, asked_by, asked_at, wait_until)
    values (${tenant}, ${id}, ${rewardId}, ${question}, ${by}, ${at.toString()}, ${waitUntil})`.execute(
    tx,
  )
}

export async function findQuestion(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<ReviewQuestion | undefined> {
  const { rows } = await sql<ReviewQuestion>`
    select * from review_questions where tenant = ${tenant} and question_id = ${id}`.execute(tx)
  return rows[0]
}

/** Of a case, the newest first. */
export async function listQuestions(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<ReviewQuestion[]> {
  const { rows } = await sql<ReviewQuestion>`
    select * from review_questions where tenant = ${tenant} and reward_id = ${rewardId}
    order by asked_at desc limit 20`.execute(tx)
  return rows
}

/** False if it has an answer. */
export async function answerQuestion(
  tx: Tx,
  tenant: string,
  id: string,
  { answer, at }: { answer: string; at: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update review_questions set answer = ${answer}, answered_at = ${at.toString()}
    where tenant = ${tenant} and question_id = ${id} and answered_at is null returning 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** What was said about rewards goes with their owner. */
export async function forgetReviewWords(
  tx: Tx,
  tenant: string,
  rewards: RawBuilder<unknown>, // an array in SQL
): Promise<void> {
  await forgetAppeals(tx, tenant, rewards)
  await sql`
    delete from review_questions where tenant = ${tenant} and reward_id = any (${rewards})`.execute(
    tx,
  )
}

/** What was asked about cases that were closed before. */
export async function forgetOldQuestions(
  tx: Tx,
  tenant: string,
  closedBefore: Temporal.Instant,
): Promise<void> {
  await sql`
    delete ${keepsPlan} from review_questions where tenant = ${tenant} and reward_id = any (array(
      select reward_id from review_cases where tenant = ${tenant} and closed_at < ${closedBefore.toString()}))`.execute(
    tx,
  )
}

/** What a person was asked and answered, and objected, about their own rewards. */
export async function listReviewWords(
  tx: Tx,
  tenant: string,
  { accountId, numbers }: { accountId: string | null; numbers: readonly string[] },
): Promise<{ asked: string | null; said: string | null; at: Temporal.Instant }[]> {
  const own = sql`array(select reward_id from rewards where tenant = ${tenant} and (
    (beneficiary = 'referrer' and account_id = ${accountId})
    or (beneficiary = 'recipient' and recipient_number = any (${[...numbers]}))))`
  const { rows } = await sql<{ asked: string | null; said: string | null; at: Temporal.Instant }>`
    select question as asked, answer as said, asked_at as at from review_questions
      where tenant = ${tenant} and reward_id = any (${own})
    union all
    select null, message, created_at from objections where tenant = ${tenant} and reward_id = any (${own})
    order by at`.execute(tx)
  return rows
}
