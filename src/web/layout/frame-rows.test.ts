import { expect, test } from 'vitest'
import type { PageView } from '../runtime/page-context.tsx'
import { drawBothWays, everywhere, pageIn } from '../runtime/render.test-helper.tsx'
import { PageFooter } from './page-footer.tsx'
import { PageHeader } from './page-header.tsx'

// Menu and footer are drawn once for all pages (ui/row-shapes.tsx), whoever was there first.

const person = { firstName: 'Mara', lastName: 'Lind' } as unknown as NonNullable<PageView['user']>
const lists = (html: string) => html.match(/<ul/g)?.length ?? 0

test.each(everywhere)('menu and footer are their visitor’s, $address, $locale', async (where) => {
  const { view, store } = await pageIn(where)
  const tenant = { ...view.tenant, forcedLogin: true }
  for (const user of [null, person, null, person])
    for (const [Part, most] of [
      [PageHeader, 2],
      [PageFooter, 1],
    ] as const) {
      const { html, plain } = drawBothWays({ view: { ...view, tenant, user }, store }, Part)
      const again = drawBothWays({ view: { ...view, tenant, user }, store }, Part)
      expect(html).toBe(plain)
      expect(again.html).toBe(plain)
      expect(again.byShape).toBe(most)
      expect(lists(plain)).toBe(2)
      // What only a person sees.
      const own = Part === PageHeader ? tenant.routes.Settings : tenant.routes.RewardOverview
      expect(plain.includes(`/${where.locale}${own?.split(':')[0]}`)).toBe(user !== null)
    }
})
