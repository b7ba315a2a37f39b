import type { Locale, Localised, Tenant } from './tenant.ts'

type German = { de: string; du?: string }

/**
 * A text of the API or a document. `du` is informal, `de` formal. `bonus` is the German text for tenants with a Bonus, written
 * out because the word changes its sentence.
 */
export type Said = Localised & German & { bonus?: German }

/** The addressee: a call or its stand-in. Without tenant: Sie. */
export type Listener = { locale: Locale; tenant: Pick<Tenant, 'address' | 'rewardWord'> | null }

export function say(text: Said, { locale, tenant }: Listener): string {
  if (locale !== 'de') return text[locale]
  const german = tenant?.rewardWord === 'Bonus' && text.bonus ? text.bonus : text
  return (tenant?.address === 'du' ? german.du : undefined) ?? german.de
}
