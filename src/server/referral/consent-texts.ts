import type { Localised, Tenant } from '../../domain/tenant.ts'

// What people agree to beside the terms, word for word as the pages show it (consent-texts.test.ts compares them); kept as
// proof with every consent.

export const eligibilityText: Localised = {
  de: 'Ich bin mindestens 18 Jahre alt, eine natürliche Person mit Wohnsitz in Deutschland und akzeptiere die Teilnahme- und Prämienbedingungen. Die Datenschutzhinweise habe ich gelesen.',
  en: 'I am at least 18 years old, a natural person living in Germany, and I accept the terms of participation and reward conditions. I have read the privacy information.',
}

export const newsletterText = (tenant: Pick<Tenant, 'name'>): Localised => ({
  de: `${tenant.name} darf mich per E-Mail über neue Angebote und Prämienaktionen informieren. Das kann ich jederzeit widerrufen.`,
  en: `${tenant.name} may inform me by e-mail about new offers and reward campaigns. I can withdraw this at any time.`,
})

export const advertisingText = (tenant: Pick<Tenant, 'name'>): Localised => ({
  de: `Freiwillig: ${tenant.name} darf mich per E-Mail über passende Angebote informieren. Das kann ich jederzeit widerrufen.`,
  en: `Optional: ${tenant.name} may inform me by e-mail about offers that suit me. I can withdraw this at any time.`,
})
