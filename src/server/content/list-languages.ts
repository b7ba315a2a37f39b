import { listLanguages as endpoint } from '../../contract/content.ts'
import { defaultLocale } from '../../domain/tenant.ts'
import { serve } from '../serve.ts'

const names = { de: 'Deutsch', en: 'English' }

export const listLanguages = serve(endpoint, async ({ tenant: { locales } }) => ({
  defaultLanguage: defaultLocale(locales),
  languages: locales.map((code) => ({ code, name: names[code] })),
}))
