import { expect, test } from 'vitest'
import type { Accounting } from '../../../domain/accounting.ts'
import type { BookingLine } from '../../../domain/bookings.ts'
import { readDatev } from './read-datev.test-helper.ts'
import { mostDatevLines, writeDatev } from './write-datev.ts'

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: true,
  accounts: {},
}
const batch = {
  accounting,
  month: '2026-10',
  lastDay: '2026-10-31',
  isLocked: true,
  createdAt: Temporal.PlainDateTime.from('2026-11-02T08:30:01.007'),
  part: 1,
}
const line: BookingLine = {
  cents: 123_456_789,
  debit: 'transit',
  credit: 'bank',
  day: '2026-10-09',
  number: '01a21a40-85b2-7f93-9d6b-dbf728c677ca',
  text: 'Überwiesen – „Größe“ € 5',
}

test('the header is that of DATEV’s own example, with the tenant’s numbers', () => {
  const [header] = writeDatev(batch, []).toString('latin1').split('\r\n')
  expect(header).toBe(
    '"EXTF";700;21;"Buchungsstapel";13;20261102083001007;;"RE";"";"";29098;55003;20260101;4;20261001;20261031;"Zuspruch 2026-10";"";1;0;1;"EUR";;"";;;"03";;;"";""',
  )
})

test.each(['windows-1252', 'utf-8'] as const)(
  'what is written in %s is read as documented, letter by letter',
  (encoding) => {
    const file = writeDatev({ ...batch, accounting: { ...accounting, encoding } }, [line])
    const read = readDatev(file, encoding)
    expect(read.header).toMatchObject({ consultant: 29098, client: 55003, isLocked: true })
    expect(read.lines).toEqual([
      {
        cents: 123_456_789,
        debit: '1360',
        credit: '1200',
        day: '2026-10-09',
        number: line.number,
        text: line.text,
        isLocked: true,
      },
    ])
  },
)

test('hostile text breaks no line and no cell, and no spreadsheet runs it', () => {
  const texts = [
    'a";"b"\r\n"=1+1',
    '=HYPERLINK("http://x")',
    '+49 @SUM',
    '-2+3',
    '\u0000\u202e\tx',
    '☃ snow',
    'x'.repeat(500),
  ]
  const hostile = texts.map((text) => ({ ...line, text, number: text }))
  const { lines } = readDatev(writeDatev(batch, hostile), 'windows-1252')
  expect(lines).toHaveLength(texts.length)
  for (const { text, number } of lines) {
    expect(text.length).toBeLessThanOrEqual(60)
    expect(text).not.toMatch(/^[=+\-@]/)
    expect(number).toMatch(/^([a-zA-Z0-9$%&/][a-zA-Z0-9$%&*+\-/]{0,35})?$/)
  }
  expect(lines[0]!.text).toBe('a";"b" "=1+1')
  expect(lines[5]!.text).toBe('? snow')
})

test('no file is larger than DATEV takes, and nothing without an amount is booked', () => {
  const many = Array.from({ length: mostDatevLines + 1 }, () => line)
  expect(() => writeDatev(batch, many)).toThrow(RangeError)
  for (const cents of [0, -1, 1.5])
    expect(() => writeDatev(batch, [{ ...line, cents }])).toThrow(RangeError)
})
