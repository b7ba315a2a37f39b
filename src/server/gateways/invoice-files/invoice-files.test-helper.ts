import { inflateSync } from 'node:zlib'
import { vatOf } from '../../../domain/invoice.ts'
import { netCents, rowCents, type DocumentRow, type InvoiceDocument } from './invoice-document.ts'

const seller = {
  name: 'Bergvogel Versicherung AG',
  street: 'Am Vogelschrofen 1',
  zip: '81671',
  city: 'München',
  number: null,
  email: 'rechnung@bergvogel.example',
  vatId: 'DE999999999',
  taxNumber: '143/999/00000',
  registerEntry: 'HRB 999999, Amtsgericht München',
  iban: 'DE44500105175407324931',
  bic: 'INGDDEFFXXX',
}

const buyer = {
  name: 'Agentur Steinbock & Söhne <Łódź>',
  street: 'Almweg 7',
  zip: '83471',
  city: 'Berchtesgaden',
  number: '80001',
  email: 'agentur@steinbock.example',
  vatId: null,
  taxNumber: null,
  registerEntry: null,
}

export const reward = (index: number, cents = 5000): DocumentRow => ({
  text: `Prämie zum Auftrag V-${1000 + index}`,
  detail: `Empfehlung 7KQ2-${index}, freigegeben am 03.11.2026`,
  reference: `0199b0a4-7c1e-7d3a-9f00-${String(index).padStart(12, '0')}`,
  quantity: 1,
  unitCents: cents,
  vatPercent: null,
})

export const fee = (quantity: number, unitCents = 250, vatPercent = 19): DocumentRow => ({
  text: 'Servicegebühr je Prämie',
  detail: null,
  reference: null,
  quantity,
  unitCents,
  vatPercent,
})

/** A document of these rows with matching totals. */
export function makeDocument(
  rows: DocumentRow[],
  more: Partial<InvoiceDocument> = {},
): InvoiceDocument {
  const rates = new Set(rows.flatMap(({ vatPercent }) => vatPercent ?? []))
  const vat = [...rates].map((percent) => {
    const own = rows.filter((row) => row.vatPercent === percent)
    const net = own.reduce((sum, row) => sum + rowCents(row), 0)
    return { percent, netCents: net, vatCents: vatOf(net, percent) }
  })
  const document: InvoiceDocument = {
    kind: 'invoice',
    address: 'Sie',
    rewardWord: 'Prämie',
    number: '80001-2026-1',
    issuedOn: Temporal.PlainDate.from('2026-12-01'),
    dueOn: Temporal.PlainDate.from('2026-12-15'),
    period: {
      first: Temporal.PlainDate.from('2026-11-01'),
      last: Temporal.PlainDate.from('2026-11-30'),
    },
    seller,
    buyer,
    rows,
    vat,
    totalCents: 0,
    corrects: [],
    ...more,
  }
  const tax = vat.reduce((sum, { vatCents }) => sum + vatCents, 0)
  return { ...document, totalCents: netCents(document) + tax }
}

/** The streams of a PDF, decompressed. */
export function streamsOf(pdf: Buffer): Buffer[] {
  const found: Buffer[] = []
  for (let from = 0; ;) {
    const start = pdf.indexOf('stream\n', from)
    if (start < 0) return found
    const end = pdf.indexOf('\nendstream', start)
    const packed = pdf.subarray(start + 7, end)
    try {
      found.push(inflateSync(packed))
    } catch {
      found.push(packed)
    }
    from = end + 10
  }
}

/** A font's glyphs and what they mean. */
const glyphsIn = (map: string): Map<number, string> =>
  [...map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)].reduce((glyphs, [, first, all]) => {
    for (const [index, [, code]] of [...all!.matchAll(/<([\w ]*)>/g)].entries())
      glyphs.set(
        parseInt(first!, 16) + index,
        String.fromCharCode(...code!.match(/\w{4}/g)!.map((unit) => parseInt(unit, 16))),
      )
    return glyphs
  }, new Map<number, string>())

/** The drawn text, read through each font's own glyph map; only one of them makes sense of a text. */
export function wordsOf(pdf: Buffer): string[] {
  const streams = streamsOf(pdf).map((stream) => stream.toString('latin1'))
  const fonts = streams.filter((stream) => stream.includes('beginbfrange')).map(glyphsIn)
  const drawn = streams.flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
  const glyphs = drawn.map(([, text]) =>
    [...text!.matchAll(/<([0-9a-f]*)>/g)].flatMap(([, hex]) => hex!.match(/.{4}/g) ?? []),
  )
  return fonts.flatMap((font) =>
    glyphs.map((all) => all.map((one) => font.get(parseInt(one, 16)) ?? '').join('')),
  )
}

type Tag = { type: string; scope: string | null; text: string }

/** The tags of a PDF that hold text, in their order: what assistive technology reads. */
export function tagsOf(pdf: Buffer): Tag[] {
  const source = pdf.toString('latin1')
  const objects = new Map(
    [...source.matchAll(/\n(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )
  const streamOf = (id = ''): string => {
    const body = objects.get(id) ?? ''
    const packed = body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'))
    return inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
  }
  const fonts = new Map<string, Map<number, string>>()
  for (const [, name = '', id = ''] of source.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const map = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1]
    if (map) fonts.set(name, glyphsIn(streamOf(map)))
  }
  const texts = new Map<string, string>()
  for (const [page, body] of objects) {
    if (!/\/Type \/Page\b/.test(body)) continue
    const content = streamOf(/\/Contents (\d+) 0 R/.exec(body)?.[1])
    for (const [, id, drawn = ''] of content.matchAll(/\/MCID (\d+)\s*>>\s*BDC([\s\S]*?)\bEMC/g))
      texts.set(`${page} ${id}`, textIn(drawn, fonts))
  }
  const kids = /\/K \[([^\]]*)\]/
  const walk = (id: string): Tag[] => {
    const body = objects.get(id) ?? ''
    const page = /\/Pg (\d+) 0 R/.exec(body.replace(kids, ''))?.[1]
    let text = ''
    const below: Tag[] = []
    for (const [, other, mark, child, own] of (kids.exec(body)?.[1] ?? '').matchAll(
      /<<[^>]*\/Pg (\d+) 0 R[^>]*\/MCID (\d+)[^>]*>>|(\d+) 0 R|(\d+)/g,
    ))
      if (child) below.push(...walk(child))
      else text += texts.get(mark ? `${other} ${mark}` : `${page} ${own}`) ?? ''
    const type = /\/S \/(\w+)/.exec(body)?.[1] ?? ''
    const scope = /\/Scope \/(\w+)/.exec(body)?.[1] ?? null
    return text ? [{ type, scope, text: text.replaceAll('\u00a0', ' ').trim() }] : below
  }
  const [root = ''] = [...objects.values()].filter((body) => body.includes('/Type /StructTreeRoot'))
  const [, top = ''] = kids.exec(root) ?? []
  return [...top.matchAll(/(\d+) 0 R/g)].flatMap(([, id = '']) => walk(id))
}

function textIn(drawn: string, fonts: Map<string, Map<number, string>>): string {
  let font = new Map<number, string>()
  let text = ''
  for (const [, name, shown] of drawn.matchAll(/\/(F\d+) \S+ Tf|\[([^\]]*)\] TJ/g)) {
    if (name) font = fonts.get(name) ?? font
    for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]*)>/g))
      for (const one of hex.match(/.{4}/g) ?? []) text += font.get(parseInt(one, 16)) ?? ''
  }
  return text
}
