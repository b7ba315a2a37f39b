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
import { put, shrink, spaced, useFonts, widthOf, wrap, type Style } from './put-text.ts'
import { together } from '../../db/together.ts'

type Doc = PDFKit.PDFDocument
type Element = PDFKit.PDFStructureElement

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
  add('H1', () =>
    put(doc, `${documentTitles[invoice.kind]} ${invoice.number}`, page.left, 262, {
      size: 20,
      heading: true,
      colour: look.primary,
      fit: pageWidth,
    }),
  )
  add('P', () => {
    const sender = `${issuer.name} · ${issuer.street} · ${issuer.zip} ${issuer.city}`
    put(doc, sender, page.left, 132, { size: 7.5, colour: look.muted, fit: pageWidth })
  })
  add('P', () =>
    [addressee.name, addressee.street, `${addressee.zip} ${addressee.city}`]
      // A long name wraps before the next column.
      .flatMap((line) => wrap(doc, line, 270, 11))
      .forEach((line, index) => put(doc, spaced(line), page.left, 148 + index * 15, { size: 11 })),
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
      const used = put(doc, spaced(label), 340, 148 + index * 15, { size: 8.5, colour: look.muted })
      const fit = page.right - 340 - used - gap
      put(doc, value, 0, 147 + index * 15, { size: 9.5, right: page.right, fit })
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
  drawFooters(doc, invoice, look, parts)
  const root = doc.struct('Document', {}, parts)
  doc.addStructure(root)
  root.end()
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
  const cells = heads.map((head) => mark(doc, 'TH', () => putHead(doc, look, head, top), 'Column'))
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
      text.push(spaced(text.pop() ?? ''))
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
        putPair(doc, label, formatCents(cents, 'de'), at, { size: 9.5 })
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
      putPair(doc, totalLabels[invoice.kind], total, at, { size: 11.5, strong: true })
    }),
  )
  return at + 42
}

/** A label and its amount, in the order in which they are read. */
function putPair(doc: Doc, label: string, amount: string, y: number, style: Style): void {
  const used = widthOf(doc, amount, style.size)
  put(doc, spaced(label), 340, y, { ...style, fit: page.right - 340 - used - gap })
  put(doc, amount, 0, y, { ...style, right: page.right })
}

/** The foot of every page. That of the first is content, as it says where to pay; the others repeat it. */
function drawFooters(
  doc: Doc,
  invoice: InvoiceDocument,
  look: DocumentLook,
  parts: Element[],
): void {
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
    const add = (content: () => void) => {
      if (index > 0) artifact(doc, content)
      else parts.push(mark(doc, 'P', content))
    }
    artifact(doc, () => rule(doc, 746, look.line, 0.5))
    for (const [column, block] of blocks.entries()) {
      const shown = block.filter((line): line is string => Boolean(line))
      const style = { size: 7.5, colour: look.muted, fit: [165, 140, 156][column]! }
      const x = [page.left, 232, 382][column]!
      if (shown.length > 0)
        add(() =>
          shown.forEach((line, place) => put(doc, spaced(line), x, 756 + place * 10.5, style)),
        )
    }
    if (lines.length > 0)
      add(() =>
        lines.forEach((line, place) =>
          put(doc, line, page.left, 801 + place * (size + 1.5), { size, colour: look.muted }),
        ),
      )
    artifact(doc, () => {
      const where = `${number} · Seite ${index + 1} von ${count}`
      put(doc, where, 0, 818, { size: 7.5, colour: look.muted, right: page.right, fit: pageWidth })
    })
  }
}
