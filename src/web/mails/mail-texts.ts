import type { Locale } from '../../domain/tenant.ts'
import { findText, textList } from '../runtime/find-text.ts'
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

// Mail texts, under the rules of ../texts.ts: flat keys, `_du` and `_sie` in German where they differ, then `_one` and `_other` by `count`.
// Separate from page texts, as no browser loads them.

type Uncounted<K> = K extends `${infer Start}_${'one' | 'other'}` ? Start : K
type Stem<K> = K extends `${infer Start}_${'du' | 'sie'}` ? Start : K
export type MailTextKey = Stem<Uncounted<keyof typeof de>>
export type MailTexts = (key: MailTextKey, values?: Record<string, string | number>) => string

const defaults = { de: textList(de), en: textList(en) }

/** @param own texts of the tenant that override the defaults, by key */
export function mailTexts(
  locale: Locale,
  address: 'du' | 'Sie',
  own: Record<string, string> = {},
): MailTexts {
  const lists = [textList(own), defaults[locale]]
  return (key, values) => findText(lists, locale, address, key, values)
}
