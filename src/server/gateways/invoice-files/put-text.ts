import { splitByFont, type DocumentFonts, type Run } from './document-fonts.ts'

// Text on a document's page, in lines.

type Doc = PDFKit.PDFDocument

type Families = { body: DocumentFonts; heading: DocumentFonts }
const families = new WeakMap<Doc, Families>()

/** Registers a document's fonts. */
export function useFonts(doc: Doc, fonts: Families): void {
  for (const { name, file } of new Set([...fonts.body, ...fonts.heading]))
    doc.registerFont(name, file)
  families.set(doc, fonts)
}

const runsOf = (doc: Doc, text: string, heading = false): Run[] => {
  const fonts = families.get(doc)
  return fonts ? splitByFont(text, heading ? fonts.heading : fonts.body) : []
}

/** `fit`: maximum width; longer text is smaller. */
export type Style = {
  size?: number
  colour?: string
  right?: number
  strong?: boolean
  heading?: boolean // in the family of headlines
  fit?: number
}

const ink = '#1a1f1c'

/** One line of text from `x`, or up to `right`; returns its width. */
export function put(doc: Doc, text: string, x: number, y: number, style: Style = {}): number {
  const size = style.size ?? 10
  const natural = widthOf(doc, text, size, style.heading)
  const scale = Math.min(1, (style.fit ?? natural) / Math.max(natural, 1))
  doc.fontSize(size * scale)
  const runs = runsOf(doc, text, style.heading)
  const width = (run: { font: string; text: string }) => doc.font(run.font).widthOfString(run.text)
  const all = runs.reduce((sum, run) => sum + width(run), 0)
  let at = style.right === undefined ? x : style.right - all
  const colour = style.colour ?? ink
  for (const run of runs) {
    const wide = width(run)
    doc.fillColor(colour).strokeColor(colour).lineWidth(0.22)
    // There is one weight: bold text gets an outline.
    doc.text(run.text, at, y, {
      lineBreak: false,
      ...(style.strong && { fill: true, stroke: true }),
    })
    at += wide
  }
  return all
}

/** Text that others follow: a reader of the file's text must not run them together. */
export const spaced = (text: string): string => `${text.trimEnd()} `

/** Width of a line in points. */
export function widthOf(doc: Doc, text: string, size = 10, heading = false): number {
  doc.fontSize(size)
  return runsOf(doc, text, heading).reduce(
    (sum, run) => sum + doc.font(run.font).widthOfString(run.text),
    0,
  )
}

/** Wraps words; words wider than a line are broken. A line that another follows ends with its space. */
export function wrap(doc: Doc, text: string, width: number, size: number): string[] {
  const lines = ['']
  const isWide = (line: string) => widthOf(doc, spaced(line), size) > width
  for (const word of text.split(' ')) {
    const longer = lines.at(-1) ? `${lines.at(-1)} ${word}` : word
    if (!isWide(longer)) {
      lines[lines.length - 1] = longer
      continue
    }
    if (lines.at(-1) !== '') {
      lines[lines.length - 1] += ' '
      lines.push('')
    }
    for (const letter of word) {
      const next = `${lines.at(-1)}${letter}`
      if (isWide(next)) lines.push(letter)
      else lines[lines.length - 1] = next
    }
  }
  return lines
}

/** Small print in a maximum of lines, shrunk if necessary. */
export function shrink(doc: Doc, text: string, width: number, most: number) {
  for (let size = 7.5; ; size -= 0.5) {
    const lines = text === '' ? [] : wrap(doc, text, width, size)
    if (lines.length <= most || size <= 5) return { lines, size }
  }
}
