import type { ReactNode } from 'react'

/** Renders the plain markup of texts: "## " headings, "- " lists, paragraphs between blank lines. */
export function PlainText({ text }: { text: string }) {
  return blocksOf(text).map((block, index) => <Block key={index} lines={block} />)
}

function blocksOf(text: string): string[][] {
  const blocks: string[][] = []
  let current: string[] = []
  const close = () => {
    if (current.length > 0) blocks.push(current)
    current = []
  }
  for (const line of text.split('\n').map((raw) => raw.trimEnd())) {
    const isList = line.startsWith('- ')
    if (line === '' || line.startsWith('## ') || isList !== (current[0] ?? '').startsWith('- '))
      close()
    if (line !== '') current.push(line)
    if (line.startsWith('## ')) close()
  }
  close()
  return blocks
}

function Block({ lines }: { lines: string[] }) {
  const [first = ''] = lines
  if (first.startsWith('## ')) return <h2>{first.slice(3)}</h2>
  if (first.startsWith('- ')) {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{linked(line.slice(2))}</li>
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

// Addresses in legal texts are for clicking.
function linked(line: string): ReactNode[] {
  return line
    .split(/([\w.+-]+@[\w-]+(?:\.[\w-]+)+|https:\/\/[^\s,)]+[^\s,).])/)
    .map((part, index) => {
      if (index % 2 === 0) return part
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
