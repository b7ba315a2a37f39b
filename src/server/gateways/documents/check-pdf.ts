import { promisify } from 'node:util'
import { constants, inflate } from 'node:zlib'

const unpack = promisify(inflate)

/** Why a PDF is not taken. */
export type PdfProblem = 'unreadable' | 'active' | 'encrypted'

// Names that run something, leave the document, or carry another file (ISO 32000-2). A view to begin with (`/OpenAction [`) does nothing.
const active =
  /\/(?:JavaScript|Launch|EmbeddedFiles?|Filespec|RichMedia|Rendition|Movie|Sound|SubmitForm|ImportData|GoToR|GoToE)(?![A-Za-z0-9])|\/OpenAction(?!\s*\[)/
/** Too short to be looked for in compressed data, where chance writes them. */
const short = /\/(?:JS|AA|XFA|3D|U3D)(?![A-Za-z0-9])/
const encrypted = /\/Encrypt(?![A-Za-z0-9])/

export const mostUnpacked = 4 * 1024 * 1024 // of all object streams together
export const mostStreams = 2_000 // each of them holds a hundred objects or more

/**
 * Whether a PDF can be handed on as a file: complete from its first byte to its last, not encrypted, with nothing that runs, leads elsewhere
 * or carries other files. Dictionaries hide in compressed object streams, so these are unpacked; one that cannot be is refused. Null: none
 * of that was found, which is no proof: people get it as a download alone.
 */
export async function pdfProblem(bytes: Buffer): Promise<PdfProblem | null> {
  const text = bytes.toString('latin1')
  // Nothing before the head, nothing after the end: no second file in this one.
  if (!/^%PDF-[12]\.\d[\r\n ]/.test(text)) return 'unreadable'
  if (!/%%EOF[\r\n \t]*$/.test(text.slice(-64))) return 'unreadable'
  const parts = partsOf(text)
  if (parts === null) return 'unreadable'
  const outside = plainNames(parts.outside)
  if (!/\bobj\b/.test(outside)) return 'unreadable'
  const found = problemIn(outside) ?? (active.test(plainNames(text)) ? 'active' : null)
  if (found) return found
  let left = mostUnpacked
  for (const { from, to } of parts.objectStreams) {
    const content = await unpack(bytes.subarray(from, to), {
      maxOutputLength: Math.max(left, 1),
      finishFlush: constants.Z_SYNC_FLUSH,
    }).catch(() => null)
    if (content === null) return 'unreadable'
    left -= content.length
    const inside = problemIn(plainNames(content.toString('latin1')))
    if (inside) return inside
  }
  return null
}

const problemIn = (text: string): PdfProblem | null => {
  if (encrypted.test(text)) return 'encrypted'
  return active.test(text) || short.test(text) ? 'active' : null
}

type Parts = { outside: string; objectStreams: { from: number; to: number }[] }

const dictionaryLetters = 4096

/** The text outside of streams, and where object streams are. Null: something hides objects. */
function partsOf(text: string): Parts | null {
  const outside: string[] = []
  const objectStreams: Parts['objectStreams'] = []
  let at = 0
  for (;;) {
    const keyword = text.indexOf('stream', at)
    if (keyword < 0) break
    const before = text.slice(at, keyword)
    const line = /^\r?\n/.exec(text.slice(keyword + 6, keyword + 8))
    const isStream = line !== null && />>\s*$/.test(before.slice(-40))
    if (!isStream) {
      outside.push(`${before}stream`)
      at = keyword + 6
      continue
    }
    outside.push(before)
    const from = keyword + 6 + line[0].length
    const to = text.indexOf('endstream', from)
    if (to < 0) return null
    // A head in a comment would hide what follows; so would a document within this one.
    if (/\d\s+\d+\s+obj\b/.test(text.slice(from, to))) return null
    const dictionary = plainNames(before.slice(-dictionaryLetters))
    // One space each: a pattern with several runs of them would be slow.
    const own = dictionary.slice(dictionary.lastIndexOf(' obj')).replace(/\s+/g, ' ')
    if (/\/ObjStm\b/.test(own)) {
      // Any other filter hides what is in it.
      if (!/\/Filter ?\[? ?\/FlateDecode ?\]? ?(?:\/|>)/.test(own) || /\/Predictor\b/.test(own))
        return null
      if (objectStreams.push({ from, to }) > mostStreams) return null
    }
    at = to + 'endstream'.length
  }
  outside.push(text.slice(at))
  const all = outside.join('\n')
  const named = plainNames(all).match(/\/ObjStm\b/g)?.length ?? 0
  return named === objectStreams.length ? { outside: all, objectStreams } : null
}

/** `/J#61va` is `/Java`. In place: a file of nothing but these would fill the heap by a pattern. */
function plainNames(text: string): string {
  if (!text.includes('#')) return text
  const bytes = Buffer.from(text, 'latin1')
  let to = 0
  for (let from = 0; from < bytes.length; from++) {
    const [high, low] = bytes[from] === hash ? [digit(bytes[from + 1]), digit(bytes[from + 2])] : []
    if (high === undefined || low === undefined || high < 0 || low < 0) bytes[to++] = bytes[from]!
    else {
      bytes[to++] = 16 * high + low
      from += 2
    }
  }
  return bytes.toString('latin1', 0, to)
}

const hash = 0x23
/** What a hexadecimal digit stands for; -1: it is none. */
const digit = (code = 0) => digits[code]!
const digits = Int8Array.from({ length: 256 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /[0-9a-f]/i.test(letter) ? parseInt(letter, 16) : -1
})
