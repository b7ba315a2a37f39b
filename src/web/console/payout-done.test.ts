import { expect, test } from 'vitest'
import { payoutsDone, stillTrue } from './payout-done.ts'
import type { Payout } from './payout-state.tsx'

const file = (more: Partial<Payout['files'][number]> = {}): Payout['files'][number] => ({
  id: 'A',
  part: 1,
  payments: 1,
  cents: 5_000,
  executionOn: '2026-11-19',
  hash: 'abc',
  cancelBy: null,
  isOwnCancel: false,
  atBank: null,
  isCancelled: false,
  payees: null,
  toldBy: null,
  isOwnTold: false,
  cannotTell: null,
  untoldFrom: null,
  untoldBy: null,
  ...more,
})
const payout = (state: Payout['state'], ...files: Payout['files']) => ({
  state,
  files,
  inTransit: files.length,
})

test('that files are being written is said until they are there, and that they are until the bank has them', () => {
  expect(stillTrue('released', payout('freigegeben'))).toBe('released')
  expect(stillTrue('released', payout('freigegeben', file()))).toBe('released')
  expect(stillTrue('released', payout('erteilt', file()))).toBe('ready')
  expect(stillTrue('released', payout('erteilt', file({ atBank: 'hat' })))).toBe(null)
  expect(stillTrue('released', payout('erteilt', file({ isCancelled: true })))).toBe(null)
})

test('what waits for a second person is said until that one has decided', () => {
  expect(stillTrue('waits', payout('offen'))).toBe('waits')
  expect(stillTrue('waits', payout('freigegeben'))).toBe(null)
  expect(stillTrue('proposedCancel', payout('erteilt', file({ cancelBy: 'Jan' })))).toBe(
    'proposedCancel',
  )
  const both = file({ cancelBy: 'Jan', isCancelled: true })
  expect(stillTrue('proposedCancel', payout('erteilt', both))).toBe(null)
  expect(stillTrue('told', payout('erteilt', file({ toldBy: 'Jan' })))).toBe('told')
  expect(stillTrue('told', payout('erteilt', file()))).toBe(null)
  expect(stillTrue('untold', payout('erteilt', file({ atBank: 'ausgefuehrt' })))).toBe(null)
})

test('of a proposal that is over nothing is said as if it were open', () => {
  for (const done of payoutsDone)
    if (['waits', 'out', 'released'].includes(done))
      expect(stillTrue(done, payout('zurueckgezogen'))).toBe(null)
})
