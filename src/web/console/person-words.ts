import type { Locale, Localised } from '../../domain/tenant.ts'

// What codes about a person are called in the console. A code without a word is shown as it is.

type Words = Record<string, Localised>

const word = (de: string, en: string): Localised => ({ de, en })

/** Of a search's hits, by the wire's labels. */
export const hitStates: Words = {
  Neu: word('neu', 'new'),
  Eingeladen: word('eingeladen', 'invited'),
  Aktiv: word('aktiv', 'active'),
  Gesperrt: word('gesperrt', 'blocked'),
  Angenommen: word('angenommen', 'accepted'),
  Bestaetigt: word('bestätigt', 'confirmed'),
  Ausgeschieden: word('ausgeschieden', 'left'),
  Registriert: word('wartet auf Freischaltung', 'waits for activation'),
  Inaktiv: word('stillgelegt', 'inactive'),
  Geschlossen: word('geschlossen', 'closed'),
  Offen: word('offen', 'open'),
  Ok: word('angenommen', 'accepted'),
  Freigegeben: word('freigegeben', 'released'),
  Gezahlt: word('bezahlt', 'paid'),
  Abgelaufen: word('abgelaufen', 'expired'),
  Storniert: word('storniert', 'cancelled'),
  Gemeldet: word('gemeldet', 'reported'),
  Bereitgestellt: word('bereit zum Abholen', 'ready to collect'),
  Abgeholt: word('abgeholt', 'collected'),
  Ausgezahlt: word('ausgezahlt', 'paid'),
  Unterwegs: word('bei der Bank', 'at the bank'),
  Abgewiesen: word('von der Bank abgelehnt', 'rejected by the bank'),
  Zurueckgekommen: word('zurückgekommen', 'returned'),
  Ausgeglichen: word('ausgeglichen', 'settled'),
  PasstZuNiemandem: word('passt zu niemandem', 'fits nobody'),
}

export const consentNames: Words = {
  terms: word('Teilnahmebedingungen', 'Terms'),
  privacy: word('Datenschutz', 'Privacy'),
  eligibility: word('Teilnahmevoraussetzungen', 'Conditions of participation'),
  newsletter: word('Newsletter', 'Newsletter'),
  'newsletter-wish': word('Newsletter gewünscht', 'Newsletter asked for'),
  contact: word('Kontaktaufnahme', 'Being contacted'),
}

export const channelNames: Words = {
  em: word('E-Mail', 'e-mail'),
  fb: word('Facebook', 'Facebook'),
  wa: word('WhatsApp', 'WhatsApp'),
  xi: word('Xing', 'Xing'),
  li: word('LinkedIn', 'LinkedIn'),
  tw: word('Twitter', 'Twitter'),
  gm: word('Gmail', 'Gmail'),
  ol: word('Outlook', 'Outlook'),
  ya: word('Yahoo', 'Yahoo'),
  ns: word('Teilen-Menü', 'share menu'),
  ln: word('kopierter Link', 'copied link'),
  qr: word('QR-Code', 'QR code'),
  co: word('Empfehlungscode', 'recommendation code'),
  of: word('Karte auf Papier', 'paper card'),
  xx: word('unbekannter Weg', 'unknown way'),
}

/** Of background work. */
export const jobNames: Words = {
  'send-mail': word('Mail senden', 'Send a mail'),
  'ask-newsletter': word('Nach dem Newsletter fragen', 'Ask about the newsletter'),
  'ask-to-claim': word('Bitten, zu übernehmen', 'Ask to claim'),
  'check-customer-number': word('Kundennummer prüfen', 'Check a customer number'),
  'refresh-feed': word('Produktfeed holen', 'Fetch the product feed'),
  'send-goal': word('Statistik senden', 'Send statistics'),
  'follow-blocked-emails': word('Gesperrte Adressen anwenden', 'Apply blocked addresses'),
  'provide-rewards': word('Zum Abholen bereitstellen', 'Provide for collecting'),
}

/** Of calls that a limit may refuse; the others are named as in the API. */
export const callNames: Words = {
  login: word('Anmelden', 'Log in'),
  requestPassword: word('Passwort anfordern', 'Ask for a password'),
  createReferral: word('Empfehlen', 'Recommend'),
  createReferrer: word('Registrieren', 'Register'),
  acceptInvitation: word('Einladung annehmen', 'Accept an invitation'),
  sendContactMessage: word('Nachricht senden', 'Send a message'),
  findByCode: word('Code eingeben', 'Enter a code'),
}

export const payoutAnswers: Words = {
  paid: word('ausgeführt', 'carried out'),
  rejected: word('abgelehnt', 'rejected'),
  returned: word('zurückgekommen', 'returned'),
}

export const wordOf = (words: Words, code: string, locale: Locale): string =>
  words[code]?.[locale] ?? code
