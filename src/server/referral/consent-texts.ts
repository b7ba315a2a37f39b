import type { Localised, Tenant } from '../../domain/tenant.ts'

// What people agree to beside the terms, word for word as the pages show it (consent-texts.test.ts compares them); kept as
// proof with every consent.

const eligibility: Localised = {
  de: 'Ich bin mindestens 18 Jahre alt, eine natürliche Person mit Wohnsitz in Deutschland und akzeptiere die Teilnahme- und Prämienbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  en: 'I am at least 18 years old, a natural person living in Germany, and I accept the terms of participation and reward conditions. I have read the privacy information.',
}
const eligibilityByButton: Record<'du' | 'Sie', Localised> = {
  du: {
    de: 'Mit „Link erstellen“ bestätigst du, dass du mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
    en: 'With “Create link” you confirm that you are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
  },
  Sie: {
    de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
    en: 'With “Create link” you confirm that you are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
  },
}

// Where companies may recommend, too.
const eligibilityOrCompany: Localised = {
  de: 'Ich handle für die genannte Firma, oder ich bin mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland. Ich akzeptiere die Teilnahme- und Prämienbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  en: 'I act for the company named, or I am at least 18 years old and a natural person living in Germany. I accept the terms of participation and reward conditions. I have read the privacy information.',
}
const orCompanyByButton: Record<'du' | 'Sie', Localised> = {
  du: {
    de: 'Mit „Link erstellen“ bestätigst du, dass du für die genannte Firma handelst oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland bist, und akzeptierst die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
    en: 'With “Create link” you confirm that you act for the company named, or are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
  },
  Sie: {
    de: 'Mit „Link erstellen“ bestätigen Sie, dass Sie für die genannte Firma handeln oder mindestens 18 Jahre alt und eine natürliche Person mit Wohnsitz in Deutschland sind, und akzeptieren die Teilnahme- und Prämienbedingungen. Hier stehen die Datenschutzhinweise.',
    en: 'With “Create link” you confirm that you act for the company named, or are at least 18 years old and a natural person living in Germany, and accept the terms of participation and reward conditions. Here is the privacy information.',
  },
}

/** The sentence of the checkbox, or of the button where that stands for one. */
export function eligibilityText(
  tenant: Pick<Tenant, 'termsByButton' | 'address' | 'companyReferral'>,
): Localised {
  if (tenant.companyReferral)
    return tenant.termsByButton ? orCompanyByButton[tenant.address] : eligibilityOrCompany
  return tenant.termsByButton ? eligibilityByButton[tenant.address] : eligibility
}

export const newsletterText = (tenant: Pick<Tenant, 'name'>): Localised => ({
  de: `${tenant.name} darf mich per E-Mail über neue Angebote und Prämienaktionen informieren. Das kann ich jederzeit widerrufen.`,
  en: `${tenant.name} may inform me by e-mail about new offers and reward campaigns. I can withdraw this at any time.`,
})

/** Names the phone where the tenant takes numbers: a consent that does not name the channel is none for it (UWG § 7). */
export const advertisingText = ({
  name,
  recipientFields: { phone },
}: Pick<Tenant, 'name' | 'recipientFields'>): Localised => ({
  de: `Freiwillig: ${name} darf mich per E-Mail${phone ? ' und Telefon' : ''} über passende Angebote informieren. Das kann ich jederzeit widerrufen.`,
  en: `Optional: ${name} may inform me by e-mail${phone ? ' and phone' : ''} about offers that suit me. I can withdraw this at any time.`,
})

/** Kinds of consent in that one text; that to the phone is kept for longer. */
export const advertisingKinds = ({ recipientFields }: Pick<Tenant, 'recipientFields'>) =>
  recipientFields.phone ? ['advertising', 'advertising-phone'] : ['advertising']
