import { z } from 'zod'
import { shape } from './shape.ts'

// Content as in a content file (`content import`) and, with a small first letter, in a content service's fields. Texts are plain
// markup ("## " headings, "- " lists) or HTML, which is sanitised; missing English is German, except in teasers.

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{0,79}$/)
const strange = /[^\P{Cc}\t\n\r]|\p{Cs}/u // control characters and lone surrogates
const printable = z
  .string()
  .refine((text) => !strange.test(text), 'has characters that no text has')
const line = printable.trim().min(1).max(500)
const mostTags = 5_000 // bounds the time to sanitise
const long = printable
  .trim()
  .min(1)
  .max(200_000)
  .refine((text) => text.split('<', mostTags + 2).length <= mostTags + 1, 'has too many tags')
const both = (text: typeof line) =>
  z.codec(z.strictObject({ de: text, en: text.optional() }), z.object({ de: text, en: text }), {
    decode: ({ de, en }) => ({ de, en: en ?? de }),
    encode: ({ de, en }) => (en === de ? { de } : { de, en }),
  })
// Beside an amount no text is better than the wrong language.
const teaserText = z.codec(
  z.strictObject({ de: line, en: line.optional() }),
  z.object({ de: line, en: z.string() }),
  {
    decode: ({ de, en }) => ({ de, en: en ?? '' }),
    encode: ({ de, en }) => (en === '' ? { de } : { de, en }),
  },
)
const position = z.int().min(0).max(1_000_000).optional() // default: the place in the list

const words = printable.trim().min(1).max(5_000)

/** Overrides of interface and mail texts; a missing language keeps the default. */
const ownText = shape({
  id: ['Id', z.string().regex(/^[a-zA-Z][\w.-]{0,199}$/)],
  text: ['Text', z.strictObject({ de: words.optional(), en: words.optional() })],
})

export const contentRows = {
  faq: shape({
    id: ['Id', slug], // also the page's anchor
    position: ['Position', position],
    group: ['Gruppe', both(line)],
    question: ['Titel', both(line)],
    answer: ['Content', both(long)],
  }),
  category: shape({
    id: ['Id', slug], // as in the URL: internet, glasfaser, ...
    position: ['Position', position],
    title: ['Titel', both(line)],
    description: ['Beschreibung', both(line)],
    intro: ['Einleitung', both(long)],
    icon: ['Icon', slug],
  }),
  footnote: shape({
    id: ['Id', slug],
    position: ['Position', position],
    identifier: ['Identifier', z.string().regex(/^[\w-]{1,40}$/)], // by which products name it
    group: ['Gruppe', line],
    title: ['Title', both(line)],
    content: ['Content', both(long)],
  }),
  page: shape({
    id: ['Id', z.enum(['imprint', 'privacy', 'terms', 'accessibility'])],
    version: ['Version', printable.trim().min(1).max(40)], // changes with the text, since consents name it
    text: ['Text', both(long)],
  }),
  teaser: shape({
    id: ['Id', slug],
    position: ['Position', position],
    category: ['Kategorie', slug.nullable().default(null)], // null: categories without their own
    text: ['Text', teaserText],
    cents: ['Cent', z.int().min(0).max(10_000_000)],
    upTo: ['Bis', z.boolean().default(false)], // "up to"
  }),
  text: ownText, // Id is area.key of src/web/texts, with _du or _sie like the default
  mail: ownText, // Id is a key of src/web/mails/texts
} as const

export type ContentSchema = keyof typeof contentRows
export const contentSchemas = Object.keys(contentRows) as ContentSchema[]

/** Entries per schema, in order. */
export type ContentEntries = { [S in ContentSchema]: z.output<(typeof contentRows)[S]>[] }
