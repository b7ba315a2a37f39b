import { expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import { all, parseBankXml, textOf } from './parse-bank-xml.ts'

const namespace = 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10'
const file = (content: string, head = ''): string =>
  `${head}<Document xmlns="${namespace}"><CstmrPmtStsRpt>${content}</CstmrPmtStsRpt></Document>`
const read = (xml: string | Uint8Array) => parseBankXml(xml, 'pain.002', 'CstmrPmtStsRpt')

function refusal(xml: string | Uint8Array): string {
  try {
    read(xml)
  } catch (error) {
    if (error instanceof BankFileError) return error.message
    throw error
  }
  throw new Error('the file was accepted')
}

test('elements are found by local name, whatever the prefix', () => {
  const xml = `<b:Document xmlns:b="${namespace}"><b:CstmrPmtStsRpt><b:A><b:B> 1 </b:B><b:B Ccy="EUR"><![CDATA[2]]></b:B></b:A><!-- x --><b:A><b:B>A<!-- y -->C04</b:B></b:A></b:CstmrPmtStsRpt></b:Document>`
  const report = read(xml)
  expect(all(report, 'A', 'B').map((node) => node.text)).toEqual(['1', '2', 'AC04'])
  expect(all(report, 'A', 'B')[1]?.currency).toBe('EUR')
  expect(() => textOf(report, 'A', 'B')).toThrow(
    'gives B as "1" and as "2 EUR" where one can stand, so nothing of it was applied',
  )
  expect(textOf(read(file('<A>1</A><A> 1 </A>')), 'A')).toBe('1')
  expect(textOf(report, 'A')).toBeUndefined()
  expect(textOf(report, 'B')).toBeUndefined()
})

test('umlauts arrive in every encoding that a file declares', () => {
  const declared = (encoding: string): string =>
    file('<A>Überprüfung</A>', `<?xml version="1.0" encoding="${encoding}"?>\n`)
  const utf16 = (head: number[], text: string): Buffer =>
    Buffer.concat([Buffer.from(head), Buffer.from(text, 'utf16le')])
  const files = [
    file('<A>Überprüfung</A>'),
    declared('ISO-8859-1'), // A string is decoded already: its declaration is history.
    Buffer.from(file('<A>Überprüfung</A>')),
    Buffer.from(declared('UTF-8')),
    Buffer.from(`\uFEFF${declared('UTF-8')}`),
    Buffer.from(declared('ISO-8859-1'), 'latin1'),
    Buffer.from(declared('windows-1252'), 'latin1'),
    utf16([0xff, 0xfe], declared('UTF-16')),
    utf16([0xff, 0xfe], declared('UTF-16')).swap16(),
  ]
  for (const xml of files) expect(textOf(read(xml), 'A')).toBe('Überprüfung')
})

test('bytes that contradict their encoding are refused, not read as other characters', () => {
  expect(refusal(Buffer.from(file('<A>Überprüfung</A>'), 'latin1'))).toContain('"utf-8"')
  const unknown = file('<A>x</A>', '<?xml version="1.0" encoding="x-klingon"?>')
  expect(refusal(Buffer.from(unknown))).toContain('"x-klingon"')
})

test('XML entities are never expanded and nothing is fetched, in any encoding', () => {
  const laughs = Array.from(
    { length: 9 },
    (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
  )
  const bomb = `<!DOCTYPE D [<!ENTITY l0 "haha">${laughs.join('')}]>`
  const heads = [
    bomb,
    '<!DOCTYPE D [<!ENTITY l9 SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE D [<!ENTITY l9 SYSTEM "http://127.0.0.1:9/x">]>',
    '<!DOCTYPE D [<!ENTITY % p SYSTEM "http://127.0.0.1:9/x.dtd"> %p;]>',
    '<!DOCTYPE D SYSTEM "http://127.0.0.1:9/x.dtd">',
    '<!DOCTYPE D>',
  ]
  for (const head of heads) {
    const xml = file('<A>&l9;</A>', head)
    expect(refusal(xml)).toContain('document type declaration')
    const hidden = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(xml, 'utf16le')])
    expect(refusal(hidden)).toContain('document type declaration')
  }
  // UTF-7 could hide the declaration from a search through the bytes.
  const utf7 = `<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE D+AD4-${file('')}`
  expect(refusal(Buffer.from(utf7))).toContain('encoding')
  expect(refusal(file('<A>&l9;</A>'))).toContain('not well-formed')
  const include =
    '<x:include xmlns:x="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'
  expect(read(file(include)).children[0]).toMatchObject({ name: 'include', text: '' })
})

test('huge and deep files are refused before they cost anything', () => {
  expect(refusal(file('x'.repeat(17 * 1024 * 1024)))).toContain('16 MiB')
  expect(refusal(Buffer.alloc(17 * 1024 * 1024, 0x20))).toContain('16 MiB')
  expect(refusal(file('<a/>'.repeat(1_000_001)))).toContain('too many elements')
  expect(refusal(file(`${'<a>'.repeat(10_000)}${'</a>'.repeat(10_000)}`))).toContain('well-formed')
})

test('what is no bank file is refused with a sentence, whatever it is', () => {
  expect(refusal('')).toContain('well-formed')
  expect(refusal(Buffer.alloc(0))).toContain('well-formed')
  expect(refusal('<!doctype html><html><body>Anmelden</body></html>')).toContain('document type')
  expect(refusal('<html><body>Anmelden</body></html>')).toContain('not a pain.002 message')
  expect(refusal('{"status":"ok"}')).toContain('well-formed')
  expect(refusal(Buffer.from('504b0304140000', 'hex'))).toContain('ZIP')
  expect(refusal(Buffer.from([0, 0xff, 0xfe, 0x80]))).toContain('encoding')
  expect(refusal('<a>\0</a>')).toContain('well-formed')
  expect(refusal(`<Document xmlns="${namespace}"/>`)).toContain('has no CstmrPmtStsRpt')
  expect(refusal('<Document><CstmrPmtStsRpt/></Document>')).toContain('not a pain.002 message')
  const other = file('<A>x</A>').replace('pain.002.001.10', 'pain.001.001.09')
  expect(refusal(other)).toContain('not a pain.002 message')
})

test('a file that breaks off anywhere is refused, and says at which line', () => {
  const whole = file('\n<A>Ü</A>\n<B>2</B>\n', '<?xml version="1.0" encoding="UTF-8"?>\n')
  for (let length = 0; length < whole.length; length += 1) refusal(whole.slice(0, length))
  expect(refusal(whole.slice(0, -30))).toMatch(/\(line [45]\)$/)
})

test('an error never repeats the content of the file', () => {
  expect(refusal(file('<Nm>Zora Zirbel</Nm><IBAN>DE00123</IBA>'))).not.toMatch(/Zirbel|DE00/)
})
