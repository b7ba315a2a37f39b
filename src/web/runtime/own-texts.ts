import type { OwnTexts, PageContext } from '../../contract/page-context.ts'
import { addOwnTexts } from './add-own-texts.ts'
import type { followWith, TextStore } from './texts.ts'

/**
 * In the browser: uses the page's own texts, and fetches those of other areas on demand; without an answer defaults stay. Modules of the
 * first chunks are passed in, since importing them would split those chunks.
 */
export function followOwnTexts(
  texts: TextStore,
  { locale, tenant, send }: PageContext,
  own: OwnTexts,
  follow: typeof followWith,
): void {
  addOwnTexts(texts, tenant.code, own.texts)
  const missing = new Set(own.areas)
  follow(async (store, areas) => {
    const wanted = areas.filter((area) => missing.has(area))
    if (wanted.length === 0) return
    const path = `/content/getlanguagecontent/${locale}?eigene=1&bereiche=${wanted.join(',')}`
    const { status, body } = await send({ method: 'GET', path }).catch(() => failed)
    if (status !== 200) return // retried with the next page
    addOwnTexts(store, tenant.code, (body as { Texte: Record<string, string> }).Texte)
    for (const area of wanted) missing.delete(area)
  })
}

const failed = { status: 0, body: null }
