import type { i18n as I18n } from 'i18next'
import type { Locale } from '../domain/tenant.ts'
import { ownArea } from './texts.ts'

/** Puts a tenant's own texts (by area.key) where `say` looks for them first. */
export function addOwnTexts(
  i18n: I18n,
  { locale, tenant }: { locale: Locale; tenant: { code: string } },
  texts: Record<string, string>,
): void {
  for (const [key, text] of Object.entries(texts)) {
    const dot = key.indexOf('.')
    i18n.addResource(locale, ownArea(tenant.code, key.slice(0, dot)), key.slice(dot + 1), text)
  }
}
