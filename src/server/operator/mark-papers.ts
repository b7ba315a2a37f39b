import * as contract from '../../contract/betrieb-rechnungen.ts'
import { mayMark } from '../../domain/paper.ts'
import { say, type Said } from '../../domain/say.ts'
import { markInvoicePaid } from '../billing/mark-invoice.ts'
import { lockPapers } from '../billing/paper-store.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { findPaper, isOwnPaper } from './papers.ts'
import { takeBackPaymentAs } from './pay-as.ts'

type Marking = Call<{ id: string }, unknown, { version: number; reason: string }>

const texts = {
  future: { de: 'Dieser Tag kommt erst noch.', en: 'That day is still to come.' },
  'before-issue': {
    de: 'An diesem Tag gab es das Dokument noch nicht.',
    en: 'The document had not been written by that day.',
  },
} satisfies Record<string, Said>

/** The document as the caller saw it, locked with its agency's others. */
async function lockSeen(tx: Tx, call: Marking, what: 'paid' | 'taken-back') {
  const { tenant, caller, body } = call
  personOf(call)
  await lockPapers(tx, tenant.code, (await findPaper(tx, call)).party_id)
  const paper = await findPaper(tx, call)
  if (paper.party_kind !== 'agency') throw fail('not-found')
  if (await isOwnPaper(tx, call, paper)) throw fail('own-case')
  if (paper.version !== body.version || mayMark(paper.kind, paper.state) !== what)
    throw fail('changed-meanwhile')
  return { paper, actor: { ...actorOf(caller), reason: body.reason } }
}

export const markPaperPaid = serve(contract.markPaperPaid, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, body } = call
    const { paper, actor } = await lockSeen(tx, call, 'paid')
    const given = {
      number: paper.number,
      paidOn: Temporal.PlainDate.from(body.paidOn),
      reference: body.reference || null,
    }
    const done = await markInvoicePaid(tx, deps, tenant.code, given, actor)
    if (done.kind === 'refused')
      throw fail('validation', {
        fields: [{ field: 'BezahltAm', message: say(texts[done.why], call) }],
      })
    if (done.kind !== 'marked') throw fail('changed-meanwhile')
    return undefined
  }),
)

export const takeBackPaperPayment = serve(contract.takeBackPaperPayment, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant } = call
    const { paper, actor } = await lockSeen(tx, call, 'taken-back')
    const done = await takeBackPaymentAs(tx, deps, tenant.code, paper.number, actor)
    if (done.kind !== 'taken-back') throw fail('changed-meanwhile')
    return undefined
  }),
)
