import type { Locale, Tenant } from '../../../domain/tenant.ts'
import { readBonusTexts } from './default-texts.ts'

type Texts = Record<string, string>

// One object for one set of texts: what renders them knows by it that nothing has changed.
const merged = { pages: new WeakMap<Texts, Texts>(), mails: new WeakMap<Texts, Texts>() }

/** A tenant's own texts and, below them, those that name the reward in its word. */
export async function inTenantsWord(
  own: Texts,
  of: 'pages' | 'mails',
  { rewardWord }: Pick<Tenant, 'rewardWord'>,
  locale: Locale,
): Promise<Texts> {
  if (locale !== 'de' || rewardWord !== 'Bonus') return own
  const known = merged[of].get(own)
  if (known) return known
  const defaults = Object.entries((await readBonusTexts())[of])
  const all = { ...Object.fromEntries(defaults.filter(([key]) => !isSaid(own, key))), ...own }
  merged[of].set(own, all)
  return all
}

/** An own text of a key stands for all its endings (`_du`, `_one`), as it does beside the defaults (web/texts.ts). */
const isSaid = (own: Texts, key: string): boolean =>
  key in own || (/_[a-z]+$/.test(key) && isSaid(own, key.replace(/_[a-z]+$/, '')))
