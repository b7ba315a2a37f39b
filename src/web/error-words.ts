import type { PageContext } from '../contract/page-context.ts'

type Addressed = { locale: PageContext['locale']; tenant: Pick<PageContext['tenant'], 'address'> }

/**
 * The words for a refused call in the tenant's form of address. The API says Sie to everybody; tenants that say du have texts
 * of their own, by error code, which a browser loads only when there is something to say.
 */
export async function errorWords(page: Addressed, code: string, message: string): Promise<string> {
  if (page.locale !== 'de' || page.tenant.address !== 'du') return message
  const words: Record<string, string> | null = await import('./texts/du-errors.json').then(
    (loaded) => loaded.default,
    () => null, // offline: better the wrong address than no words
  )
  return words?.[code] ?? message
}
