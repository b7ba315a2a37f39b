import type { Locale, Localised } from './tenant.ts'

/** What a mail's sentences call a product: in English the phrase of the pages ("a solar roof"), where there is one; the German phrase is an accusative, so there the title. */
export const titleInMail = (
  title: Localised,
  inSentence: Localised | null,
  locale: Locale,
): string => (locale === 'en' && inSentence?.en) || title[locale]
