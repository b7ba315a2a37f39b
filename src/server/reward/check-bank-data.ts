import type { z } from 'zod'
import type { bankData } from '../../contract/praemierung.ts'
import { checkBic, spellBic } from '../../domain/bic.ts'
import { errorCatalogue } from '../../domain/errors.ts'
import { checkIban, maskIban } from '../../domain/iban.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import { say } from '../../domain/say.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import type { Keys } from '../base/keys.ts'
import { fail } from '../errors.ts'
import type { StoredBankData } from './bank-store.ts'

/** Valid bank data: the normalised IBAN in clear. Never logged, never in an audit row. */
export type BankData = { holder: string; iban: string; bic: string | null }

const texts = {
  holder: {
    de: 'Banken nehmen Namen nur in lateinischen Buchstaben an. Bitte geben Sie den Namen so ein, wie Ihre Bank ihn schreibt.',
    du: 'Banken nehmen Namen nur in lateinischen Buchstaben an. Bitte gib den Namen so ein, wie deine Bank ihn schreibt.',
    en: 'Banks take names in Latin letters only. Please enter the name as your bank spells it.',
  },
  malformed: {
    de: 'Die BIC hat 8 oder 11 Zeichen. Sie können das Feld auch leer lassen.',
    du: 'Die BIC hat 8 oder 11 Zeichen. Du kannst das Feld auch leer lassen.',
    en: 'A BIC has 8 or 11 characters. You can also leave this field empty.',
  },
  'other-country': {
    de: 'Diese BIC gehört zu einer Bank in einem anderen Land als die IBAN. Bitte prüfen Sie beide.',
    du: 'Diese BIC gehört zu einer Bank in einem anderen Land als die IBAN. Bitte prüf beide.',
    en: 'This BIC is of a bank in another country than the IBAN. Please check both.',
  },
  missing: {
    de: 'Für ein Konto in diesem Land brauchen Banken auch die BIC. Sie steht im Online-Banking bei der IBAN.',
    du: 'Für ein Konto in diesem Land brauchen Banken auch die BIC. Sie steht im Online-Banking bei der IBAN.',
    en: 'For an account in this country banks need the BIC, too. You will find it in online banking beside the IBAN.',
  },
}

/**
 * Throws `iban-invalid`, or `validation` for BIC and holder, in the tenant's form of address. `path`: position in the wire's
 * body.
 */
export function checkBankData(
  given: z.output<typeof bankData>,
  tenant: Pick<Tenant, 'acceptedIbans' | 'address' | 'rewardWord'>,
  locale: Locale,
  path = '',
): BankData {
  const checked = checkIban(given.iban, { germanOnly: tenant.acceptedIbans === 'german' })
  if (checked.kind !== 'ok') {
    const message = say(errorCatalogue['iban-invalid'], { locale, tenant })
    throw fail('iban-invalid', { fields: [{ field: `${path}Iban`, message }] })
  }
  const bic = checkBic(checked.iban, given.bic)
  if (bic.kind !== 'ok') {
    const message = say(texts[bic.kind], { locale, tenant })
    throw fail('validation', { fields: [{ field: `${path}Bic`, message }] })
  }
  const holder = checkHolder(given.holder, tenant, locale, path)
  return { holder, iban: checked.iban, bic: bic.bic }
}

/** The normalised holder; throws for names that no bank file can carry. */
export function checkHolder(
  given: string,
  tenant: Pick<Tenant, 'address' | 'rewardWord'>,
  locale: Locale,
  path = '',
): string {
  const holder = spellHolder(given)
  if (isLatinName(holder)) return holder
  const message = say(texts.holder, { locale, tenant })
  throw fail('validation', { fields: [{ field: `${path}Kontoinhaber`, message }] })
}

/** Bank data sealed for storage. `place` (`tenant|table|id`) is the only place where it opens. */
export function sealBankData(keys: Keys, data: BankData, place: string): StoredBankData {
  return {
    holder: data.holder,
    iban_encrypted: keys.encrypt(data.iban, place),
    iban_mask: maskIban(data.iban),
    iban_hash: keys.lookup(data.iban),
    iban_end: data.iban.slice(-4),
    bic: data.bic,
  }
}

export const openBankData = (
  keys: Keys,
  stored: Pick<StoredBankData, 'holder' | 'iban_encrypted' | 'bic'>,
  place: string,
): BankData => ({
  holder: stored.holder,
  iban: keys.decrypt(stored.iban_encrypted, place),
  bic: stored.bic,
})

export const rewardPlace = (tenant: string, rewardId: string) =>
  `${tenant}|reward_bank_data|${rewardId}`
export const accountPlace = (tenant: string, accountId: string) =>
  `${tenant}|bank_accounts|${accountId}`

/** Compares stored with given bank data, in any notation. */
export function isSameBankData(
  keys: Keys,
  stored: StoredBankData,
  given: z.output<typeof bankData>,
): boolean {
  const iban = checkIban(given.iban, { germanOnly: false })
  return (
    iban.kind === 'ok' &&
    keys.lookups(iban.iban).includes(stored.iban_hash) &&
    stored.holder === spellHolder(given.holder) &&
    stored.bic === spellBic(given.bic)
  )
}

const spellHolder = (text: string) => text.replace(/\p{Cc}+/gu, ' ').trim()
