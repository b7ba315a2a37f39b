import { expect, test } from 'vitest'
import { readStatusReport } from './read-status-report.ts'
import { writeStatusReport } from './write-status-report.ts'
import type { StatusReportToWrite } from './write-status-report.ts'
import { hasXsd, xsdErrors } from './xsd.test-helper.ts'

const report: StatusReportToWrite = {
  messageId: 'BANK-1',
  createdAt: Temporal.Instant.from('2026-11-23T08:15:30.987Z'),
  originalMessageId: "PO-1/(a:b.c,d'e)",
  transactions: [
    { endToEndId: 'E-1', status: 'ACSC' },
    { endToEndId: "E'2", status: 'RJCT', reasonCode: 'AC04' },
    { endToEndId: 'E-3', status: 'ACCP' },
  ],
}

test('what the pretend bank writes is what the payout side reads', () => {
  const read = readStatusReport(writeStatusReport(report))
  expect(read.originalMessageId).toBe(report.originalMessageId)
  expect(read.originalMessageName).toBe('pain.001.001.09')
  expect(read.paymentStatuses).toEqual([{ paymentId: report.originalMessageId }])
  expect(read.transactions).toEqual(
    report.transactions.map(({ reasonCode, ...one }) => ({
      ...one,
      ...(reasonCode && { reasonCodes: [reasonCode] }),
      paymentId: report.originalMessageId,
    })),
  )
})

test('the group has the status that all transactions share, else PART', () => {
  const [settled, rejected] = report.transactions
  const statusOf = (transactions: StatusReportToWrite['transactions']) =>
    readStatusReport(writeStatusReport({ ...report, transactions })).groupStatus
  expect(statusOf(report.transactions)).toBe('PART')
  expect(statusOf(settled ? [settled] : [])).toBe('ACSC')
  expect(statusOf(rejected ? [rejected] : [])).toBe('RJCT')
})

test('the same input gives the same bytes', () => {
  expect(writeStatusReport(copyOf(report))).toBe(writeStatusReport(report))
  expect(writeStatusReport(report)).toContain('<CreDtTm>2026-11-23T08:15:30Z</CreDtTm>')
})

test('ids and codes that no bank would send are refused', () => {
  const one = { endToEndId: 'E-1', status: 'RJCT' } as const
  const write = (change: Partial<StatusReportToWrite>) => () =>
    writeStatusReport({ ...report, ...change })
  expect(write({ transactions: [] })).toThrow('needs transactions')
  expect(write({ messageId: 'x'.repeat(36) })).toThrow('36 characters')
  expect(write({ originalMessageId: '<x>' })).toThrow('OrgnlMsgId')
  expect(write({ transactions: [{ ...one, endToEndId: '' }] })).toThrow('empty')
  expect(write({ transactions: [{ ...one, reasonCode: '<AC>' }] })).toThrow('reason code')
})

test.skipIf(!hasXsd)('the report is valid under the ISO schema', () => {
  expect(xsdErrors(writeStatusReport(report), 'iso/pain.002.001.10.xsd')).toBe('')
})

function copyOf(original: StatusReportToWrite): StatusReportToWrite {
  const createdAt = Temporal.Instant.from(original.createdAt.toString())
  const transactions = original.transactions.map((transaction) => ({ ...transaction }))
  return { ...original, createdAt, transactions }
}
