import type { Said } from './say.ts'

/** Whose reward it is: one name for each at the desk (the same texts in web/texts), in invoices and in files. */
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
