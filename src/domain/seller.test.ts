import { expect, test } from 'vitest'
import { isVatId, sellerStates, sellerVerdicts, stateAfter } from './seller.ts'

test('only what registered can be refused, and nothing that waits is stopped', () => {
  const possible = sellerStates.map((state) => [
    state,
    sellerVerdicts.filter((verdict) => stateAfter(state, verdict) !== null).join(' '),
  ])
  expect(Object.fromEntries(possible)).toEqual({
    registered: 'activate refuse',
    active: 'deactivate close',
    inactive: 'activate close',
    closed: 'activate',
  })
  expect(stateAfter('registered', 'refuse')).toBe('closed')
})

test('a German VAT id has a right check digit, others a possible shape', () => {
  for (const right of ['DE136695976', 'DE 136 695 976', 'ATU12345678', 'de136695976'])
    expect([right, isVatId(right)]).toEqual([right, true])
  for (const wrong of ['DE136695975', 'DE13669597', 'DE036695976', '136695976', 'D', ''])
    expect([wrong, isVatId(wrong)]).toEqual([wrong, false])
})
