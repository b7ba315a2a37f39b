import { inflateSync } from 'node:zlib'

const headerBytes = { woff: 44, sfnt: 12 }
const entryBytes = { woff: 20, sfnt: 16 }

/**
 * A WOFF 1.0 file as the OpenType file within (https://www.w3.org/TR/WOFF/). fontkit reads WOFF, too, but unpacks all glyphs again for
 * each one that it looks at, which took most of a document's time.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF file')
  const count = file.readUInt16BE(12)
  const power = Math.floor(Math.log2(count))
  const header = Buffer.alloc(headerBytes.sfnt + count * entryBytes.sfnt)
  header.writeUInt32BE(file.readUInt32BE(4), 0)
  header.writeUInt16BE(count, 4)
  header.writeUInt16BE(2 ** power * 16, 6)
  header.writeUInt16BE(power, 8)
  header.writeUInt16BE((count - 2 ** power) * 16, 10)
  const tables: Buffer[] = []
  let at = header.length
  for (let index = 0; index < count; index++) {
    const entry = headerBytes.woff + index * entryBytes.woff
    const [offset = 0, packed = 0, length = 0] = [4, 8, 12].map((byte) =>
      file.readUInt32BE(entry + byte),
    )
    const stored = file.subarray(offset, offset + packed)
    const table = packed < length ? inflateSync(stored) : stored
    const place = headerBytes.sfnt + index * entryBytes.sfnt
    file.copy(header, place, entry, entry + 4) // tag
    file.copy(header, place + 4, entry + 16, entry + 20) // checksum
    header.writeUInt32BE(at, place + 8)
    header.writeUInt32BE(length, place + 12)
    const padding = Buffer.alloc(-length & 3)
    tables.push(table, padding)
    at += length + padding.length
  }
  return Buffer.concat([header, ...tables])
}
