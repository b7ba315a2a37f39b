import { say, type Said } from '../../domain/say.ts'
import type { Locale, Localised, Tenant } from '../../domain/tenant.ts'

// Consents beside the terms, as the pages show them (consent-texts.test.ts compares); stored as proof with every consent.

const eligibility: Said = {
  de: 'Ich bin mindestens 18 Jahre alt, eine natürliche Person mit Wohnsitz in Deutschland und akzeptiere die Teilnahme- und Prämienbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  bonus: {
    de: 'Ich bin mindestens 18 Jahre alt, eine natürliche Person mit Wohnsitz in Deutschland und akzeptiere die Teilnahme- und Bonusbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  },
  en: 'I am at least 18 years old, a natural person living in Germany, and I accept the terms of participation and reward conditions. I have read the privacy information.',
}
const eligibilityByButton: Said = {
  de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
  du: 'Mit „Link erstellen“ bestätigst du, dass du mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
  bonus: {
    de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Bonusbedingungen. Hier stehen die Datenschutzhinweise.',
    du: 'Mit „Link erstellen“ bestätigst du, dass du mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Bonusbedingungen. Hier stehen die Datenschutzhinweise.',
  },
  en: 'With “Create link” you confirm that you are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
}

// Where companies may recommend, too.
const eligibilityOrCompany: Said = {
  de: 'Ich handle für die genannte Firma, oder ich bin mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland. Ich akzeptiere die Teilnahme- und Prämienbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  bonus: {
    de: 'Ich handle für die genannte Firma, oder ich bin mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland. Ich akzeptiere die Teilnahme- und Bonusbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  },
  en: 'I act for the company named, or I am at least 18 years old and a natural person living in Germany. I accept the terms of participation and reward conditions. I have read the privacy information.',
}
const orCompanyByButton: Said = {
  de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie für die genannte Firma handeln oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
  du: 'Mit „Link erstellen“ bestätigst du, dass du für die genannte Firma handelst oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
  bonus: {
    de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie für die genannte Firma handeln oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Bonusbedingungen. Hier stehen die Datenschutzhinweise.',
    du: 'Mit „Link erstellen“ bestätigst du, dass du für die genannte Firma handelst oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Bonusbedingungen. Hier stehen die Datenschutzhinweise.',
  },
  en: 'With “Create link” you confirm that you act for the company named, or are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
}

type Asking = Pick<Tenant, 'termsByButton' | 'address' | 'rewardWord' | 'companyReferral'>

/** The text of the checkbox, or of the button that replaces it. */
export function eligibilityText(tenant: Asking, locale: Locale): string {
  const [byBox, byButton] = tenant.companyReferral
    ? [eligibilityOrCompany, orCompanyByButton]
    : [eligibility, eligibilityByButton]
  return say(tenant.termsByButton ? byButton : byBox, { locale, tenant })
}

type Sending = Pick<Tenant, 'name' | 'address' | 'rewardWord'>

export const newsletterText = (tenant: Sending, locale: Locale): string => {
  const de = (campaigns: string) =>
    `${tenant.name} darf mich per E-Mail über neue Angebote und ${campaigns} informieren. Das kann ich jederzeit widerrufen.`
  const text: Said = {
    de: de('Prämienaktionen'),
    bonus: { de: de('Bonusaktionen') },
    en: `${tenant.name} may inform me by e-mail about new offers and reward campaigns. I can withdraw this at any time.`,
  }
  return say(text, { locale, tenant })
}

/** Names the phone if the tenant asks for it: a consent covers only the channels it names (UWG § 7). */
export const advertisingText = ({
  name,
  recipientFields: { phone },
}: Pick<Tenant, 'name' | 'recipientFields'>): Localised => ({
  de: `Freiwillig: ${name} darf mich per E-Mail${phone ? ' und Telefon' : ''} über passende Angebote informieren. Das kann ich jederzeit widerrufen.`,
  en: `Optional: ${name} may inform me by e-mail${phone ? ' and phone' : ''} about offers that suit me. I can withdraw this at any time.`,
})

/** Kinds of consent in that text; the one for the phone is kept longer. */
export const advertisingKinds = ({ recipientFields }: Pick<Tenant, 'recipientFields'>) =>
  recipientFields.phone ? ['advertising', 'advertising-phone'] : ['advertising']
