import type { Locale, Tenant } from '../../../domain/tenant.ts'
import { readBonusTexts, readProviderTexts } from './default-texts.ts'

type Texts = Record<string, string>
type Speaker = Pick<Tenant, 'rewardWord' | 'autoLogin'>

// One object for one set of texts: what renders them knows by it that nothing has changed.
const merged = new WeakMap<Texts, Map<string, Texts>>()

/**
 * A tenant's own texts and, below them, those that fit it where the defaults do not: they name the reward in its word, and in mails
 * send nobody to a password where the provider logs people in.
 */
export async function inTenantsWord(
  own: Texts,
  of: 'pages' | 'mails',
  { rewardWord, autoLogin }: Speaker,
  locale: Locale,
): Promise<Texts> {
  const sayBonus = locale === 'de' && rewardWord === 'Bonus'
  const byProvider = of === 'mails' && autoLogin
  if (!sayBonus && !byProvider) return own
  const kind = [of, locale, sayBonus, byProvider].join()
  const known = merged.get(own)?.get(kind)
  if (known) return known
  const fitting = {
    ...(sayBonus ? (await readBonusTexts())[of] : {}),
    ...(byProvider ? (await readProviderTexts())[locale] : {}),
  }
  const unsaid = Object.entries(fitting).filter(([key]) => !isSaid(own, key))
  const all = { ...Object.fromEntries(unsaid), ...own }
  const others = merged.get(own) ?? new Map<string, Texts>()
  merged.set(own, others.set(kind, all))
  return all
}

/** An own text of a key stands for all its endings (`_du`, `_one`), as it does beside the defaults (web/runtime/texts.ts). */
const isSaid = (own: Texts, key: string): boolean =>
  key in own || (/_[a-z]+$/.test(key) && isSaid(own, key.replace(/_[a-z]+$/, '')))
