import type { Locale, Localised, Tenant } from './tenant.ts'

type German = { de: string; du?: string }

/**
 * A text of the API or of a document. With `du` it speaks to its reader, and `de` says Sie. `bonus` is the German of a tenant whose
 * reward is a Bonus: the word changes what stands around it, so the sentences are written out.
 */
export type Said = Localised & German & { bonus?: German }

/** Who is spoken to: a call, or what stands for one. Without a tenant it is Sie. */
export type Listener = { locale: Locale; tenant: Pick<Tenant, 'address' | 'rewardWord'> | null }

export function say(text: Said, { locale, tenant }: Listener): string {
  if (locale !== 'de') return text[locale]
  const german = tenant?.rewardWord === 'Bonus' && text.bonus ? text.bonus : text
  return (tenant?.address === 'du' ? german.du : undefined) ?? german.de
}
