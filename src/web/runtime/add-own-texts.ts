import { ownArea, type TextStore } from './texts.ts'

/** Stores a tenant's own texts (by area.key) where `textsOf` looks first (texts.ts). */
export function addOwnTexts(
  { areas }: TextStore,
  tenant: string,
  texts: Record<string, string>,
): void {
  for (const [key, text] of Object.entries(texts)) {
    const dot = key.indexOf('.')
    const area = ownArea(tenant, key.slice(0, dot))
    areas.set(area, (areas.get(area) ?? new Map<string, string>()).set(key.slice(dot + 1), text))
  }
}
