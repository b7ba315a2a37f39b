import type { Locale } from './tenant.ts'

// Content is plain markup or HTML; both sides of the wire apply the same rule.

/** HTML begins with a tag; everything else is plain markup. */
export const isHtml = (text: string): boolean => /^\s*<[a-z]/i.test(text)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for HTML, attributes included. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** `[de: Text]` in plain markup: words in another language than theirs around them. */
const foreign = /\[(de|en):\s([^[\]\n]+)\]/

/** A line of plain markup by language; null: that of the page. */
export const spansOf = (line: string): { language: Locale | null; text: string }[] =>
  line.split(foreign).flatMap((text, at, parts) => {
    if (at % 3 === 1) return []
    const language = at % 3 === 2 ? ((parts[at - 1] ?? null) as Locale | null) : null
    return text === '' ? [] : [{ language, text }]
  })

/** A line of plain markup as HTML. */
export const spansToHtml = (line: string): string =>
  spansOf(line)
    .map(({ language, text }) =>
      language ? `<span lang="${language}">${escapeText(text)}</span>` : escapeText(text),
    )
    .join('')

export type Block = { kind: 'heading' | 'list' | 'paragraph'; lines: string[] }

/** Blocks of plain markup: "## " headings, "- " lists, paragraphs between blank lines; without their marks. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open = false
  for (const line of text.split('\n').map((raw) => raw.trimEnd())) {
    const [kind, mark] = kindOf(line)
    const last = blocks.at(-1)
    if (line === '') open = false
    else if (open && last && last.kind === kind && kind !== 'heading')
      last.lines.push(line.slice(mark))
    else {
      blocks.push({ kind, lines: [line.slice(mark)] })
      open = true
    }
  }
  return blocks
}

const kindOf = (line: string): [kind: Block['kind'], mark: number] =>
  line.startsWith('## ') ? ['heading', 3] : line.startsWith('- ') ? ['list', 2] : ['paragraph', 0]

/** Plain markup as HTML. */
export function markupToHtml(text: string): string {
  return blocksOf(text)
    .map(({ kind, lines }) => {
      const escaped = lines.map(spansToHtml)
      if (kind === 'heading') return `<h2>${escaped[0] ?? ''}</h2>`
      if (kind === 'list') return `<ul>${escaped.map((line) => `<li>${line}</li>`).join('')}</ul>`
      return `<p>${escaped.join('<br />')}</p>`
    })
    .join('')
}
