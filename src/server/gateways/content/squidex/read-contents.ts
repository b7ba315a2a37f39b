import { contentRows, type ContentSchema } from '../../../../contract/inhalt-datei.ts'
import { wireNames } from '../../../../contract/shape.ts'
import type { SquidexContent } from './squidex-client.ts'

// Fields are named as on the wire with a small first letter: titel, content, position. Localised ({ de, en }) or invariant ({ iv
// }).

const localised: Record<ContentSchema, string[]> = {
  faq: ['Gruppe', 'Titel', 'Content'],
  category: ['Titel', 'Beschreibung', 'Einleitung'],
  footnote: ['Title', 'Content'],
  page: ['Text'],
  teaser: ['Text'],
  text: ['Text'],
  mail: ['Text'],
}

/** A service's content as a content file's row; unknown fields are dropped. */
export function rowOf(schema: ContentSchema, { id, data }: SquidexContent): unknown {
  const names = Object.values(wireNames(contentRows[schema]) ?? {}).map(([wire]) => wire)
  const fields = names.flatMap((wire) => {
    const field = data[wire.charAt(0).toLowerCase() + wire.slice(1)]
    const value = localised[schema].includes(wire) ? byLanguage(field) : once(field)
    return value === undefined ? [] : [[wire, value] as const]
  })
  return { Id: id, ...Object.fromEntries(fields) }
}

function once(field: unknown): unknown {
  const value = isRecord(field) && 'iv' in field ? field.iv : field
  return value === null || value === '' ? undefined : value
}

function byLanguage(field: unknown): unknown {
  if (!isRecord(field)) return field
  if ('iv' in field) return { de: field.iv }
  const texts = Object.entries(field).filter(
    ([locale, text]) => (locale === 'de' || locale === 'en') && text !== null && text !== '',
  )
  return Object.fromEntries(texts)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
