import { addOwnTexts } from '../runtime/add-own-texts.ts'
import { platformCode } from '../../domain/platform.ts'
import type { PageView } from '../runtime/page-context.tsx'
import type { Area, TextStore } from '../runtime/texts.ts'

// The console's pages are the platform's, which says Prämie: the word is that of the tenant worked at, and changes with the address.

const files = import.meta.glob<Record<string, string>>('/src/web/texts/de/bonus/console*.json', {
  import: 'default',
})

/** Loads what these areas say instead where a tenant says Bonus. */
export async function loadBonus(store: TextStore, areas: readonly Area[]): Promise<void> {
  if (store.locale !== 'de') return
  await Promise.all(
    areas.map(async (area) => {
      const texts = await files[`/src/web/texts/de/bonus/${area}.json`]?.()
      const named = Object.entries(texts ?? {}).map(([key, text]) => [`${area}.${key}`, text])
      addOwnTexts(store, platformCode, Object.fromEntries(named) as Record<string, string>)
    }),
  )
}

const bonus = { texts: {}, areas: [] }

/** The page in the words of the tenant in its address. */
export function placeView(view: PageView, tenant: string | undefined): PageView {
  const place = view.operator?.places.find((one) => one.tenant === tenant)
  const saysBonus = view.locale === 'de' && place?.rewardWord === 'Bonus'
  return saysBonus ? { ...view, own: bonus } : view
}
