import { listLanguages as endpoint } from '../../contract/content.ts'
import { serve } from '../serve.ts'

const names = { de: 'Deutsch', en: 'English' }

export const listLanguages = serve(endpoint, async ({ tenant: { locales } }) => ({
  defaultLanguage: locales.includes('de') ? 'de' : (locales[0] ?? 'de'),
  languages: locales.map((code) => ({ code, name: names[code] })),
}))
