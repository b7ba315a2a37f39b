import type { OwnTexts, PageContext } from '../../contract/page-context.ts'
import { addOwnTexts } from './add-own-texts.ts'
import { ownArea, type TextStore } from './texts.ts'

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

const stored = new WeakMap<TextStore, Map<string, Record<string, string>>>()

/** On the server, before rendering: updates the shared store with this tenant's current texts. */
export function storeOwnTexts(store: TextStore, { tenant, own }: PageContext): void {
  if (!own) return
  const known = stored.get(store) ?? new Map<string, Record<string, string>>()
  stored.set(store, known)
  const before = known.get(tenant.code)
  if (before === own.texts) return
  for (const area of new Set(Object.keys(before ?? {}).map(areaOf)))
    store.areas.delete(ownArea(tenant.code, area))
  addOwnTexts(store, tenant.code, own.texts)
  known.set(tenant.code, own.texts)
}
