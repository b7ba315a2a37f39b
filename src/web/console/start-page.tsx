import { redirect, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { ConsoleFrame } from './console-frame.tsx'

export function loader({ context }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const places = page.operator?.places ?? []
  const [only] = places
  if (only && places.length === 1)
    throw redirect(href(page.tenant, page.locale, 'ConsoleToday', { mandant: only.tenant }))
  return { places }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('console')('start.title'), robots: 'noindex' }
}

export function Component() {
  const { places } = useLoaderData<typeof loader>()
  const t = useTexts('console')
  return (
    <ConsoleFrame
      title={t('start.title')}
      intro={places.length === 0 ? t('start.none') : t('start.intro')}
    >
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {places.map(({ tenant, name, roles }) => (
          <Card key={tenant} as="li" pad="small">
            <h2 className="font-heading text-lg font-bold">
              <TextLink page="ConsoleToday" values={{ mandant: tenant }} inText>
                {name || t('platform')}
              </TextLink>
            </h2>
            <p className="mt-1">{roles.map((role) => t(`role.${role}`)).join(', ')}</p>
          </Card>
        ))}
      </ul>
    </ConsoleFrame>
  )
}
