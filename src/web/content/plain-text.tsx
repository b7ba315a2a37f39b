import { Fragment, type ReactNode } from 'react'
import { keepCodes } from '../../domain/keep-together.ts'
import { blocksOf, spansOf, type Block as Lines } from '../../domain/rich-text.ts'

/** Renders plain markup: "## " headings, "- " lists, paragraphs between blank lines, `[de: words]` in another language. */
export function PlainText({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} block={block} />)
}

function Block({ block: { kind, lines } }: { block: Lines }) {
  if (kind === 'heading') return <h2>{spanned(lines[0] ?? '', (text) => text)}</h2>
  if (kind === 'list') {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{spanned(line, linked)}</li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {lines.map((line, index) => (
        <span key={index}>
          {index > 0 ? <br /> : null}
          {spanned(line, linked)}
        </span>
      ))}
    </p>
  )
}

const spanned = (line: string, show: (text: string) => ReactNode): ReactNode[] =>
  spansOf(line).map(({ language, text }, at) =>
    language ? (
      <span key={at} lang={language}>
        {show(text)}
      </span>
    ) : (
      <Fragment key={at}>{show(text)}</Fragment>
    ),
  )

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
