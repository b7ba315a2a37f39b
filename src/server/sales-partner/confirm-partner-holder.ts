import * as contract from '../../contract/verkaufspartner.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { serve } from '../serve.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { partnerOf } from './session.ts'
import { lockPartner, updatePartner } from './store.ts'

/**
 * The partner says that the name which the bank has is theirs: the account has it from now on, and the next payout pays. Mailed, as every
 * change of an account. A repeated answer changes nothing.
 */
export const confirmSalesPartnerHolder = serve(contract.confirmSalesPartnerHolder, async (call) => {
  const { tenant, body, now: at } = call
  needSalesPartners(tenant)
  const { partnerId } = partnerOf(call.caller)
  await call.transaction(async (tx) => {
    const partner = await lockPartner(tx, tenant.code, partnerId)
    if (!partner) throw fail('session-missing')
    if (partner.account_problem === null && partner.holder === body.bankSpells) return
    if (partner.bank_spells === null) throw fail('not-found')
    // What is confirmed is what was read.
    if (partner.bank_spells !== body.bankSpells) throw fail('changed-meanwhile')
    await updatePartner(tx, tenant.code, partnerId, {
      holder: partner.bank_spells,
      account_problem: null,
      bank_spells: null,
    })
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: 'update-sales-partner-account',
      subjectKind: 'sales-partner',
      subjectId: partnerId,
      details: { holderConfirmed: true },
    })
    await queueMail(tx, tenant.code, {
      template: 'salesPartnerAccount',
      to: partner.email,
      locale: partner.language,
      data: {
        firstName: partner.first_name,
        maskedIban: partner.iban_mask,
        link: { link: { page: 'SalesPartnerData' } },
      },
      dedupeKey: `partner-account|${partnerId}|${call.requestId}`,
      now: at,
    })
  })
  return {}
})
