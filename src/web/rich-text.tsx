import type { ReactElement } from 'react'
import { Trans } from 'react-i18next'
import { usePage } from './page-context.tsx'
import type { Area, TextKey, Values } from './texts.ts'

/** A text with elements in it: `Ich akzeptiere die <terms>Bedingungen</terms>.` and `parts={{ terms: <PageLink .../> }}`. */
export function RichText<A extends Area>({
  area,
  text,
  values,
  parts,
}: {
  area: A
  text: TextKey<A>
  values?: Values
  parts: Record<string, ReactElement>
}) {
  const { tenant } = usePage()
  return (
    <Trans
      ns={area}
      i18nKey={text}
      context={tenant.address.toLowerCase()}
      values={values ?? {}}
      components={parts}
    />
  )
}
