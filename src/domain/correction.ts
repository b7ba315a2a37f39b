import type { Localised } from './tenant.ts'

/** What support corrected, for which rewards wait for a review by somebody else. */
export const corrections = ['address-corrected', 'home-corrected'] as const
export type HoldingCorrection = (typeof corrections)[number]

export const correctionTexts: Record<HoldingCorrection, Localised> = {
  'address-corrected': {
    de: 'Der Kundenservice hat die E-Mail-Adresse berichtigt.',
    en: 'Support corrected the e-mail address.',
  },
  'home-corrected': {
    de: 'Der Kundenservice hat eine Anschrift berichtigt; danach sind beide Seiten ein Haushalt, oder sie sind es nicht mehr.',
    en: 'Support corrected a postal address, which made both sides one household, or ended that.',
  },
}
