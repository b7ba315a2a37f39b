import * as contract from '../../contract/betrieb-pruefungen.ts'
import { mostDaysToAnswer, questionTexts } from '../../domain/review-question.ts'
import { say, type Said } from '../../domain/say.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { audit } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { linkToAnswer } from '../reward/review-link.ts'
import { insertQuestion } from '../reward/review-question-store.ts'
import { updateCase } from '../reward/review-store.ts'
import { findContact } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { lockSeenCase } from './lock-review.ts'
import { nextAfter } from './next-review.ts'
import { isOwnReward } from './own-case.ts'

export const askReview = serve(contract.askReview, async (call) => {
  const { deps, tenant, body, now: at, today } = call
  const { operatorId } = personOf(call)
  const { until } = body
  const last = today.add({ days: mostDaysToAnswer })
  if (Temporal.PlainDate.compare(until, today) <= 0 || Temporal.PlainDate.compare(until, last) > 0)
    throw invalid(call, 'Bis')
  if (body.question === 'own' && !body.text) throw invalid(call, 'Text')
  return call.transaction(async (tx) => {
    const found = await lockSeenCase(tx, call)
    const { code } = tenant
    const { reward_id: rewardId } = found
    if (await isOwnReward(tx, deps, code, operatorId, rewardId)) throw fail('own-case')
    const contact = await findContact(tx, code, rewardId)
    if (!contact) throw invalid(call, 'Frage')
    const locale = contact.language
    const question =
      body.question === 'own' ? body.text! : say(questionTexts[body.question], { locale, tenant })
    const id = uuidv7()
    const asked = { id, rewardId, question, by: operatorId, at, waitUntil: until }
    await insertQuestion(tx, code, asked)
    await updateCase(tx, code, rewardId, {
      assignedTo: found.assigned_to ?? operatorId,
      snoozedUntil: until,
      at,
      by: operatorId,
    })
    await queueMail(tx, code, {
      template: 'reviewQuestion',
      to: contact.email,
      locale,
      data: {
        firstName: contact.firstName,
        productTitle:
          contact.productTitle && titleInMail(contact.productTitle, contact.inSentence, locale),
        question,
        until: until,
        link: await linkToAnswer(tx, deps, tenant, {
          rewardId,
          question: id,
          until: Temporal.PlainDate.from(until),
        }),
      },
      dedupeKey: `review-question|${id}`,
      now: at,
    })
    await audit(tx, code, {
      at,
      actor: actorOf(call.caller),
      action: 'review-asked',
      subjectKind: 'reward',
      subjectId: rewardId,
      details: { question: id, kind: body.question },
      change: { before: { question: null }, after: { question: id, until } },
    })
    return { next: await nextAfter(tx, call, found) }
  })
})

const texts = {
  Bis: {
    de: 'Möglich ist ein Tag nach heute, höchstens in 60 Tagen.',
    en: 'It has to be a day after today, at most in 60 days.',
  },
  Text: { de: 'Wie lautet die Frage?', en: 'What is the question?' },
  Frage: {
    de: 'Diese Person ist gelöscht; niemand kann mehr antworten.',
    en: 'This person was erased; nobody can answer.',
  },
} satisfies Record<string, Said>

const invalid = (call: Pick<Call, 'locale' | 'tenant'>, field: keyof typeof texts) =>
  fail('validation', { fields: [{ field, message: say(texts[field], call) }] })
