import { Fragment, cloneElement, type ReactElement } from 'react'
import { useTexts, type Area, type TextKey, type Values } from '../runtime/texts.ts'

/** A text with elements: `Ich akzeptiere die <terms>Bedingungen</terms>.` and `parts={{ terms: <PageLink .../> }}`. */
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
  const t = useTexts(area)
  // Plain text, a part's name, its text, and so on.
  const pieces = t(text, values).split(/<(\w+)>([^<]*)<\/\1>/)
  return pieces.map((piece, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{piece}</Fragment>
    if (index % 3 === 1) return null
    const part = parts[pieces[index - 1] ?? '']
    return part ? cloneElement(part, { key: index }, piece) : piece
  })
}
