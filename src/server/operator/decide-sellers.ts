import * as contract from '../../contract/betrieb-agenturen.ts'
import type { sellerVerdictWords } from '../../contract/console-words.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import { say, type Said } from '../../domain/say.ts'
import { stateAfter, type SellerKind, type SellerVerdict } from '../../domain/seller.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf, type Call } from '../context.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { changeSellerStateAs, lockSeller } from './change-seller-state.ts'
import { findSeller } from './seller-store.ts'
import { needSellers } from './show-sellers.ts'

const verdicts: Record<(typeof sellerVerdictWords)[number], SellerVerdict> = {
  aktivieren: 'activate',
  deaktivieren: 'deactivate',
  schliessen: 'close',
  ablehnen: 'refuse',
}

const texts = {
  unconfirmed: {
    de: 'Die E-Mail-Adresse ist noch nicht bestätigt.',
    en: 'The e-mail address has not been confirmed yet.',
  },
  refusal: {
    de: 'Bitte auswählen, was in der Mail als Grund steht.',
    en: 'Please choose which reason the e-mail gives.',
  },
} satisfies Record<string, Said>

type DecideCall = Call<{ id: string }, unknown, BodyOf<typeof contract.decideAgency>>

const decide = (kind: SellerKind) => (call: DecideCall) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body, caller } = call
    const { code } = tenant
    needSellers(tenant, kind)
    const verdict = verdicts[body.verdict]
    const refuse = (field: string, text: keyof typeof texts) =>
      fail('validation', { fields: [{ field, message: say(texts[text], call) }] })
    if (verdict === 'refuse' && !body.refusal) throw refuse('Anlass', 'refusal')
    const known = isUuid(params.id) ? await findSeller(tx, code, kind, params.id) : undefined
    // Locked by number, as registrations are; the state is read after that.
    if (!known || !(await lockSeller(tx, code, kind, known.number))) throw fail('not-found')
    const seller = await findSeller(tx, code, kind, params.id)
    const state = seller && stateAfter(seller.state, verdict)
    if (!seller || seller.version !== body.version || !state) throw fail('changed-meanwhile')
    const actor = { ...actorOf(caller), reason: body.reason }
    if (state === 'active' && seller.state === 'registered' && !seller.is_confirmed)
      throw refuse('Entscheidung', 'unconfirmed')
    const refusal = verdict === 'refuse' ? body.refusal : undefined
    const { number } = seller
    const done = await changeSellerStateAs(tx, deps, code, kind, number, state, actor, refusal)
    if (done === 'unconfirmed') throw refuse('Entscheidung', 'unconfirmed')
    if (done !== 'done') throw fail('changed-meanwhile')
    return undefined
  })

export const decideAgency = serve(contract.decideAgency, decide('agency'))
export const decidePartner = serve(contract.decidePartner, decide('sales-partner'))
