import type { i18n as I18n } from 'i18next'
import type { OwnTexts } from '../contract/page-context.ts'
import { browserContext } from './browser-context.ts'
import { callApi } from './api.ts'
import type { PageView } from './page-context.tsx'
import { addOwnTexts } from './add-own-texts.ts'
import { followWith } from './texts.ts'

/** In the browser: the texts that came with the page, and those of other areas when a page needs them. Without an answer the defaults stay. */
export function followOwnTexts(i18n: I18n, view: PageView & { own: OwnTexts }): void {
  const { locale, tenant, own } = view
  addOwnTexts(i18n, view, own.texts)
  const missing = new Set(own.areas)
  followWith(async (store, areas) => {
    const wanted = areas.filter((area) => missing.has(area))
    if (wanted.length === 0) return
    try {
      const { texts } = await callApi(browserContext(view), 'showLanguageContent', {
        params: { language: locale },
        query: { own: '1', areas: wanted.join(',') },
      })
      addOwnTexts(store, { locale, tenant }, texts)
      for (const area of wanted) missing.delete(area)
    } catch {
      // Asked for again with the next page.
    }
  })
}
