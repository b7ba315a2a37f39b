import type { Locale, Localised } from './tenant.ts'

/**
 * A product's name in a mail's sentence: in English the phrase of the pages ("a solar roof"), if any; the German phrase is
 * accusative, so the title.
 */
export const titleInMail = (
  title: Localised,
  inSentence: Localised | null,
  locale: Locale,
): string => (locale === 'en' && inSentence?.en) || title[locale]
