import * as contract from '../../contract/pruefung.ts'
import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { audit } from '../base/audit-store.ts'
import { findToken, tokenState, useToken } from '../base/token-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { appealable, makeAppeal } from './make-appeal.ts'
import type { ReviewLink } from './review-link.ts'
import { answerQuestion, findQuestion } from './review-question-store.ts'
import { lockCase, wakeCase } from './review-store.ts'
import { findContact, lockReward, type Contact, type Reward } from './store.ts'

type Link = { tokenId: string; reward: Reward; contact: Contact; until: Temporal.PlainDate } & (
  | { kind: 'widerspruch'; refusedAt: Temporal.Instant; refusal: string }
  | { kind: 'frage'; questionId: string; question: string }
)

/** The page behind the link, before anything is written: mail scanners open links, too. */
export const showReviewLink = serve(contract.showReviewLink, (call) =>
  call.transaction(async (tx) => {
    const link = await readLink(tx, call)
    const { kind, reward, contact, until } = link
    return {
      kind,
      product: contact.productTitle?.[call.locale] ?? null,
      amount: formatCents(reward.cents, call.locale),
      question: kind === 'frage' ? link.question : null,
      refusal: kind === 'widerspruch' ? link.refusal : null,
      until: until.toString(),
    }
  }),
)

export const answerReview = serve(contract.answerReview, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, now: at, today, body } = call
    const link = await readLink(tx, call)
    const { reward_id: rewardId } = link.reward
    if (!(await useToken(tx, tenant.code, link.tokenId, at))) throw fail('token-used')
    const done = { actor: { kind: 'reward' as const, id: rewardId }, at, ...subjectOf(rewardId) }
    if (link.kind === 'frage') {
      const { questionId } = link
      const answer = { answer: body.message, at }
      if (!(await answerQuestion(tx, tenant.code, questionId, answer))) throw fail('token-used')
      await wakeCase(tx, tenant.code, rewardId, { at, today })
      const details = { question: questionId }
      await audit(tx, tenant.code, { ...done, action: 'review-answered', details })
      return { kind: link.kind }
    }
    const appeal = { ...link, message: body.message }
    if (!(await makeAppeal(tx, deps, tenant, appeal, done.actor))) throw fail('token-used')
    return { kind: link.kind }
  }),
)

const subjectOf = (subjectId: string) => ({ subjectKind: 'reward', subjectId })

/** What the link is about, with its reward and case locked. */
async function readLink(
  tx: Tx,
  {
    tenant,
    now,
    locale,
    body,
  }: Pick<Call, 'tenant' | 'now' | 'locale'> & { body: { token: string } },
): Promise<Link> {
  const token = await findToken(tx, tenant.code, 'review-answer', body.token)
  const state = tokenState(token, now)
  if (!token || state === 'expired') throw fail('link-expired')
  const asked = token.details as ReviewLink
  const kind = asked.kind === 'appeal' ? 'widerspruch' : 'frage'
  if (state === 'used') throw fail('token-used', { details: { Art: kind } })
  const reward = await lockReward(tx, tenant.code, token.subject)
  const found = reward && (await lockCase(tx, tenant.code, token.subject))
  const contact = found && (await findContact(tx, tenant.code, token.subject))
  if (!reward || !contact || !token.expires_at) throw fail('link-expired')
  const common = {
    tokenId: token.token_id,
    reward,
    contact,
    until: localDate(token.expires_at.subtract({ seconds: 1 })),
  }
  if (asked.kind === 'question') {
    const question = await findQuestion(tx, tenant.code, asked.question)
    if (!question || found.closed_at !== null) throw fail('link-expired')
    return { ...common, kind: 'frage', questionId: asked.question, question: question.question }
  }
  // Or it came by phone or letter, and was entered.
  if (found.appeal_id !== null) throw fail('token-used', { details: { Art: kind } })
  const refused = appealable({ ...reward, ...found }, locale)
  if (!refused) throw fail('link-expired')
  return { ...common, kind: 'widerspruch', refusedAt: refused.refusedAt, refusal: refused.refusal }
}
