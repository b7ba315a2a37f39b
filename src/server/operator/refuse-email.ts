import { say, type Said } from '../../domain/say.ts'
import type { ErrorName } from '../../domain/errors.ts'
import { checkReferrerEmail } from '../account/check-referrer-email.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { AppError, fail } from '../errors.ts'
import type { Recipient } from '../referral/recipient-store.ts'
import { checkContactEmail } from '../reward/change-contact-email.ts'

// What a refused address is: said to support, who may know; the person themselves reads less (domain/errors.ts).

const texts = {
  same: {
    de: 'Diese Adresse ist es schon.',
    en: 'This is the address already.',
  },
  provider: {
    de: 'Hier führt der Anbieter die Adresse; sie wird bei ihm geändert.',
    en: 'Here the provider keeps the address; it is changed there.',
  },
  taken: {
    de: 'Diese Adresse gehört schon zu einem anderen Konto.',
    en: 'This address belongs to another account already.',
  },
  team: {
    de: 'Diese Adresse gehört jemandem, der hier arbeitet. Für andere wird sie nicht eingetragen; wem sie gehört, ändert sie im eigenen Bereich.',
    en: 'This address belongs to somebody who works here. It is not entered for others; whoever owns it changes it in their own area.',
  },
} satisfies Record<string, Said>

const refusals: { [Name in ErrorName]?: Said } = {
  'email-not-allowed': {
    de: 'Diese Adresse ist nicht zugelassen: Bei diesem Mandanten empfehlen nur Adressen, die in seiner Datei zugelassen sind. Die Datei ändert die Plattform.',
    en: 'This address is not admitted: at this tenant only addresses that its file admits recommend. The platform changes that file.',
  },
  'blocked-single': {
    de: 'Diese Adresse ist gesperrt: Sie steht einzeln auf der Sperrliste in der Datei dieses Mandanten, die die Plattform ändert.',
    en: 'This address is blocked: it is on the block list in this tenant’s file, which the platform changes.',
  },
  'blocked-wildcard': {
    de: 'Adressen wie diese sind gesperrt, meist die von Mitarbeitenden und Dienstleistern (Sperrliste in der Datei des Mandanten, die die Plattform ändert).',
    en: 'Addresses like this one are blocked, mostly those of employees and service providers (block list in the tenant’s file, which the platform changes).',
  },
  'blocked-general': {
    de: 'Zurzeit sind bei diesem Mandanten alle Konten gesperrt; bis das endet, wird keine Adresse geändert.',
    en: 'At present all accounts of this tenant are blocked; until that ends no address is changed.',
  },
  'emails-equal': {
    de: 'Das ist die Adresse der Person, die empfohlen hat; niemand empfiehlt sich selbst.',
    en: 'This is the address of the person who recommended; nobody recommends themselves.',
  },
  'email-exists': {
    de: 'Unter dieser Adresse ist dieselbe Empfehlung schon bestätigt.',
    en: 'The same recommendation is confirmed under this address already.',
  },
  'referral-expired': {
    de: 'Die Adresse der Person, die empfohlen hat, ist gesperrt; an dieser Empfehlung ändert sich nichts mehr.',
    en: 'The address of the person who recommended is blocked; nothing of this recommendation changes any more.',
  },
}

type Asked = Pick<Call, 'tenant' | 'caller' | 'locale'>

const named = (call: Asked, name: ErrorName, text: Said) =>
  fail(name, { fields: [{ field: 'Email', message: say(text, call) }] })

export const refuseEmail = (call: Asked, text: keyof typeof texts) =>
  named(call, 'validation', texts[text])

/**
 * Whether an account, or a contact's entries, may have an address; says at the field what it is if not.
 * @param entries none: of an account
 */
export async function checkNewEmail(
  tx: Tx,
  call: Asked,
  entries: readonly Recipient[],
  email: string,
): Promise<void> {
  try {
    if (entries.length === 0) checkReferrerEmail(call.tenant, email, 'Email', call.locale)
    for (const entry of entries) await checkContactEmail(tx, call, entry, email)
  } catch (error) {
    const text = error instanceof AppError ? refusals[error.failure.name] : undefined
    throw text && error instanceof AppError ? named(call, error.failure.name, text) : error
  }
}
