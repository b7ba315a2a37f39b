import * as contract from '../../contract/verkaufspartner.ts'
import { audit } from '../base/audit-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { queueMail } from '../mail/store.ts'
import { checkHolder } from '../reward/check-bank-data.ts'
import { serve } from '../serve.ts'
import { partnerLink } from './links.ts'
import { needSalesPartners } from './need-sales-partners.ts'
import { accountProblemOf } from './account-problem.ts'
import { readPartnerAccount, readPartnerFields } from './read-own-data.ts'
import { partnerOf } from './session.ts'
import { findPartner, lockPartner, updatePartner } from './store.ts'

export const showSalesPartner = serve(contract.showSalesPartner, async (call) => {
  const { deps, tenant, caller } = call
  const terms = needSalesPartners(tenant)
  const { partnerId } = partnerOf(caller)
  const partner = await call.transaction((tx) => findPartner(tx, tenant.code, partnerId))
  if (!partner) throw fail('session-missing')
  return {
    number: partner.number,
    email: partner.email,
    state: partner.state,
    company: partner.company ?? '',
    firstName: partner.first_name,
    lastName: partner.last_name,
    phone: partner.phone ?? '',
    street: partner.street,
    houseNumber: partner.house_number,
    zip: partner.zip,
    city: partner.city,
    vatId: partner.vat_id ?? '',
    taxNumber: partner.tax_number ?? '',
    smallBusiness: partner.small_business,
    holder: partner.holder,
    maskedIban: partner.iban_mask,
    bic: partner.bic ?? '',
    accountProblem: accountProblemOf(partner, call.locale),
    bankSpells: partner.bank_spells,
    agreedAt: partner.agreed_at.toString(),
    agreedVersion: partner.agreed_version,
    agreement: terms.agreement[call.locale],
    link: partner.state === 'active' ? partnerLink(deps, tenant, partner.number) : null,
  }
})

/**
 * Changes affect later notes and payouts only. Giving an IBAN, even the same one, resumes failed payments, and is mailed, as is
 * another holder alone, so that nobody else changes who is paid unnoticed.
 */
export const saveSalesPartner = serve(contract.saveSalesPartner, async (call) => {
  const { deps, tenant, body, locale, now: at } = call
  needSalesPartners(tenant)
  const { partnerId } = partnerOf(call.caller)
  const fields = readPartnerFields(body, locale)
  const { iban, bic } = body
  const account = iban
    ? readPartnerAccount(deps.keys, tenant, { holder: body.holder, iban, bic }, partnerId, locale)
    : null
  const holder = account?.holder ?? checkHolder(body.holder, tenant, locale)
  await call.transaction(async (tx) => {
    // After a batch that is copying the account.
    const before = await lockPartner(tx, tenant.code, partnerId)
    if (!before) throw fail('session-missing')
    await updatePartner(tx, tenant.code, partnerId, {
      ...fields,
      ...(account
        ? {
            ...account,
            account_problem: null,
            bank_spells: null,
            account_changed_at: at.toString(),
          }
        : { holder }),
    })
    const isOther = account !== null || holder !== before.holder
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      action: isOther ? 'update-sales-partner-account' : 'update-sales-partner',
      subjectKind: 'sales-partner',
      subjectId: partnerId,
    })
    if (!isOther) return
    await queueMail(tx, tenant.code, {
      template: 'salesPartnerAccount',
      to: before.email,
      locale: before.language,
      data: {
        firstName: fields.first_name,
        maskedIban: account?.iban_mask ?? before.iban_mask,
        link: { link: { page: 'SalesPartnerData' } },
      },
      dedupeKey: `partner-account|${partnerId}|${call.requestId}`,
      now: at,
    })
  })
  return {}
})
