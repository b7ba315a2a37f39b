import { brotliDecompressSync } from 'node:zlib'

// The web's fonts are the only ones in the package, as variable WOFF2 files; the PDF library takes weights of plain TrueType files
// alone. This unpacks the one into the other (W3C WOFF File Format 2.0, section 5). Only files of our own package come here.

const knownTags = (
  'cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE ' +
  'GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar ' +
  'mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'
)
  .split(' ')
  .map((tag) => tag.replace('_', ' '))

type Table = { tag: string; data: Buffer; transformed: boolean }

/** A WOFF2 font as a TrueType file. Throws for one that is none, or whose outlines are not TrueType. */
export function decodeWoff2(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOF2') throw new Error('not a WOFF2 font')
  const tables = readTables(file)
  const find = (tag: string) => tables.find((table) => table.tag === tag)
  const [glyf, head, hhea, hmtx] = ['glyf', 'head', 'hhea', 'hmtx'].map(find)
  if (!glyf || !head || !hhea || !hmtx) throw new Error('a font without TrueType outlines')
  const out = new Map(tables.map(({ tag, data }) => [tag, data]))
  if (glyf.transformed) {
    const rebuilt = rebuildGlyphs(glyf.data)
    out.set('glyf', rebuilt.glyf).set('loca', rebuilt.loca)
    const longOffsets = Buffer.from(head.data)
    longOffsets.writeInt16BE(1, 50)
    out.set('head', longOffsets)
    if (hmtx.transformed) out.set('hmtx', rebuildMetrics(hmtx.data, hhea.data, rebuilt.left))
  }
  return writeFont(file.readUInt32BE(4), out)
}

function readTables(file: Buffer): Table[] {
  const reader = makeReader(file, 48)
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = reader.u8()
    const known = knownTags[flags & 63]
    const tag = known ?? reader.bytes(4).toString('latin1')
    const outline = tag === 'glyf' || tag === 'loca'
    const transformed = outline ? flags >> 6 === 0 : flags >> 6 !== 0
    const length = reader.base128()
    return { tag, transformed, length: transformed ? reader.base128() : length }
  })
  const packed = file.subarray(reader.at(), reader.at() + file.readUInt32BE(20))
  const data = makeReader(brotliDecompressSync(packed), 0)
  return entries.map(({ tag, transformed, length }) => {
    return { tag, transformed, data: data.bytes(length) }
  })
}

/** The outlines come as seven streams, each of one kind of number. */
function rebuildGlyphs(data: Buffer): { glyf: Buffer; loca: Buffer; left: number[] } {
  const count = data.readUInt16BE(4)
  let at = 36
  const [contours, points, flags, triplets, composites, boxes, instructions] = Array.from(
    { length: 7 },
    (_, index) => {
      const length = data.readUInt32BE(8 + 4 * index)
      at += length
      return makeReader(data.subarray(at - length, at), 0)
    },
  ) as [Reader, Reader, Reader, Reader, Reader, Reader, Reader]
  const hasBox = boxes.bytes(4 * Math.floor((count + 31) / 32))
  const [glyphs, offsets, left]: [Buffer[], number[], number[]] = [[], [0], []]
  for (let glyph = 0; glyph < count; glyph++) {
    const own = contours.i16()
    const box = hasBox[glyph >> 3]! & (0x80 >> (glyph & 7)) ? boxes.bytes(8) : null
    let made: Buffer = Buffer.alloc(0)
    if (own === -1) {
      const { body, instructed } = readComponents(composites)
      const code = instructed ? withLength(instructions.bytes(triplets.u255())) : Buffer.alloc(0)
      made = Buffer.concat([i16s(-1), box ?? Buffer.alloc(8), body, code])
    } else if (own > 0) {
      made = readOutline({ own, box, points, flags, triplets, instructions })
    }
    left.push(made.length > 0 ? made.readInt16BE(2) : 0)
    glyphs.push(made, Buffer.alloc((4 - (made.length % 4)) % 4))
    offsets.push(offsets.at(-1)! + Math.ceil(made.length / 4) * 4)
  }
  const loca = Buffer.alloc(4 * offsets.length)
  offsets.forEach((offset, index) => loca.writeUInt32BE(offset, 4 * index))
  return { glyf: Buffer.concat(glyphs), loca, left }
}

function readOutline(from: {
  own: number
  box: Buffer | null
  points: Reader
  flags: Reader
  triplets: Reader
  instructions: Reader
}): Buffer {
  let total = 0
  const ends = Array.from({ length: from.own }, () => (total += from.points.u255()) - 1)
  const steps = Array.from({ length: total }, () => readStep(from.flags.u8(), from.triplets))
  const [xs, ys] = [sums(steps.map(({ x }) => x)), sums(steps.map(({ y }) => y))]
  const box = from.box ?? i16s(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys))
  const code = withLength(from.instructions.bytes(from.triplets.u255()))
  return Buffer.concat([
    i16s(from.own),
    box,
    i16s(...ends),
    code,
    Buffer.from(steps.map(({ onCurve }) => (onCurve ? 1 : 0))),
    i16s(...steps.map(({ x }) => x), ...steps.map(({ y }) => y)),
  ])
}

/** One point as its distance from the one before (section 5.2, triplet encoding). */
function readStep(flag: number, from: Reader): { x: number; y: number; onCurve: boolean } {
  const kind = flag & 127
  const x = (size: number) => (kind & 1 ? size : -size)
  const y = (size: number) => (kind & 2 ? size : -size)
  const onCurve = flag < 128
  if (kind < 10) return { x: 0, y: x(((kind & 14) << 7) + from.u8()), onCurve }
  if (kind < 20) return { x: x((((kind - 10) & 14) << 7) + from.u8()), y: 0, onCurve }
  if (kind < 84) {
    const [high, low] = [kind - 20, from.u8()]
    return {
      x: x(1 + (high & 0x30) + (low >> 4)),
      y: y(1 + ((high & 0x0c) << 2) + (low & 15)),
      onCurve,
    }
  }
  if (kind < 120) {
    const high = kind - 84
    const across = 1 + (Math.floor(high / 12) << 8) + from.u8()
    return { x: x(across), y: y(1 + (((high % 12) >> 2) << 8) + from.u8()), onCurve }
  }
  if (kind < 124) {
    const [first, middle, last] = [from.u8(), from.u8(), from.u8()]
    return { x: x((first << 4) + (middle >> 4)), y: y(((middle & 15) << 8) + last), onCurve }
  }
  return { x: x(from.u16()), y: y(from.u16()), onCurve }
}

function readComponents(from: Reader): { body: Buffer; instructed: boolean } {
  const start = from.at()
  let [more, instructed] = [true, false]
  while (more) {
    const flags = from.u16()
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    from.bytes(2 + (flags & 1 ? 4 : 2) + scale)
    more = (flags & 0x20) !== 0
    instructed ||= (flags & 0x100) !== 0
  }
  return { body: from.since(start), instructed }
}

/** Left side bearings that were left out are the left edges of the outlines. */
function rebuildMetrics(data: Buffer, hhea: Buffer, left: number[]): Buffer {
  const reader = makeReader(data, 0)
  const [flags, wide] = [reader.u8(), hhea.readUInt16BE(34)]
  const widths = Array.from({ length: wide }, () => reader.u16())
  const bearings = left.map((edge, index) => {
    const isLeftOut = index < wide ? flags & 1 : flags & 2
    return isLeftOut ? edge : reader.i16()
  })
  const rows = widths.flatMap((width, index) => [width, bearings[index]!])
  return i16s(...rows, ...bearings.slice(wide))
}

/** Checksums stay zero: the PDF library reads the tables and writes a subset with its own. */
export function writeFont(flavour: number, tables: Map<string, Buffer>): Buffer {
  const sorted = [...tables].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const header = Buffer.alloc(12 + 16 * sorted.length)
  header.writeUInt32BE(flavour, 0)
  header.writeUInt16BE(sorted.length, 4)
  let at = header.length
  const bodies = sorted.map(([tag, data], index) => {
    const entry = 12 + 16 * index
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(at, entry + 8)
    header.writeUInt32BE(data.length, entry + 12)
    const padded = Buffer.concat([data, Buffer.alloc((4 - (data.length % 4)) % 4)])
    at += padded.length
    return padded
  })
  return Buffer.concat([header, ...bodies])
}

function i16s(...values: number[]): Buffer {
  const made = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => made.writeUInt16BE(value & 0xffff, 2 * index))
  return made
}

const withLength = (code: Buffer) => Buffer.concat([i16s(code.length), code])

function sums(steps: number[]): number[] {
  let sum = 0
  return steps.map((step) => (sum += step))
}

type Reader = ReturnType<typeof makeReader>

function makeReader(data: Buffer, start: number) {
  let at = start
  const move = (by: number) => {
    at += by
    return at - by
  }
  const u8 = () => data.readUInt8(move(1))
  const u16 = () => data.readUInt16BE(move(2))
  return {
    at: () => at,
    u8,
    u16,
    i16: () => data.readInt16BE(move(2)),
    bytes: (length: number) => data.subarray(at, move(length) + length),
    since: (from: number) => data.subarray(from, at),
    /** 255UInt16 of section 4.1. */
    u255: () => {
      const first = u8()
      if (first === 253) return u16()
      if (first === 254) return u8() + 506
      return first === 255 ? u8() + 253 : first
    },
    /** UIntBase128 of section 4.1. */
    base128: () => {
      let value = 0
      for (let read = 0; read < 5; read++) {
        const byte = u8()
        value = value * 128 + (byte & 127)
        if (byte < 128) return value
      }
      throw new Error('not a WOFF2 font')
    },
  }
}
