import i18next from 'i18next'
import type { Locale } from '../../domain/tenant.ts'
import { noNesting } from '../runtime/no-nesting.ts'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

// Mail texts, under the rules of ../texts.ts: flat keys, `_du` and `_sie` in German where they differ, then `_one` and `_other` by `count`.
// Separate from page texts, as no browser loads them.

type Uncounted<K> = K extends `${infer Start}_${'one' | 'other'}` ? Start : K
type Stem<K> = K extends `${infer Start}_${'du' | 'sie'}` ? Start : K
export type MailTextKey = Stem<Uncounted<keyof typeof de>>
export type MailTexts = (key: MailTextKey, values?: Record<string, string | number>) => string

const store = i18next.createInstance()
void store.init({
  resources: { de: { mails: de }, en: { mails: en } },
  ns: 'mails',
  defaultNS: 'mails',
  fallbackLng: false,
  keySeparator: false,
  nsSeparator: false,
  initAsync: false,
  interpolation: { escapeValue: false, ...noNesting }, // React escapes the HTML part; the text part needs none
})

/** @param own texts of the tenant that override the defaults, by key */
export function mailTexts(
  locale: Locale,
  address: 'du' | 'Sie',
  own: Record<string, string> = {},
): MailTexts {
  // A store for this mail only: the next may be another tenant's.
  const mine =
    Object.keys(own).length > 0 ? store.cloneInstance({ forkResourceStore: true }) : store
  if (mine !== store) mine.addResourceBundle(locale, 'own', own)
  const t = mine.getFixedT(locale, ['own', 'mails'])
  return (key, values) => t(key, { context: address.toLowerCase(), ...values })
}
