import type { ReactNode } from 'react'
import { keepCodes } from '../../domain/keep-together.ts'
import { blocksOf, type Block as Lines } from '../../domain/rich-text.ts'

/** Renders plain markup: "## " headings, "- " lists, paragraphs between blank lines. */
export function PlainText({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} block={block} />)
}

function Block({ block: { kind, lines } }: { block: Lines }) {
  if (kind === 'heading') return <h2>{lines[0]}</h2>
  if (kind === 'list') {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{linked(line)}</li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {lines.map((line, index) => (
        <span key={index}>
          {index > 0 ? <br /> : null}
          {linked(line)}
        </span>
      ))}
    </p>
  )
}

// Links URLs and e-mail addresses. Bounded lengths keep the regex linear on long words.
function linked(line: string): ReactNode[] {
  return line
    .split(/([\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|https:\/\/[^\s,)]+[^\s,).])/)
    .map((part, index) => {
      if (index % 2 === 0) return keepCodes(part)
      return (
        <a
          key={index}
          href={part.includes('@') && !part.startsWith('http') ? `mailto:${part}` : part}
        >
          {part}
        </a>
      )
    })
}
