// Interface texts that people agree to. The proof stores the texts of the code (server/referral/consent-texts.ts,
// server/consent/cookie-texts.ts), so tenants cannot override them.
const proven = new Set([
  'referral.terms.age',
  'referral.terms.buttonAge',
  'referral.terms.ageOrCompany',
  'referral.terms.buttonAgeOrCompany',
  'referral.recommend.button',
  'referral.newsletter',
  'mydata.newsletter.consent',
  'recipient.advertising',
  'recipient.advertisingPhone',
])

/** @param key area.key, with or without `_du` and `_sie` */
export const isProven = (key: string): boolean =>
  key.startsWith('cookies.') || proven.has(key.replace(/_(du|sie)$/, ''))
