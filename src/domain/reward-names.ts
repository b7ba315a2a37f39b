import type { Said } from './say.ts'

/** Names of a reward by beneficiary, in web/texts, invoices and files alike. */
export const rewardNames = {
  referrer: {
    de: 'Prämie des Empfehlers',
    bonus: { de: 'Bonus des Empfehlers' },
    en: 'Referrer’s reward',
  },
  recipient: {
    de: 'Prämie des Kontakts',
    bonus: { de: 'Bonus des Kontakts' },
    en: 'Contact’s reward',
  },
} satisfies Record<string, Said>
