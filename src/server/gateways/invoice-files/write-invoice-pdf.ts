import { formatGermanDate } from '../../../domain/dates.ts'
import { formatCents } from '../../../domain/money.ts'
import { loadFonts } from './document-fonts.ts'
import { embedded, facturXMetadata } from './factur-x-metadata.ts'
import {
  documentTitles,
  dueCents,
  isSelfBilled,
  netCents,
  notesOf,
  paymentTerms,
  rowCents,
  type DocumentRow,
  type InvoiceDocument,
  type Party,
} from './invoice-document.ts'
import { put, shrink, useFonts, wrap, type Style } from './put-text.ts'
import { together } from '../../db/together.ts'

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
type Element = PDFKit.PDFStructureElement

export const page = { left: 56.7, right: 538.6, top: 56.7, bottom: 724 }
export const pageWidth = page.right - page.left
const columns = { place: 56.7, text: 82, quantity: 362, price: 428, vat: 470, cents: 538.6 }
const textWidth = 246 // up to the quantity column
const gap = 8 // minimum between two texts on a line

/**
 * The invoice as a tagged German PDF/A-3b with the XML (ZUGFeRD / Factur-X, relationship Alternative). `at`: the time of
 * writing. Deterministic.
 */
export async function writeInvoicePdf(
  invoice: InvoiceDocument,
  xml: string,
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
  const file = invoice.publicBuyer ? embedded.xrechnung : embedded.en16931
  const title = `${documentTitles[invoice.kind]} ${invoice.number}`
  const doc = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    lang: 'de-DE',
    tagged: true,
    displayTitle: true,
    subset: 'PDF/A-3b',
    bufferPages: true,
    // The library writes these unescaped into XML.
    info: {
      Title: title.replaceAll(/[<>&]/g, ' '),
      Creator: `Factur-X 1.0 ${file.level}`,
      Producer: 'PDFKit',
      CreationDate: written,
      ModDate: written,
    },
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  useFonts(doc, { body, heading })
  doc.file(Buffer.from(xml), {
    name: file.name,
    type: 'text/xml',
    description: 'Rechnungsdaten nach EN 16931',
    creationDate: written,
    modifiedDate: written,
    relationship: 'Alternative',
  } as Parameters<Doc['file']>[1])
  doc.appendXML(facturXMetadata(file))
  draw(doc, invoice, look)
  doc.end()
  return finished
}

function draw(doc: Doc, invoice: InvoiceDocument, look: DocumentLook): void {
  const parts: Element[] = []
  const add = (type: string, content: () => void) => parts.push(mark(doc, type, content))
  const [issuer, addressee] = sidesOf(invoice)
  artifact(doc, () => drawLogo(doc, look, issuer.name))
  add('P', () => {
    const sender = `${issuer.name} · ${issuer.street} · ${issuer.zip} ${issuer.city}`
    put(doc, sender, page.left, 132, { size: 7.5, colour: look.muted, fit: pageWidth })
  })
  add('P', () =>
    [addressee.name, addressee.street, `${addressee.zip} ${addressee.city}`]
      // A long name wraps before the next column.
      .flatMap((line) => wrap(doc, line, 270, 11))
      .forEach((line, index) => put(doc, line, page.left, 148 + index * 15, { size: 11 })),
  )
  const { first, last } = invoice.period
  const your = invoice.address === 'du' ? 'Deine' : 'Ihre'
  const facts = [
    ['Nummer', invoice.number],
    ['Datum', formatGermanDate(invoice.issuedOn)],
    ['Leistungszeitraum', `${formatGermanDate(first)} – ${formatGermanDate(last)}`],
    ...(addressee.number === null
      ? []
      : [[isSelfBilled(invoice) ? 'Partnernummer' : 'Agenturnummer', addressee.number]]),
    ...(addressee.vatId === null ? [] : [[`${your} USt-IdNr.`, addressee.vatId]]),
    ...(addressee.taxNumber === null ? [] : [[`${your} Steuernummer`, addressee.taxNumber]]),
    ...(dueLabels[invoice.kind] === null
      ? []
      : [[dueLabels[invoice.kind], formatGermanDate(invoice.dueOn)]]),
  ] as [string, string][]
  facts.forEach(([label, value], index) =>
    add('P', () => {
      const used = put(doc, label, 340, 148 + index * 15, { size: 8.5, colour: look.muted })
      const fit = page.right - 340 - used - gap
      put(doc, value, 0, 147 + index * 15, { size: 9.5, right: page.right, fit })
    }),
  )
  add('H1', () =>
    put(doc, `${documentTitles[invoice.kind]} ${invoice.number}`, page.left, 262, {
      size: 20,
      heading: true,
      colour: look.primary,
      fit: pageWidth,
    }),
  )
  const { table, y } = drawTable(doc, invoice, look, 306)
  parts.push(table)
  let below = drawTotals(doc, invoice, look, y + 14, parts)
  const paragraphs = [...notesOf(invoice), paymentTerms(invoice)]
  for (const paragraph of paragraphs) {
    const lines = wrap(doc, paragraph, page.right - page.left, 9)
    below = room(doc, below, lines.length * 13 + 8)
    const start = below
    add('P', () =>
      lines.forEach((line, index) => put(doc, line, page.left, start + index * 13, { size: 9 })),
    )
    below += lines.length * 13 + 8
  }
  const root = doc.struct('Document', {}, parts)
  doc.addStructure(root)
  root.end()
  drawFooters(doc, invoice, look)
}

const dueLabels = {
  invoice: 'Zahlbar bis',
  credit: 'Erstattung bis',
  'self-billed': 'Auszahlung bis',
  'self-billed-credit': null,
} as const

const totalLabels = {
  invoice: 'Zu zahlen',
  credit: 'Betrag zu Ihren Gunsten',
  'self-billed': 'Auszahlungsbetrag',
  'self-billed-credit': 'Betrag zu unseren Gunsten',
} as const

/** Issuer and addressee. */
const sidesOf = (invoice: InvoiceDocument): [issuer: Party, addressee: Party] =>
  isSelfBilled(invoice) ? [invoice.buyer, invoice.seller] : [invoice.seller, invoice.buyer]

function drawTable(doc: Doc, invoice: InvoiceDocument, look: DocumentLook, top: number) {
  const cells = heads.map((head) => mark(doc, 'TH', () => putHead(doc, look, head, top)))
  artifact(doc, () => rule(doc, top + 15, look.primary, 1))
  const rows: Element[] = [doc.struct('TR', {}, cells)]
  let y = top + 22
  invoice.rows.forEach((row, index) => {
    const height = rowHeight(doc, row)
    const next = room(doc, y, height)
    if (next !== y) {
      // Only the first header is content; repeated ones are artifacts.
      artifact(doc, () => {
        for (const head of heads) putHead(doc, look, head, next)
        rule(doc, next + 15, look.primary, 1)
      })
      y = next + 22
    }
    rows.push(drawRow(doc, look, row, index + 1, y))
    y += height
    artifact(doc, () => rule(doc, y - 7, look.line, 0.35))
  })
  return { table: doc.struct('Table', {}, rows), y }
}

const heads = [
  ['Nr.', 'place', 'left'],
  ['Leistung', 'text', 'left'],
  ['Menge', 'quantity', 'right'],
  ['Einzelpreis', 'price', 'right'],
  ['USt', 'vat', 'right'],
  ['Betrag', 'cents', 'right'],
] as const

function putHead(
  doc: Doc,
  look: DocumentLook,
  [label, column, side]: (typeof heads)[number],
  y: number,
): void {
  const right = side === 'right' ? { right: columns[column] } : {}
  put(doc, label, columns[column], y, { size: 8.5, colour: look.muted, ...right })
}

function drawRow(
  doc: Doc,
  look: DocumentLook,
  row: DocumentRow,
  place: number,
  y: number,
): Element {
  const cell = (text: string, style: Style, x = 0) =>
    mark(doc, 'TD', () => put(doc, text, x, y, { size: 9.5, ...style }))
  return doc.struct('TR', {}, [
    cell(String(place), { colour: look.muted }, columns.place),
    mark(doc, 'TD', () => {
      const { text, more } = textOf(doc, row)
      text.forEach((line, at) => put(doc, line, columns.text, y + at * 13, { size: 9.5 }))
      const below = y + text.length * 13
      const small = { size: 6.8, colour: look.muted }
      more.forEach((line, at) => put(doc, line, columns.text, below + at * 9, small))
    }),
    cell(String(row.quantity), { right: columns.quantity, fit: 26 }),
    cell(formatCents(row.unitCents, 'de'), { right: columns.price, fit: 58 }),
    cell(row.vatPercent === null ? '–' : `${row.vatPercent} %`, { right: columns.vat }),
    cell(formatCents(rowCents(row), 'de'), { right: columns.cents, fit: 60 }),
  ])
}

/** A row's texts, wrapped before the next column. The reference is in the XML only. */
function textOf(doc: Doc, row: DocumentRow) {
  return {
    text: wrap(doc, row.text, textWidth, 9.5),
    more: row.detail === null ? [] : wrap(doc, row.detail, textWidth, 6.8),
  }
}

function rowHeight(doc: Doc, row: DocumentRow): number {
  const { text, more } = textOf(doc, row)
  return 11 + text.length * 13 + more.length * 9 + (more.length > 0 ? 1 : 0)
}

function drawTotals(
  doc: Doc,
  invoice: InvoiceDocument,
  look: DocumentLook,
  top: number,
  parts: Element[],
): number {
  const lines: [string, number][] = [
    ['Summe netto', netCents(invoice)],
    ...invoice.vat.map(({ percent, netCents: net, vatCents }): [string, number] => [
      `Umsatzsteuer ${percent} % auf ${formatCents(net, 'de')}`,
      vatCents,
    ]),
    ...(invoice.setOff?.length
      ? ([
          ['Gesamtbetrag', invoice.totalCents],
          ...invoice.setOff.map(({ number, cents }) => [`Verrechnet: ${number}`, -cents]),
        ] as [string, number][])
      : []),
  ]
  let y = room(doc, top, lines.length * 16 + 64)
  for (const [label, cents] of lines) {
    const at = y
    parts.push(
      mark(doc, 'P', () => {
        const used = put(doc, formatCents(cents, 'de'), 0, at, { size: 9.5, right: page.right })
        put(doc, label, 340, at, { size: 9.5, fit: page.right - 340 - used - gap })
      }),
    )
    y += 16
  }
  artifact(doc, () => {
    doc.moveTo(340, y).lineTo(page.right, y).lineWidth(1).strokeColor(look.primary).stroke()
  })
  const at = y + 7
  parts.push(
    mark(doc, 'P', () => {
      const total = formatCents(dueCents(invoice), 'de')
      const used = put(doc, total, 0, at, { size: 11.5, right: page.right, strong: true })
      const fit = page.right - 340 - used - gap
      put(doc, totalLabels[invoice.kind], 340, at, { size: 11.5, strong: true, fit })
    }),
  )
  return at + 42
}

function drawFooters(doc: Doc, invoice: InvoiceDocument, look: DocumentLook): void {
  const { number, seller } = invoice
  const [issuer] = sidesOf(invoice)
  const { count } = doc.bufferedPageRange()
  const { particulars = [] } = issuer
  const blocks = [
    [issuer.name, issuer.street, `${issuer.zip} ${issuer.city}`, issuer.email],
    [
      particulars.length === 0 && issuer.registerEntry,
      issuer.vatId && `USt-IdNr. ${issuer.vatId}`,
      issuer.taxNumber && `Steuernummer ${issuer.taxNumber}`,
    ],
    // The account to pay to, i.e. the seller's.
    isSelfBilled(invoice)
      ? []
      : [`IBAN ${seller.iban.replaceAll(/(.{4})(?=.)/g, '$1 ')}`, `BIC ${seller.bic}`],
  ]
  const { lines, size } = shrink(doc, particulars.join(' · '), pageWidth, 2)
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    artifact(doc, () => {
      rule(doc, 746, look.line, 0.5)
      blocks.forEach((block, column) =>
        block
          .filter((line): line is string => Boolean(line))
          .forEach((line, place) =>
            put(doc, line, [page.left, 232, 382][column]!, 756 + place * 10.5, {
              size: 7.5,
              colour: look.muted,
              fit: [165, 140, 156][column]!,
            }),
          ),
      )
      lines.forEach((line, place) =>
        put(doc, line, page.left, 801 + place * (size + 1.5), { size, colour: look.muted }),
      )
      const where = `${number} · Seite ${index + 1} von ${count}`
      put(doc, where, 0, 818, { size: 7.5, colour: look.muted, right: page.right, fit: pageWidth })
    })
  }
}

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

/** Tagged content, in reading order. */
export function mark(doc: Doc, type: string, content: () => void): Element {
  const marked = doc.markStructureContent(type)
  content()
  doc.endMarkedContent()
  return doc.struct(type, {}, [marked])
}

/** Visual only. */
export function artifact(doc: Doc, content: () => void): void {
  doc.markContent('Artifact', { type: 'Layout' })
  content()
  doc.endMarkedContent()
}
