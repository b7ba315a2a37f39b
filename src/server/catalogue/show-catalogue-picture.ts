import * as produkt from '../../contract/produkt.ts'
import { showCategoryIcon as categoryIcon } from '../../contract/produktkategorie.ts'
import { isCategorySlug } from '../../domain/category.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { pictureCsp } from '../base/safety-headers.ts'
import { serve } from '../serve.ts'
import { drawCategoryIcon } from './draw-category-icon.ts'
import { drawOffer, pictureOf } from './draw-offer.ts'
import { loadCatalogue } from './load-catalogue.ts'
import { markOf } from './picture-mark.ts'

export const showProductPicture = serve(produkt.showProductPicture, async (call) => {
  const item = await findItem(call, call.params.id)
  return send(call, drawOffer(call.tenant.theme, pictureOf(item.row, item.categories)))
})

export const showProductIcon = serve(produkt.showProductIcon, async (call) => {
  const { categories } = await findItem(call, call.params.id)
  return send(call, drawCategoryIcon(call.tenant.theme, categories.at(-1) ?? 'internet'))
})

export const showCategoryIcon = serve(categoryIcon, async (call) => {
  const { category } = call.params
  if (!call.tenant.showsCategories || !isCategorySlug(category)) throw fail('unknown-category')
  return send(call, drawCategoryIcon(call.tenant.theme, category))
})

async function findItem({ deps, tenant }: Call, id: string) {
  const item = (await loadCatalogue(deps, tenant)).byId.get(id)
  if (!item?.offer) throw fail('not-found')
  return item
}

const year = 365 * 24 * 60 * 60

/** Sends the picture. The URL with its hash is immutable; the plain one is cached for an hour, then revalidated. */
function send(
  { request, query, reply }: Call<unknown, { mark?: string | undefined }>,
  svg: string,
): undefined {
  const mark = markOf(svg)
  const tag = `"${mark}"`
  const lasting = query.mark === mark
  const same = (request.headers['if-none-match'] ?? '').split(/,\s*/).includes(tag)
  reply
    .headers({
      'Cache-Control': lasting ? `public, max-age=${year}, immutable` : 'public, max-age=3600',
      ETag: tag,
      'Content-Security-Policy': pictureCsp,
    })
    .code(same ? 304 : 200)
    .type('image/svg+xml; charset=utf-8')
    .send(same ? undefined : svg)
}
