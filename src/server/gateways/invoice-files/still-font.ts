import { create, type Glyph } from 'fontkit'
import { writeFont } from './decode-woff2.ts'

// The web's fonts are variable, and as they lie in their files most are hair-thin. The PDF library embeds files as they lie, so the weight to
// read is drawn once into a file of its own: the outlines at that weight, the rest of the tables as they are.

type Point = { x: number; y: number; on: boolean }

// What varies, and what only hints at pixels or describes either.
const dropped = 'fvar gvar avar cvar HVAR MVAR STAT cvt fpgm prep gasp hdmx VDMX LTSH DSIG'
  .split(' ')
  .map((tag) => tag.padEnd(4))

/** A TrueType font at a weight, without variations; one that has none stays as it is. */
export function makeStill(file: Buffer, weight: number): Buffer {
  const variable = create(file)
  if (!('wght' in variable.variationAxes)) return file
  const font = variable.getVariation({ wght: weight })
  const tables = readTables(file)
  const glyphs = Array.from({ length: font.numGlyphs }, (_, id) => draw(font.getGlyph(id)))
  const offsets = Buffer.alloc(4 * (glyphs.length + 1))
  const metrics = Buffer.alloc(4 * glyphs.length)
  let at = 0
  for (const [id, { outline, advance, left }] of glyphs.entries()) {
    offsets.writeUInt32BE(at, 4 * id)
    at += outline.length
    metrics.writeUInt16BE(advance, 4 * id)
    metrics.writeInt16BE(left, 4 * id + 2)
  }
  offsets.writeUInt32BE(at, 4 * glyphs.length)
  const [head, hhea, maxp] = ['head', 'hhea', 'maxp'].map((tag) => Buffer.from(tables.get(tag)!))
  head!.writeInt16BE(1, 50)
  hhea!.writeUInt16BE(glyphs.length, 34)
  maxp!.writeUInt16BE(Math.max(...glyphs.map(({ points }) => points)), 6)
  maxp!.writeUInt16BE(Math.max(...glyphs.map(({ contours }) => contours)), 8)
  for (const tag of dropped) tables.delete(tag)
  tables
    .set('glyf', Buffer.concat(glyphs.map(({ outline }) => outline)))
    .set('loca', offsets)
    .set('hmtx', metrics)
    .set('head', head!)
    .set('hhea', hhea!)
    .set('maxp', maxp!)
  return writeFont(file.readUInt32BE(0), tables)
}

function readTables(file: Buffer): Map<string, Buffer> {
  const entries = Array.from({ length: file.readUInt16BE(4) }, (_, index) => {
    const entry = 12 + 16 * index
    const [start, length] = [file.readUInt32BE(entry + 8), file.readUInt32BE(entry + 12)]
    return [
      file.toString('latin1', entry, entry + 4),
      file.subarray(start, start + length),
    ] as const
  })
  return new Map(entries)
}

/** A glyph as the table `glyf` has it: a simple one, its contours in points on and off the curve. */
function draw(glyph: Glyph) {
  const contours = contoursOf(glyph)
  const all = contours.flat()
  const advance = Math.round(glyph.advanceWidth)
  if (all.length === 0)
    return { outline: Buffer.alloc(0), advance, left: 0, points: 0, contours: 0 }
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)]
  const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const ends = contours.map((_, index) => contours.slice(0, index + 1).flat().length - 1)
  const numbers = [contours.length, ...box, ...ends, 0]
  const flags = Buffer.from(all.map(({ on }) => (on ? 1 : 0)))
  const body = Buffer.concat([int16s(numbers), flags, int16s(steps(xs)), int16s(steps(ys))])
  return {
    outline: Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]),
    advance,
    left: box[0]!,
    points: all.length,
    contours: contours.length,
  }
}

function contoursOf({ path }: Glyph): Point[][] {
  const contours: Point[][] = []
  const add = (x: number, y: number, on: boolean) =>
    contours.at(-1)!.push({ x: Math.round(x), y: Math.round(y), on })
  for (const { command, args } of path.commands) {
    const [a = 0, b = 0, c = 0, d = 0] = args
    if (command === 'moveTo') contours.push([])
    if (command === 'moveTo' || command === 'lineTo') add(a, b, true)
    if (command === 'quadraticCurveTo') {
      add(a, b, false)
      add(c, d, true)
    }
  }
  for (const contour of contours) {
    const [first, last] = [contour[0], contour.at(-1)]
    // A contour closes by itself.
    if (contour.length > 1 && last?.on && last.x === first?.x && last.y === first.y) contour.pop()
  }
  return contours.filter((contour) => contour.length > 1)
}

const steps = (values: number[]) =>
  values.map((value, at) => value - (at > 0 ? values[at - 1]! : 0))

function int16s(values: number[]): Buffer {
  const made = Buffer.alloc(2 * values.length)
  values.forEach((value, at) => made.writeInt16BE(value, 2 * at))
  return made
}
