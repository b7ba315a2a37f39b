import { expect, test } from 'vitest'
import { countNarrowed, knownOf, noDaysOf, readTable, tableValues } from './table-address.ts'

const spec = {
  sorts: ['Datum', 'Wert'],
  fallsFirst: ['Datum'],
  filters: ['status', 'von', 'bis'],
  days: ['von', 'bis'],
}
const read = (address: string) => readTable(new URLSearchParams(address), spec)

test('each value of a filter stands in the address by itself, once, and comes back from it', () => {
  const query = read('status=offen&status=bezahlt&status=offen&status=')
  expect(query.filters).toEqual({ status: ['offen', 'bezahlt'] })
  expect(countNarrowed(query)).toBe(2)
  expect(tableValues(query, spec)).toEqual({ status: ['offen', 'bezahlt'] })
})

test('what is no day stays in the address and is named, whether or not it looks like one', () => {
  expect(noDaysOf(read('von=2026-02-31&bis=bald'), spec)).toEqual(['2026-02-31', 'bald'])
  expect(noDaysOf(read('von=2028-02-29'), spec)).toEqual([])
  expect(read('von=2026-02-31').filters).toEqual({ von: ['2026-02-31'] })
})

test('values that a list does not know add no row, and alone mean none', () => {
  const states = ['offen', 'bezahlt'] as const
  expect(knownOf(read(''), 'status', states)).toEqual([])
  expect(knownOf(read('status=quatsch&status=offen'), 'status', states)).toEqual(['offen'])
  expect(knownOf(read('status=quatsch'), 'status', states)).toBeNull()
})
