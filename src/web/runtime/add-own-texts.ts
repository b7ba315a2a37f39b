import type { i18n as I18n } from 'i18next'

/** Stores a tenant's own texts (by area.key) where `say` looks first (texts.ts). */
export function addOwnTexts(
  i18n: I18n,
  locale: string,
  tenant: string,
  texts: Record<string, string>,
): void {
  for (const [key, text] of Object.entries(texts)) {
    const dot = key.indexOf('.')
    i18n.addResource(locale, ownArea(tenant, key.slice(0, dot)), key.slice(dot + 1), text)
  }
}

/** Store key of a tenant's own texts of an area: all tenants share the server's store. */
export const ownArea = (tenant: string, area: string): string => `${tenant}/${area}`
