import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { composeIBAN } from 'ibantools'
import { expect, test } from 'vitest'
import { parseAmount } from './amount.ts'
import { BankFileError } from './bank-file-error.ts'
import { all, parseBankXml, textOf } from './parse-bank-xml.ts'
import { writeCreditTransfer as writeParts } from './write-credit-transfer.ts'
import type { CreditTransfer, CreditTransferBatch } from './write-credit-transfer.ts'
import { hasXsd, xsdErrors } from './xsd.test-helper.ts'

const transfer: CreditTransfer = {
  endToEndId: 'E-1',
  cents: 5001,
  name: 'Zoë Müller-Lüdenscheidt & Söhne <GmbH>',
  iban: 'DE89370400440532013000',
  purpose: 'Prämie für Ihre Empfehlung Nr. 7 – "Danke" & bis bald!',
}
const batch: CreditTransferBatch = {
  messageId: 'PO-2026-0001',
  createdAt: Temporal.Instant.from('2026-11-21T08:30:15.999Z'),
  executionDate: Temporal.PlainDate.from('2026-11-23'),
  debtor: { name: 'Sonnseite Vertriebs GmbH', iban: 'DE75512108001245126199', bic: 'SOGEDEFF' },
  transfers: [
    transfer,
    { ...transfer, endToEndId: 'E-2', cents: 1, bic: 'COBADEFFXXX', purpose: ' ' },
    { ...transfer, endToEndId: "E'3", cents: 99_999_999_999, iban: 'AT61 1904 3002 3457 3201' },
  ],
}
const writeCreditTransfer = (given: CreditTransferBatch) => [...writeParts(given)].join('')
const write = (change: Partial<CreditTransferBatch>): string =>
  writeCreditTransfer({ ...batch, ...change })
const writeOne = (change: Partial<CreditTransfer>): string =>
  write({ transfers: [{ ...transfer, ...change }] })
const read = (xml: string) => parseBankXml(xml, 'pain.001', 'CstmrCdtTrfInitn')

function schemaErrors(xml: string): string {
  if (!hasXsd) return ''
  const schemas = ['iso/pain.001.001.09.xsd', 'dk/pain.001.001.09_GBIC_5.xsd']
  return schemas.map((schema) => xsdErrors(xml, schema)).join('')
}

test('who pays in somebody else’s name names them, where the schema wants it', () => {
  const xml = writeOne({ ultimateDebtor: 'Agentur Steinbock & Söhne', bic: 'COBADEFFXXX' })
  const [one] = all(read(xml), 'PmtInf', 'CdtTrfTxInf')
  expect(textOf(one!, 'UltmtDbtr', 'Nm')).toMatch(/^Agentur Steinbock/)
  expect(schemaErrors(xml)).toBe('')
  expect(writeOne({})).not.toContain('UltmtDbtr')
})

test('head, payment block and transfers carry what banks need, and no address', () => {
  const xml = writeCreditTransfer(batch)
  const message = read(xml)
  const value = (...path: string[]) => textOf(message, ...path)
  expect(value('GrpHdr', 'MsgId')).toBe('PO-2026-0001')
  expect(value('GrpHdr', 'CreDtTm')).toBe('2026-11-21T08:30:15Z')
  for (const part of ['GrpHdr', 'PmtInf']) {
    expect(value(part, 'NbOfTxs')).toBe('3')
    expect(value(part, 'CtrlSum')).toBe('1000000050.01')
  }
  expect(value('GrpHdr', 'InitgPty', 'Nm')).toBe('Sonnseite Vertriebs GmbH')
  expect(value('PmtInf', 'PmtInfId')).toBe('PO-2026-0001')
  expect(value('PmtInf', 'PmtMtd')).toBe('TRF')
  expect(value('PmtInf', 'BtchBookg')).toBe('true')
  expect(value('PmtInf', 'PmtTpInf', 'SvcLvl', 'Cd')).toBe('SEPA')
  expect(value('PmtInf', 'ReqdExctnDt', 'Dt')).toBe('2026-11-23')
  expect(value('PmtInf', 'DbtrAcct', 'Id', 'IBAN')).toBe('DE75512108001245126199')
  expect(value('PmtInf', 'DbtrAgt', 'FinInstnId', 'BICFI')).toBe('SOGEDEFF')
  expect(value('PmtInf', 'ChrgBr')).toBe('SLEV')
  const [first, second, third] = all(message, 'PmtInf', 'CdtTrfTxInf')
  if (!first || !second || !third) throw new Error('a transfer is missing')
  expect(textOf(first, 'PmtId', 'EndToEndId')).toBe('E-1')
  expect(all(first, 'Amt', 'InstdAmt')[0]).toMatchObject({ text: '50.01', currency: 'EUR' })
  expect(textOf(first, 'Cdtr', 'Nm')).toMatch(/^Zoe M.*ller-L.*denscheidt/)
  expect(textOf(first, 'CdtrAgt', 'FinInstnId', 'BICFI')).toBeUndefined()
  expect(textOf(second, 'CdtrAgt', 'FinInstnId', 'BICFI')).toBe('COBADEFFXXX')
  expect(all(second, 'RmtInf')).toEqual([])
  expect(textOf(third, 'PmtId', 'EndToEndId')).toBe("E'3")
  expect(textOf(third, 'CdtrAcct', 'Id', 'IBAN')).toBe('AT611904300234573201')
  expect(xml).not.toContain('PstlAdr')
})

test('IBAN and BIC of different countries are in no file, nor an account abroad without BIC', () => {
  const swiss = 'CH9300762011623852957'
  expect(() => writeOne({ bic: 'UBSWCHZH80A' })).toThrow('IBAN and BIC of E-1 are of different')
  expect(() => writeOne({ iban: swiss, bic: 'COBADEFF' })).toThrow(BankFileError)
  expect(() => writeOne({ iban: swiss })).toThrow('the account of E-1 needs a BIC')
  expect(schemaErrors(writeOne({ iban: swiss, bic: 'UBSWCHZH80A' }))).toBe('')
  const debtor = { ...batch.debtor, bic: 'UBSWCHZH80A' }
  expect(() => write({ debtor })).toThrow('IBAN and BIC of the debtor are of different countries')
})

test('without a BIC of the payer the bank is told so in the agreed word', () => {
  const xml = write({ debtor: { name: 'Funkelnetz', iban: batch.debtor.iban } })
  const path = ['PmtInf', 'DbtrAgt', 'FinInstnId', 'Othr', 'Id']
  expect(textOf(read(xml), ...path)).toBe('NOTPROVIDED')
  expect(schemaErrors(xml)).toBe('')
})

test.skipIf(!hasXsd)('the file is valid under the ISO and the German schema', () => {
  expect(schemaErrors(writeCreditTransfer(batch))).toBe('')
  // The check bites: fractions of a cent, an id outside the set, and charges that only ISO allows.
  const xml = writeCreditTransfer(batch)
  expect(schemaErrors(xml.replace('50.01</Inst', '50.001</Inst'))).toContain('fractionDigits')
  expect(schemaErrors(xml.replace('E-1', 'E_1'))).toContain('EndToEndId')
  const shared = xml.replace('SLEV', 'SHAR')
  expect(xsdErrors(shared, 'iso/pain.001.001.09.xsd')).toBe('')
  expect(xsdErrors(shared, 'dk/pain.001.001.09_GBIC_5.xsd')).toContain('ChrgBr')
})

test('the same batch gives the same bytes, on every machine and in every time zone', () => {
  const again: CreditTransferBatch = {
    ...batch,
    createdAt: batch.createdAt.toZonedDateTimeISO('Asia/Tokyo').toInstant(),
    executionDate: batch.executionDate.withCalendar('gregory'),
    debtor: { bic: 'SOGEDEFF', iban: batch.debtor.iban, name: batch.debtor.name },
    transfers: structuredClone([...batch.transfers]),
  }
  const before = process.env['TZ']
  try {
    for (const zone of ['UTC', 'Europe/Berlin', 'Pacific/Kiritimati']) {
      process.env['TZ'] = zone
      expect(writeCreditTransfer(again)).toBe(writeCreditTransfer(batch))
    }
  } finally {
    if (before === undefined) delete process.env['TZ']
    else process.env['TZ'] = before
  }
  // A file that is fetched again after an update must still be the file that the bank has.
  const plain = write({ transfers: [{ ...transfer, name: 'Zora Zirbel', purpose: 'Danke' }] })
  expect(createHash('sha256').update(plain).digest('hex')).toMatchInlineSnapshot(
    `"e7680d275891f43577a7ce31808006adf5b116dd949e5a7b96f73bce4e5e932f"`,
  )
})

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.string({ unit: 'grapheme' }),
)
const germanIban = fc
  .stringMatching(/^\d{18}$/)
  .map((bban) => composeIBAN({ countryCode: 'DE', bban }) ?? transfer.iban)
const payments = fc.array(
  fc.record({
    cents: fc.integer({ min: 1, max: 99_999_999_999 }),
    name: text,
    iban: germanIban,
    purpose: text,
  }),
  { minLength: 1, maxLength: 8 },
)

test('whatever names, texts and amounts: the file is valid and its amounts are the cents', () => {
  fc.assert(
    fc.property(payments, text, (made, debtorName) => {
      const transfers = made.map((one, index) => ({ ...one, endToEndId: `E-${index}` }))
      const xml = write({ transfers, debtor: { ...batch.debtor, name: debtorName } })
      expect(schemaErrors(xml)).toBe('')
      const message = read(xml)
      const amounts = all(message, 'PmtInf', 'CdtTrfTxInf', 'Amt', 'InstdAmt')
      expect(amounts.map((amount) => parseAmount(amount.text))).toEqual(
        made.map(({ cents }) => cents),
      )
      const sum = made.reduce((total, { cents }) => total + cents, 0)
      expect(parseAmount(textOf(message, 'PmtInf', 'CtrlSum'))).toBe(sum)
      for (const name of all(message, 'PmtInf', 'CdtTrfTxInf', 'Cdtr', 'Nm')) {
        expect(name.text).toMatch(/^[A-Za-z0-9/?:().,'+ -]{1,70}$/)
      }
      for (const line of all(message, 'PmtInf', 'CdtTrfTxInf', 'RmtInf', 'Ustrd')) {
        expect(line.text).toMatch(/^[A-Za-z0-9/?:().,'+ -]{1,140}$/)
      }
    }),
    { numRuns: 300 },
  )
})

test('a batch that a bank would refuse, or that pays twice, is never written', () => {
  for (const cents of [0, -1, 0.5, 100_000_000_000, Number.NaN, Infinity]) {
    expect(() => writeOne({ cents })).toThrow('0.01 to 999999999.99')
  }
  expect(() => write({ transfers: [] })).toThrow('at least one')
  expect(() => write({ transfers: [transfer, { ...transfer }] })).toThrow('E-1 is used twice')
  expect(() => writeOne({ endToEndId: 'x'.repeat(36) })).toThrow('36 characters')
  for (const id of ['', 'a_b', 'ä', '<E>', '/a', 'a/', 'a//b', ' a', 'a ', 'a\n']) {
    expect(() => writeOne({ endToEndId: id })).toThrow(BankFileError)
    expect(() => write({ messageId: id })).toThrow(BankFileError)
  }
  for (const iban of ['', 'DE00370400440532013000', 'US00', '<IBAN/>', 'DE8937040044053201300O']) {
    expect(() => writeOne({ iban })).toThrow('the IBAN of E-1 is not valid')
    expect(() => write({ debtor: { ...batch.debtor, iban } })).toThrow('the IBAN of the debtor')
  }
  expect(() => writeOne({ bic: 'COBA' })).toThrow('the BIC of E-1 is not valid')
  expect(() => write({ debtor: { ...batch.debtor, bic: '' } })).toThrow('the BIC of the debtor')
})

test('an instant transfer says so, and a bank that takes umlauts gets the name as its owner writes it', () => {
  const xml = writeCreditTransfer({
    ...batch,
    instant: true,
    latinNames: true,
    transfers: [{ ...batch.transfers[0]!, name: 'Zoë Größenwahn & Søn 王' }],
  })
  expect(xml).toContain(
    '<PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl><LclInstrm><Cd>INST</Cd></LclInstrm></PmtTpInf>',
  )
  expect(xml).toContain('<Nm>Zoë Größenwahn + Søn</Nm>')
  if (hasXsd) expect(xsdErrors(xml, 'iso/pain.001.001.09.xsd')).toBe('')
})
