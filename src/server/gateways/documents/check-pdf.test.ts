import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { pdfProblem } from './check-pdf.ts'

const pdf = (...objects: string[]) =>
  Buffer.from(
    `%PDF-1.7\n${objects.map((body, at) => `${at + 1} 0 obj\n${body}\nendobj\n`).join('')}trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`,
    'latin1',
  )
const catalogue = '<< /Type /Catalog /Pages 2 0 R >>'
const stream = (entries: string, content: Buffer | string) =>
  `<< ${entries} /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`
const packed = (content: string, more = '/Filter /FlateDecode') =>
  stream(`/Type /ObjStm /N 1 /First 4 ${more}`, deflateSync(content))

const made = (pages: number) =>
  new Promise<Buffer>((done) => {
    const document = new PDFDocument()
    const chunks: Buffer[] = []
    document.on('data', (chunk: Buffer) => chunks.push(chunk))
    document.on('end', () => done(Buffer.concat(chunks)))
    for (let page = 0; page < pages; page++) document.addPage().text('Vertrag V-4711')
    document.end()
  })

test('an ordinary document is taken, with a view to begin with and compressed objects, too', async () => {
  expect(await pdfProblem(await made(20))).toBeNull()
  expect(await pdfProblem(pdf('<< /Type /Catalog /OpenAction [2 0 R /FitH null] >>'))).toBeNull()
  expect(await pdfProblem(pdf(catalogue, packed('3 0 << /Type /Page >>')))).toBeNull()
  // Chance writes short names into compressed data.
  expect(
    await pdfProblem(pdf(catalogue, stream('/Filter /DCTDecode', '\u0000/JS \u0001/AA '))),
  ).toBeNull()
})

test.each([
  ['<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>'],
  ['<< /Type /Catalog /OpenAction 4 0 R >>'],
  ['<< /S /J#61vaScript >>'],
  ['<< /#4aS (x) >>'],
  ['<< /AA << /O 3 0 R >> >>'],
  ['<< /S /Launch /F (cmd.exe) >>'],
  ['<< /Names << /EmbeddedFiles 3 0 R >> >>'],
  ['<< /Type /Filespec /F (a.exe) >>'],
  ['<< /AcroForm << /XFA 3 0 R >> >>'],
  [packed('3 0 << /S /JavaScript /JS (x) >>')],
  [packed('3 0 << /J#53 (x) >>')],
])('what runs or carries files is refused: %s', async (body) => {
  expect(await pdfProblem(pdf(catalogue, body))).toBe('active')
})

test('what is encrypted, cut off, followed by something, or hides its objects is refused', async () => {
  expect(await pdfProblem(pdf(catalogue, '<< /Encrypt 3 0 R >>'))).toBe('encrypted')
  const whole = pdf(catalogue)
  const unreadable = [
    Buffer.from('<html><script>alert(1)</script>'),
    Buffer.concat([Buffer.from('<html>'), whole]),
    Buffer.concat([whole, Buffer.from('PK\u0003\u0004 a zip')]),
    whole.subarray(0, whole.length - 8),
    Buffer.from('%PDF-1.7\n%%EOF'),
    pdf(catalogue, packed('3 0 << /S /X >>', '/Filter [/ASCIIHexDecode /FlateDecode]')),
    pdf(catalogue, stream('/Type /ObjStm /Filter /FlateDecode', 'not packed')),
    pdf(catalogue, stream('/Type /ObjStm', '3 0 << /S /X >>')),
    // The head of a stream in a comment: what follows is read by others.
    pdf(catalogue, '% << >>\n%>>stream\n9 0 obj << /AA 3 0 R >> endobj\n%endstream'),
    pdf(catalogue, `<< /Type /ObjStm ${' '.repeat(5000)} >>\nstream\nx\nendstream`),
  ]
  for (const bytes of unreadable) expect(await pdfProblem(bytes)).toBe('unreadable')
})

test('a bomb of compressed objects and millions of brackets end soon', async () => {
  const bomb = pdf(catalogue, packed('a'.repeat(40 * 1024 * 1024)))
  expect(bomb.length).toBeLessThan(100_000)
  const before = performance.now()
  expect(await pdfProblem(bomb)).toBe('unreadable')
  await pdfProblem(pdf(catalogue, '<<'.repeat(2_000_000)))
  await pdfProblem(pdf(catalogue, '>>stream\n'.repeat(400_000)))
  await pdfProblem(pdf(catalogue, '>>stream\nendstream '.repeat(200_000)))
  expect(performance.now() - before).toBeLessThan(5_000)
})

test('a file of nothing but written-out letters, packed and plain, and thousands of packed parts end soon', async () => {
  const letters = '#41'.repeat(1_300_000)
  const before = performance.now()
  expect(await pdfProblem(pdf(catalogue, packed(letters)))).toBe(null)
  expect(await pdfProblem(pdf(catalogue, packed(letters.repeat(2))))).toBe('unreadable')
  expect(await pdfProblem(pdf(catalogue, letters))).toBe(null)
  for (const filter of [
    `/Filter${' '.repeat(4_000)}x`,
    `/Filter/FlateDecode${' '.repeat(3_900)}x`,
  ]) {
    const slow = packed('1 0 << >>', `${filter}/Filter/FlateDecode/N 1`).toString()
    await pdfProblem(pdf(catalogue, ...Array.from({ length: 1_200 }, () => slow)))
  }
  const small = packed('1 0 << >>')
  expect(await pdfProblem(pdf(catalogue, ...Array.from({ length: 2_001 }, () => small)))).toBe(
    'unreadable',
  )
  expect(performance.now() - before).toBeLessThan(5_000)
})
