/**
 * Words that make no password in any tenant (ASVS 6.1.2), beside the tenant's names and the person's own: the product's, what it is
 * for, and the roles in it.
 */
export const passwordWords = [
  'Zuspruch',
  'Empfehlung',
  'Empfehlen',
  'Empfehler',
  'Prämie',
  'Praemie',
  'Bonus',
  'Agentur',
  'Verkaufspartner',
  'Kunde',
  'Kontakt',
  'referral',
  'recommendation',
  'reward',
]
