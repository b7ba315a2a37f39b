import type { Localised, Tenant } from '../../domain/tenant.ts'

// What people agree to beside the terms, word for word as the pages show it; kept as proof with every consent.

export const eligibilityText: Localised = {
  de: 'Ich bin mindestens 18 Jahre alt, eine natürliche Person und wohne in Deutschland.',
  en: 'I am at least 18 years old, a natural person and resident in Germany.',
}

export const newsletterText = (tenant: Pick<Tenant, 'legalName'>): Localised => ({
  de: `${tenant.legalName} darf mir Neuigkeiten zum Empfehlungsprogramm per E-Mail senden. Das kann ich jederzeit widerrufen.`,
  en: `${tenant.legalName} may send me news about the referral programme by e-mail. I can withdraw this at any time.`,
})

export const advertisingText = (tenant: Pick<Tenant, 'legalName'>): Localised => ({
  de: `${tenant.legalName} darf mich per E-Mail und Telefon über eigene Angebote informieren. Das kann ich jederzeit widerrufen.`,
  en: `${tenant.legalName} may inform me about its own offers by e-mail and telephone. I can withdraw this at any time.`,
})
