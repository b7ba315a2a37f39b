import { put } from './put-text.ts'

// What documents of every kind are drawn with.

/** A document's look: plain colours, font families (document-fonts.ts), and a logo of plain paths or pixels. */
export type DocumentLook = {
  primary: string
  muted: string
  line: string
  fonts: { body: string; heading: string }
  logo:
    | ({ width: number; height: number } & (
        | { paths: { fill: string; d: string }[] }
        | { jpeg: Buffer }
      ))
    | null
}

type Doc = PDFKit.PDFDocument

export const page = { left: 56.7, right: 538.6, top: 56.7, bottom: 724 }
export const pageWidth = page.right - page.left

/** The y for something of this height: here or on a new page. */
export function room(doc: Doc, y: number, height: number): number {
  if (y + height <= page.bottom) return y
  doc.addPage()
  return page.top
}

export function rule(doc: Doc, y: number, colour: string, width: number): void {
  doc.moveTo(page.left, y).lineTo(page.right, y).lineWidth(width).strokeColor(colour).stroke()
}

export function drawLogo(doc: Doc, { logo, ...look }: DocumentLook, name: string): void {
  if (!logo) {
    put(doc, name, page.left, 56, {
      size: 17,
      colour: look.primary,
      fit: pageWidth,
      heading: true,
    })
    return
  }
  // Wide logos are a line or two high, square ones higher, for a similar area.
  const { width, height } = logo
  const most = { width: 240, height: width < 2 * height ? 60 : 40 }
  const scale = Math.min(most.width / width, most.height / height)
  if ('jpeg' in logo) {
    doc.image(logo.jpeg, page.left, 46, { width: width * scale, height: height * scale })
    return
  }
  doc.save().translate(page.left, 46)
  doc.scale(scale)
  for (const { fill, d } of logo.paths) doc.path(d).fill(fill)
  doc.restore()
}

/** Tagged content, in reading order; a head cell says what it is the head of. */
export function mark(
  doc: Doc,
  type: string,
  content: () => void,
  scope?: 'Column' | 'Row',
): PDFKit.PDFStructureElement {
  const marked = doc.markStructureContent(type)
  content()
  doc.endMarkedContent()
  // The library knows the scope, its types do not.
  const options = Object.assign({} as { title?: string }, scope && { scope })
  return doc.struct(type, options, [marked])
}

/** Visual only. */
export function artifact(doc: Doc, content: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  content()
  doc.endMarkedContent()
}
