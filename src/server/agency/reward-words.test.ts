import { expect, test } from 'vitest'
import { say } from '../../domain/say.ts'
import { rewardWords } from '../../domain/tenant.ts'
import { makeDocument } from '../gateways/invoice-files/invoice-files.test-helper.ts'
import { notesOf } from '../gateways/invoice-files/invoice-document.ts'
import { rowsOf } from '../billing/agency-invoices.ts'
import { csvHead } from './csv-columns.ts'
import { statisticsWords } from './statistics-words.ts'

const line = (beneficiary: 'referrer' | 'recipient') => ({
  side: 'billed' as const,
  beneficiary,
  event: 'released' as const,
  rewardId: '0197a1b2-0000-7000-8000-000000000001',
  orderNumber: '42',
  externalNumber: null,
  referralNumber: 'A7KM-Q2X9',
  happenedOn: '2026-11-05',
  rewardCents: 2500,
  feeCents: 500,
  taxesReward: false,
  vatPercent: 19,
  corrects: null,
  billedNumber: null,
})

test.each(rewardWords)(
  'where the reward is called %s, an agency reads that word in documents, reports and statistics',
  (rewardWord) => {
    const rows = rowsOf([line('referrer'), line('recipient')], rewardWord)
    const document = makeDocument(rows, { rewardWord })
    const { steps, heads } = statisticsWords('de', { rewardWord })
    const tenant = { address: 'Sie' as const, rewardWord }
    const said = [
      ...rows.map(({ text }) => text),
      ...notesOf(document),
      ...Object.values(steps),
      ...Object.values(heads),
      ...Object.values(csvHead).map((head) => say(head, { locale: 'de', tenant })),
    ]
    const [own, other] =
      rewardWord === 'Bonus' ? [/bon(us|i)/i, /prämi/i] : [/prämi/i, /bon(us|i)/i]
    expect(said.filter((text) => other.test(text))).toEqual([])
    expect(said.filter((text) => own.test(text))).toHaveLength(8)
    expect(statisticsWords('en', { rewardWord }).heads.euros).toBe('Rewards in euros')
  },
)
