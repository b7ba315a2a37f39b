import type { z } from 'zod'
import type { partnerData } from '../../contract/verkaufspartner.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Keys } from '../base/keys.ts'
import { fail } from '../errors.ts'
import { checkBankData, sealBankData } from '../reward/check-bank-data.ts'
import type { PartnerAccount, PartnerFields } from './store.ts'
import { partnerPlace } from './partner-place.ts'

type Given = { [K in keyof typeof partnerData]: z.output<(typeof partnerData)[K][1]> }

const taxText = {
  de: 'Ohne USt-IdNr. oder Steuernummer ist keine Gutschrift möglich (§ 14 Abs. 4 UStG). Eine von beiden genügt.',
  en: 'No credit note is possible without a VAT ID or tax number (section 14(4) UStG). One of the two is enough.',
}

/** Input as table fields. Throws without VAT id or tax number. */
export function readPartnerFields(given: Given, locale: Locale): PartnerFields {
  const vatId = given.vatId.replaceAll(' ', '').toUpperCase()
  if (vatId === '' && given.taxNumber === '')
    throw fail('validation', { fields: [{ field: 'Steuernummer', message: taxText[locale] }] })
  return {
    company: given.company || null,
    first_name: given.firstName,
    last_name: given.lastName,
    phone: given.phone || null,
    street: given.street,
    house_number: given.houseNumber,
    zip: given.zip,
    city: given.city,
    vat_id: vatId || null,
    tax_number: given.taxNumber || null,
    small_business: given.smallBusiness,
  }
}

/** The account for credit notes, sealed for this partner's row. */
export function readPartnerAccount(
  keys: Keys,
  tenant: Pick<Tenant, 'code' | 'acceptedIbans' | 'address' | 'rewardWord'>,
  given: { holder: string; iban: string; bic?: string | undefined },
  partnerId: string,
  locale: Locale,
): PartnerAccount {
  const { holder, iban, bic } = given
  const checked = checkBankData({ holder, iban, ...(bic ? { bic } : {}) }, tenant, locale)
  const { iban_hash: _, ...account } = sealBankData(
    keys,
    checked,
    partnerPlace(tenant.code, partnerId),
  )
  return account
}
