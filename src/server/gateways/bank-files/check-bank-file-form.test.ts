import { expect, test } from 'vitest'
import { BankFileError } from './bank-file-error.ts'
import { checkBankFileForm } from './check-bank-file-form.ts'

const utf16 = (text: string) =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])

test.each([
  ['XML', Buffer.from('<?xml version="1.0"?><Document/>')],
  ['XML behind lines and a mark', Buffer.from('\ufeff\r\n  <Document/>')],
  ['UTF-16', utf16('<?xml version="1.0" encoding="UTF-16"?><Document/>')],
  ['UTF-16, the other order', utf16('<Document/>').swap16()],
  ['UTF-16 without a mark', Buffer.from('<Document/>', 'utf16le')],
  ['an archive', Buffer.from([0x50, 0x4b, 3, 4])],
])('%s may be a file of a bank', (_, bytes) => {
  expect(() => checkBankFileForm(bytes)).not.toThrow()
})

test.each([
  ['nothing', ''],
  ['spaces', '   \n'],
  ['CSV', 'Konto;Betrag\n1;<2>'],
  ['MT940', ':20:STARTUMSE\n:25:12345678/0000000001'],
  ['a PDF', '%PDF-1.7'],
  ['JSON', '{"a":"<"}'],
])('%s is none', (_, text) => {
  expect(() => checkBankFileForm(Buffer.from(text))).toThrow(BankFileError)
})
