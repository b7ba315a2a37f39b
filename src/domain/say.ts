import type { Locale, Localised, Tenant } from './tenant.ts'

/** A text of the API or of a document. With `du` it speaks to its reader, and `de` says Sie. */
export type Said = Localised & { du?: string }

/** Who is spoken to: a call, or what stands for one. Without a tenant it is Sie. */
export type Listener = { locale: Locale; tenant: Pick<Tenant, 'address'> | null }

export const say = (text: Said, { locale, tenant }: Listener): string =>
  (locale === 'de' && tenant?.address === 'du' ? text.du : undefined) ?? text[locale]
