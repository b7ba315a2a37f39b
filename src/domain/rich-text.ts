// Texts of content are plain markup or HTML. Both sides of the wire tell them apart by the same rule, so nothing else has to say it.

/** Whether a text is HTML: it begins with a tag. Everything else is plain markup and shown as the characters it has. */
export const isHtml = (text: string): boolean => /^\s*<[a-z]/i.test(text)

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in HTML, between tags as well as in attributes. */
export const escapeText = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

export type Block = { kind: 'heading' | 'list' | 'paragraph'; lines: string[] }

/** The blocks of plain markup: "## " headings, "- " lists, paragraphs between blank lines; lines come without their marks. */
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
      const escaped = lines.map(escapeText)
      if (kind === 'heading') return `<h2>${escaped[0] ?? ''}</h2>`
      if (kind === 'list') return `<ul>${escaped.map((line) => `<li>${line}</li>`).join('')}</ul>`
      return `<p>${escaped.join('<br />')}</p>`
    })
    .join('')
}
