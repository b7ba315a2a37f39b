import type { i18n as I18n } from 'i18next'
import type { OwnTexts, PageContext } from '../../contract/page-context.ts'
import { addOwnTexts, ownArea } from './add-own-texts.ts'

const areaOf = (key: string) => key.slice(0, key.indexOf('.'))

/** The tenant's own texts that a page carries: those of its areas, and the names of the others. */
export function ownTextsOfPage(own: OwnTexts, areas: readonly string[]): OwnTexts {
  const all = Object.entries(own.texts)
  const others = all.map(([key]) => areaOf(key)).filter((area) => !areas.includes(area))
  return {
    texts: Object.fromEntries(all.filter(([key]) => areas.includes(areaOf(key)))),
    areas: [...new Set(others)],
  }
}

const stored = new WeakMap<I18n, Map<string, Record<string, string>>>()

/** On the server, before rendering: updates the shared store with this tenant's current texts. */
export function storeOwnTexts(i18n: I18n, { locale, tenant, own }: PageContext): void {
  if (!own) return
  const known = stored.get(i18n) ?? new Map<string, Record<string, string>>()
  stored.set(i18n, known)
  const before = known.get(tenant.code)
  if (before === own.texts) return
  for (const area of new Set(Object.keys(before ?? {}).map(areaOf)))
    i18n.removeResourceBundle(locale, ownArea(tenant.code, area))
  addOwnTexts(i18n, locale, tenant.code, own.texts)
  known.set(tenant.code, own.texts)
}
