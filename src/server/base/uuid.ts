import { randomFillSync } from 'node:crypto'

// Random bytes for many ids: the generator costs more per call than per byte. Each byte is used once.
const pool = Buffer.alloc(4096)
let used = pool.length

function randomSixteen(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

/** UUID version 7 (RFC 9562): time-ordered, so that new rows land at the index's end. */
export function uuidv7(milliseconds: number = Date.now()): string {
  const bytes = randomSixteen()
  bytes.writeUIntBE(milliseconds, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const text = bytes.toString('hex')
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join('-')
}

export const isUuid = (text: string) =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(text)
