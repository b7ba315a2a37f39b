import type { Locale, Localised } from './tenant.ts'

/**
 * A product's name in a mail's sentence: the phrase of the pages ("das Solardach", "a solar roof"), if any. The German one is
 * accusative, so sentences are built for that case.
 */
export const titleInMail = (
  title: Localised,
  inSentence: Localised | null,
  locale: Locale,
): string => inSentence?.[locale] || title[locale]
