import type { Locale, Tenant } from '../../../domain/tenant.ts'
import { readBonusTexts, readProviderTexts } from './default-texts.ts'

type Texts = Record<string, string>
type Speaker = Pick<Tenant, 'rewardWord' | 'autoLogin'>

// One object per set of texts: renderers cache by identity.
const merged = new WeakMap<Texts, Map<string, Texts>>()

/** A tenant's own texts over those for its word for the reward and, in mails, for the provider's login. */
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

/** A key's own text replaces all its endings (`_du`, `_one`), as in web/runtime/texts.ts. */
const isSaid = (own: Texts, key: string): boolean =>
  key in own || (/_[a-z]+$/.test(key) && isSaid(own, key.replace(/_[a-z]+$/, '')))
