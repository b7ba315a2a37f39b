import { ParseOption, XmlDocument, XmlElement, XmlParseError } from 'libxml2-wasm'
import { BankFileError } from './bank-file-error.ts'

/** An element as plain data, by local name: prefixes and namespace versions differ by bank. */
export interface BankXml {
  name: string
  /** Trimmed text of a leaf element, else ''. */
  text: string
  /** The Ccy attribute of an amount, the only one read. */
  currency?: string
  children: BankXml[]
}

// A full report on 10,000 payments has about 15 MB and 800,000 tags.
export const maxBytes = 16 * 1024 * 1024
export const maxTags = 1_000_000

const options =
  ParseOption.XML_PARSE_NO_XXE | ParseOption.XML_PARSE_NONET | ParseOption.XML_PARSE_NO_SYS_CATALOG

/**
 * Parses an ISO 20022 file and returns the element inside `Document`, e.g. `CstmrPmtStsRpt`. `message`: the required family, in
 * any version: 'pain.002'. Throws BankFileError for too large, invalid, wrongly encoded or other files, and for any DTD, so
 * there are no entities or external files.
 */
export function parseBankXml(xml: string | Uint8Array, message: string, report: string): BankXml {
  return parseOneOf(xml, { [message]: report }).content
}

/** The same for several families, each with the name of its report: which one it is, and its content. */
export function parseOneOf<Message extends string>(
  xml: string | Uint8Array,
  reports: Readonly<Record<Message, string>>,
): { message: Message; content: BankXml } {
  const text = decode(xml)
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) {
    throw new BankFileError('the file contains a document type declaration, which is not accepted')
  }
  if (countTags(text) > maxTags) throw new BankFileError('the file has too many elements')
  const document = parse(text)
  try {
    if (document.dtd !== null) throw new BankFileError('the file contains a document type')
    const { root } = document
    const messages = Object.keys(reports) as Message[]
    const message = messages.find((one) => root.namespaceUri.includes(`:${one}.`))
    if (root.name !== 'Document' || message === undefined) {
      const [, named] = /:([a-z]{4}\.\d{3})\./.exec(root.namespaceUri) ?? []
      const other = named === undefined ? '' : ` but a ${named}`
      throw new BankFileError(
        `the file is not a ${messages.join(' or ')} message${other}`,
        `die Datei ist ${named === undefined ? 'keine' : `eine ${named} und keine`} der Bank (pain.002, camt.052, camt.053 oder camt.054)`,
      )
    }
    const report = reports[message]
    const [found, ...more] = childElements(root).filter((element) => element.name === report)
    if (found === undefined) throw new BankFileError(`the ${message} message has no ${report}`)
    if (more.length > 0)
      throw new BankFileError(`the ${message} message has more than one ${report}`)
    return { message, content: toPlain(found) }
  } finally {
    document.dispose()
  }
}

/** All elements at a path of local names: `all(entry, 'NtryDtls', 'TxDtls')`. */
export function all(from: BankXml, ...path: string[]): BankXml[] {
  let found = [from]
  for (const name of path) {
    found = found.flatMap((node) => node.children.filter((child) => child.name === name))
  }
  return found
}

/** The only element at a path; two different ones are ambiguous and refuse the file. */
export function oneOf(from: BankXml, ...path: string[]): BankXml | undefined {
  const [one, ...more] = all(from, ...path)
  const other = more.find(({ text, currency }) => text !== one?.text || currency !== one.currency)
  if (!one || !other) return one
  const [first, second] = [one, other].map(({ text, currency = '' }) =>
    JSON.stringify(`${text.slice(0, 35)} ${currency}`.trim()),
  )
  throw new BankFileError(
    `the file gives ${path.at(-1)} as ${first} and as ${second} where one can stand, so nothing of it was applied`,
  )
}

/** The text of the only element at a path; undefined if missing or empty. */
export function textOf(from: BankXml, ...path: string[]): string | undefined {
  const text = oneOf(from, ...path)?.text
  return text === '' ? undefined : text
}

/** Distinct reason codes in elements of a name, in the file's order. */
export function codesOf(from: BankXml, name: string): string[] {
  const given = all(from, name, 'Rsn').flatMap(({ children }) =>
    children.filter((child) => ['Cd', 'Prtry'].includes(child.name) && child.text !== ''),
  )
  return [...new Set(given.map(({ text }) => text.slice(0, 35)))]
}

/**
 * Decoded here, so that the search for a DTD sees the parser's characters, and wrong encodings are errors instead of garbled
 * names.
 */
function decode(xml: string | Uint8Array): string {
  if (xml.length > maxBytes)
    throw new BankFileError('the file is larger than 16 MiB', 'die Datei ist größer als 16 MB')
  if (typeof xml === 'string') return xml.replace(/^\uFEFF/, '')
  if (xml[0] === 0x50 && xml[1] === 0x4b) {
    throw new BankFileError('the file is a ZIP archive inside another file')
  }
  const encoding = encodingOf(xml)
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(xml)
  } catch {
    throw new BankFileError(
      `the file is not valid text in its encoding ${JSON.stringify(encoding)}`,
    )
  }
}

function encodingOf(xml: Uint8Array): string {
  if (xml[0] === 0xff && xml[1] === 0xfe) return 'utf-16le'
  if (xml[0] === 0xfe && xml[1] === 0xff) return 'utf-16be'
  const head = new TextDecoder('latin1').decode(xml.subarray(0, 200))
  return /^<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head)?.[1] ?? 'utf-8'
}

function countTags(text: string): number {
  let count = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) count += 1
  return count
}

function parse(text: string): XmlDocument {
  try {
    // Already decoded: the declared encoding no longer counts.
    return XmlDocument.fromString(text, { option: options, encoding: 'utf-8' })
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error
    const line = error.details[0]?.line
    const where = line === undefined ? '' : ` (line ${line})`
    throw new BankFileError(
      `the file is not well-formed XML${where}`,
      `die Datei ist kein XML oder beschädigt${line === undefined ? '' : ` (Zeile ${line})`}`,
    )
  }
}

function childElements(element: XmlElement): XmlElement[] {
  const elements: XmlElement[] = []
  for (let node = element.firstChild; node !== null; node = node.next) {
    if (node instanceof XmlElement) elements.push(node)
  }
  return elements
}

function toPlain(element: XmlElement): BankXml {
  const children = childElements(element).map(toPlain)
  const plain: BankXml = { name: element.name, text: '', children }
  if (children.length > 0) return plain
  plain.text = element.content.trim()
  const currency = element.attr('Ccy')?.value
  if (currency !== undefined) plain.currency = currency
  return plain
}
