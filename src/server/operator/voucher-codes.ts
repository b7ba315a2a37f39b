import * as contract from '../../contract/betrieb-praemien.ts'
import { leftAlone, leftToApprove, type Given } from '../../domain/goodwill.ts'
import { say, type Said } from '../../domain/say.ts'
import {
  cannotApprove,
  codeRefusalText,
  codeState,
  needsSecond,
  type CodeRefusal,
} from '../../domain/voucher-fault.ts'
import { audit, type LoggedChange } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { replaceCode } from '../reward/replace-code.ts'
import { mailVoucherKept } from '../reward/voucher-kept-mail.ts'
import { doubtCode, listCodes, type RewardCode } from '../reward/voucher-store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import type { OperatorCaller } from '../team/session.ts'
import { personOf } from '../team/sign-in.ts'
import { readGiven } from './given-goodwill.ts'
import { readOwner } from './own-case-store.ts'
import { listTakenVouchers } from './person-mails-store.ts'
import { decideAboutReward, type Deciding } from './reward-acts.ts'

// Voucher codes that do not work. Nobody sees a code: one is named by its place in the mail.

/** What somebody took as a voucher. */
export async function voucherOf(tx: Tx, call: Judging & Pick<Call, 'locale'>, rewardId: string) {
  const { tenant, locale } = call
  const concerned = await readOwner(tx, tenant.code, rewardId)
  const [taken] = await listTakenVouchers(tx, tenant.code, concerned, rewardId)
  if (!taken) return null
  const codes = await listCodes(tx, tenant.code, rewardId)
  const names = await operatorNames(
    tx,
    tenant.code,
    codes.map(({ faulty_by, doubted_by }) => faulty_by ?? doubted_by),
  )
  const doubted = codes.find((code) => stateOf(code) === 'doubted')
  const given = await givenTo(tx, call, rewardId, false)
  return {
    shop: taken.title[locale],
    cents: taken.cents,
    sentAt: taken.sent_at?.toString() ?? null,
    validity: taken.validity?.[locale] ?? null,
    codes: codes.map((code) => ({
      id: code.voucher_id,
      cents: code.cents,
      state: stateOf(code),
      at: (code.faulty_at ?? code.doubted_at)?.toString() ?? null,
      shownAt: code.shown_at?.toString() ?? null,
      by: names.get(code.faulty_by ?? code.doubted_by ?? '') ?? null,
    })),
    isMoved: taken.moved,
    leftCents: codes.some((code) => stateOf(code) === 'faulty')
      ? 0
      : leftAlone(given, call.caller.roles),
    cannotApprove: doubted ? whyNot(call, doubted, given) : null,
  }
}

const stateOf = ({ doubted_at, faulty_at }: RewardCode) =>
  codeState({ doubtedAt: doubted_at, faultyAt: faulty_at })

type Judging = Pick<Call, 'deps' | 'tenant' | 'now'> & {
  caller: Pick<OperatorCaller, 'operatorId' | 'roles'>
}

const givenTo = async (
  tx: Tx,
  { deps, tenant, now: at, caller }: Judging,
  id: string,
  lock: boolean,
) =>
  readGiven(tx, deps, tenant.code, {
    operatorId: caller.operatorId,
    concerned: await readOwner(tx, tenant.code, id),
    at,
    lock,
  })

const whyNot = (
  { caller: { operatorId, roles } }: Judging,
  { cents, doubted_by: doubtedBy }: RewardCode,
  given: Given,
) => cannotApprove({ cents, doubtedBy }, { operatorId, mostCents: leftToApprove(given, roles) })

const texts = {
  moved: {
    de: 'Die E-Mail-Adresse ist neuer als der Gutschein. Codes gehen nicht an sie.',
    en: 'The e-mail address is newer than the voucher. Codes do not go there.',
  },
  reason: { de: 'Bitte einen Grund angeben.', en: 'Please give a reason.' },
  none: {
    de: 'Von diesem Gutschein ist kein Code über diesen Betrag mehr da.',
    en: 'No code of this voucher worth this amount is left.',
  },
} satisfies Record<string, Said>

const invalid = (call: Pick<Call, 'locale' | 'tenant'>, field: string, text: keyof typeof texts) =>
  fail('validation', { fields: [{ field, message: say(texts[text], call) }] })

type Acting = Deciding<{ code: string }> & { caller: OperatorCaller }

/** The code as the caller saw it, its reward locked. */
async function lockSeen(tx: Tx, call: Acting, expected: 'works' | 'doubted') {
  const { tenant, params, body } = call
  const { reward, actor } = await decideAboutReward(tx, call)
  if (reward.state !== 'paid' || reward.taken_as !== 'voucher' || reward.claimed_back_at !== null)
    throw fail('changed-meanwhile')
  const codes = await listCodes(tx, tenant.code, params.id)
  const code = codes.find(({ voucher_id }) => voucher_id === body.code)
  if (!code || stateOf(code) !== expected) throw fail('changed-meanwhile')
  const mailed = codes.filter((one) => stateOf(one) !== 'faulty')
  return {
    reward,
    actor,
    code,
    place: mailed.indexOf(code) + 1, // in its mail
    isOnly: mailed.length === 1,
    faulty: codes.length - mailed.length,
  }
}

type Seen = Awaited<ReturnType<typeof lockSeen>>

async function replace(tx: Tx, call: Acting, seen: Seen) {
  const { reward, code, faulty } = seen
  const { deps, tenant, now: at, caller } = call
  const owner = await readOwner(tx, tenant.code, reward.reward_id)
  const [taken] = await listTakenVouchers(tx, tenant.code, owner, reward.reward_id)
  if (!taken || taken.moved) throw invalid(call, 'Code', 'moved')
  const done = await replaceCode(tx, deps, tenant, reward, code, { by: caller.operatorId, at })
  if (!done) throw invalid(call, 'Code', 'none')
  await note(tx, call, 'voucher-replaced', seen, {
    before: { faulty },
    after: { faulty: faulty + 1, cents: code.cents },
  })
}

const note = (
  tx: Tx,
  { tenant, now: at, params }: Acting,
  action: 'voucher-doubted' | 'voucher-kept' | 'voucher-replaced',
  { actor, place, code: { voucher_id: voucher, cents, doubted_by: proposedBy } }: Seen,
  change: LoggedChange,
  more: { refusal?: CodeRefusal } = {},
) =>
  audit(tx, tenant.code, {
    at,
    actor,
    action,
    subjectKind: 'reward',
    subjectId: params.id,
    details: {
      place,
      voucher,
      cents,
      ...(proposedBy ? { proposedBy } : {}),
      ...more,
    },
    change,
  })

export async function reportCode(
  tx: Tx,
  call: Acting,
): Promise<{ outcome: 'ersetzt' | 'vorgeschlagen' }> {
  const { tenant, now: at, params, caller } = call
  // Before other locks, as whoever else gives something does.
  const given = await givenTo(tx, call, params.id, true)
  const seen = await lockSeen(tx, call, 'works')
  const { code, faulty } = seen
  if (!needsSecond({ replaced: faulty }, code, leftAlone(given, caller.roles))) {
    await replace(tx, call, seen)
    return { outcome: 'ersetzt' }
  }
  await doubtCode(tx, tenant.code, code.voucher_id, { by: caller.operatorId, at })
  await note(tx, call, 'voucher-doubted', seen, {
    before: null,
    after: { state: 'proposed', cents: code.cents },
  })
  return { outcome: 'vorgeschlagen' }
}

export const reportVoucherCode = serve(contract.reportVoucherCode, (call) =>
  call.transaction((tx) => {
    if (!isUuid(call.params.id)) throw fail('not-found')
    return reportCode(tx, { ...call, caller: personOf(call) })
  }),
)

export const decideVoucherCode = serve(contract.decideVoucherCode, (asked) =>
  asked.transaction(async (tx) => {
    const { verdict, refusal, note: words, reason } = asked.body
    const isKept = verdict === 'abgelehnt'
    if (isKept && !refusal) throw invalid(asked, 'Ablehnung', 'reason')
    if (refusal === 'other' && !words) throw invalid(asked, 'Ergaenzung', 'reason')
    if (!isKept && !reason) throw invalid(asked, 'Grund', 'reason')
    const said = isKept ? codeRefusalText(refusal!, words || null, 'de') : reason!
    const call = { ...asked, body: { ...asked.body, reason: said }, caller: personOf(asked) }
    if (!isUuid(asked.params.id)) throw fail('not-found')
    const { tenant, params, now: at } = call
    const given = await givenTo(tx, call, params.id, true)
    const seen = await lockSeen(tx, call, 'doubted')
    const { code } = seen
    const why = whyNot(call, code, given)
    if (why === 'own') throw fail('second-person')
    if (!isKept) {
      if (why === 'above') throw fail('above-own-limit')
      await replace(tx, call, seen)
      return undefined
    }
    await doubtCode(tx, tenant.code, code.voucher_id, null)
    const change = { before: { state: 'proposed' }, after: { state: 'refused' } }
    await note(tx, call, 'voucher-kept', seen, change, { refusal })
    await mailVoucherKept(tx, tenant, { ...seen, refusal: refusal!, note: words || null, at })
    return undefined
  }),
)
