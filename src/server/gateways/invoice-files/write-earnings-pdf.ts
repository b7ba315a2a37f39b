import { signedCents } from '../../../domain/money.ts'
import { together } from '../../db/together.ts'
import { loadFonts } from './document-fonts.ts'
import {
  artifact,
  drawLogo,
  mark,
  page,
  pageWidth,
  room,
  rule,
  type DocumentLook,
} from './draw-page.ts'
import { put, spaced, useFonts, wrap } from './put-text.ts'

type Doc = PDFKit.PDFDocument

/** What somebody received, in the words of the reader. */
export type EarningsDocument = {
  locale: 'de' | 'en'
  issuer: string
  title: string
  facts: [label: string, value: string][]
  years: {
    title: string
    cents: number
    rows: { day: string; kind: string; cents: number }[]
    hint: string | null
  }[]
  none: string // if there are none
  pageOf: (page: number, count: number) => string
}

/** A tagged PDF with the tenant's look. `at`: the time of writing. Deterministic. */
export async function writeEarningsPdf(
  earnings: EarningsDocument,
  look: DocumentLook,
  at: Temporal.Instant,
): Promise<Buffer> {
  // Loaded on demand: large, and most processes never need it.
  const [body, heading, { default: PDFDocument }] = await together([
    () => loadFonts(look.fonts.body),
    () => loadFonts(look.fonts.heading),
    () => import('pdfkit'),
  ])
  const written = new Date(at.epochMilliseconds)
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: earnings.locale === 'de' ? 'de-DE' : 'en-GB',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: { Title: earnings.title, Producer: 'PDFKit', CreationDate: written, ModDate: written },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  useFonts(doc, { body, heading })
  draw(doc, earnings, look)
  doc.end()
  return finished
}

function draw(doc: Doc, earnings: EarningsDocument, look: DocumentLook): void {
  const { locale, issuer, title, facts, years, none } = earnings
  const parts: PDFKit.PDFStructureElement[] = []
  const add = (type: string, content: () => void) => parts.push(mark(doc, type, content))
  artifact(doc, () => drawLogo(doc, look, issuer))
  const big = { size: 20, heading: true, colour: look.primary, fit: pageWidth }
  add('H1', () => put(doc, title, page.left, 132, big))
  let y = 172
  for (const [label, value] of facts) {
    const top = y
    add('P', () => {
      put(doc, spaced(label), page.left, top, { size: 9.5, colour: look.muted })
      put(doc, value, 180, top, { size: 9.5, fit: page.right - 180 })
    })
    y += 15
  }
  const paragraph = (text: string) => {
    const lines = wrap(doc, text, pageWidth, 9.5)
    y = room(doc, y, lines.length * 13 + 8)
    const top = y
    add('P', () =>
      lines.forEach((line, at) => put(doc, line, page.left, top + at * 13, { size: 9.5 })),
    )
    y += lines.length * 13 + 8
  }
  y += 14
  if (years.length === 0) paragraph(none)
  for (const { title: year, cents, rows, hint } of years) {
    y = room(doc, y, 60)
    const top = y
    add('H2', () => {
      const sum = { size: 12, strong: true, right: page.right }
      put(doc, spaced(year), page.left, top, { size: 12, strong: true })
      put(doc, signedCents(cents, locale), 0, top, sum)
    })
    artifact(doc, () => rule(doc, top + 18, look.primary, 1))
    y += 26
    for (const { day, kind, cents: each } of rows) {
      y = room(doc, y, 16)
      const line = y
      add('P', () => {
        put(doc, spaced(day), page.left, line, { size: 9.5 })
        put(doc, spaced(kind), 180, line, { size: 9.5, fit: 250 })
        put(doc, signedCents(each, locale), 0, line, { size: 9.5, right: page.right })
      })
      y += 16
    }
    if (hint) {
      y += 4
      paragraph(hint)
    }
    y += 16
  }
  const root = doc.struct('Document', {}, parts)
  doc.addStructure(root)
  root.end()
  const { count } = doc.bufferedPageRange()
  for (let at = 0; at < count; at++) {
    doc.switchToPage(at)
    const foot = { size: 7.5, colour: look.muted }
    artifact(doc, () => {
      rule(doc, 746, look.line, 0.5)
      put(doc, issuer, page.left, 756, { ...foot, fit: pageWidth - 100 })
      put(doc, earnings.pageOf(at + 1, count), 0, 756, { ...foot, right: page.right })
    })
  }
}
