import * as byPerson from '../../contract/betrieb-person-gesagt.ts'
import * as byReview from '../../contract/betrieb-pruefungen.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { say, type Said } from '../../domain/say.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { appealable, makeAppeal } from '../reward/make-appeal.ts'
import { lockCase } from '../reward/review-store.ts'
import { findContact, lockReward } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { decideAbout } from './find-person.ts'
import { isOwnReward } from './own-case.ts'
import { listAppealable } from './person-appeals-store.ts'

type Told = { version: number; message: string; reason: string }

export const enterPersonAppeal = serve(byPerson.enterPersonAppeal, (call) =>
  call.transaction(async (tx) => {
    const { tenant, params, body } = call
    const { person } = await decideAbout(tx, call, params.person)
    const { account, contacts } = person
    const theirs = await listAppealable(tx, tenant.code, {
      accountId: account?.account_id ?? null,
      mine: contacts.map(({ number }) => number),
    })
    // Whoever else objected meanwhile is told so below.
    const isTheirs = theirs.some(({ reward_id: id }) => id === body.reward)
    if (!isTheirs) throw fail('changed-meanwhile')
    await enter(tx, call, body.reward)
    return {}
  }),
)

export const enterReviewAppeal = serve(byReview.enterReviewAppeal, (call) =>
  call.transaction(async (tx) => {
    await enter(tx, call, call.params.id)
    return undefined
  }),
)

/** What somebody said by phone or wrote in a letter against a refusal, as their own objection; they are mailed what was entered. */
async function enter(
  tx: Tx,
  call: Pick<Call, 'deps' | 'tenant' | 'caller' | 'locale' | 'now' | 'today'> & { body: Told },
  rewardId: string,
): Promise<void> {
  const { deps, tenant, body, now, today } = call
  const { code } = tenant
  const { operatorId } = personOf(call)
  // The reward first, as whatever else ends a case does.
  const reward = isUuid(rewardId) ? await lockReward(tx, code, rewardId) : undefined
  const found = reward && (await lockCase(tx, code, rewardId))
  if (!reward || !found) throw fail('not-found')
  if (await isOwnReward(tx, deps, code, operatorId, rewardId)) throw fail('own-case')
  const refused = appealable({ ...reward, ...found }, call.locale)
  if (!refused || found.version !== body.version) throw fail('changed-meanwhile')
  const contact = await findContact(tx, code, rewardId)
  if (!contact) throw invalid(call, 'erased')
  if (Temporal.PlainDate.compare(today, refused.until) > 0)
    throw invalid(call, 'late', formatGermanDate(refused.until))
  const appeal = {
    reward,
    contact,
    refusedAt: refused.refusedAt,
    message: body.message,
    enteredBy: operatorId,
  }
  const actor = { ...actorOf(call.caller), reason: body.reason }
  const made = await makeAppeal(tx, deps, tenant, appeal, actor)
  if (!made) throw fail('changed-meanwhile')
  const { language } = contact
  await queueMail(tx, code, {
    template: 'appealEntered',
    to: contact.email,
    locale: language,
    data: {
      firstName: contact.firstName,
      productTitle:
        contact.productTitle && titleInMail(contact.productTitle, contact.inSentence, language),
      message: body.message,
      until: made.answerBy.toString(),
      link: { link: { page: 'Contact' } },
    },
    dedupeKey: `appeal-entered|${made.id}`,
    now,
  })
}

const texts = {
  late: {
    de: 'Widersprechen ging bis {{day}}.',
    en: 'Objecting was possible until {{day}}.',
  },
  erased: {
    de: 'Diese Person ist gelöscht; niemand kann mehr widersprechen.',
    en: 'This person was erased; nobody can object.',
  },
} satisfies Record<string, Said>

const invalid = (call: Pick<Call, 'locale' | 'tenant'>, text: keyof typeof texts, day = '') =>
  fail('validation', {
    fields: [{ field: 'Nachricht', message: say(texts[text], call).replace('{{day}}', day) }],
  })
