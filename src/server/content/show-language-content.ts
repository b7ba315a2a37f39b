import { showLanguageContent as endpoint } from '../../contract/content.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { readInterfaceTexts } from '../gateways/content/default-texts.ts'
import { serve } from '../serve.ts'

/** Texts by the keys used in code: of `_du` and `_sie` the tenant's form, without ending. `eigene`: only the tenant's own. */
export const showLanguageContent = serve(endpoint, async ({ deps, tenant, params, query }) => {
  const language = tenant.locales.find((one) => one === params.language.toLowerCase())
  if (!language) throw fail('not-found')
  const areas = query.areas?.split(',')
  const inAreas = ([key]: [string, string]) =>
    areas === undefined || areas.includes(key.slice(0, key.indexOf('.')))
  const own = await contentOf(deps, tenant).texts(language)
  const only = (texts: [string, string][]) => Object.fromEntries(texts.filter(inAreas))
  if (query.own) return { language, texts: only(Object.entries(own)) }
  const defaults = (await readInterfaceTexts())[language]
  return { language, texts: only(addressed({ ...defaults, ...own }, tenant.address)) }
})

function addressed(texts: Record<string, string>, address: Tenant['address']): [string, string][] {
  const [mine, other] = address === 'du' ? ['_du', '_sie'] : ['_sie', '_du']
  const ending = (suffix: string) => new RegExp(`${suffix}(?=$|_(?:one|other)$)`)
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    ending(other).test(key) ? [] : [[key.replace(ending(mine), ''), text]],
  )
}
