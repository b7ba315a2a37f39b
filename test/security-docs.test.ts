import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  fillTables,
  securityPages,
  securityTables,
  tablesIn,
} from '../scripts/security/write-security.ts'

const root = resolve(import.meta.dirname, '..')
const pages = securityPages(root)

test('the tables of docs/security say what the code says: `npm run coverage` writes them', () => {
  for (const [file, text] of pages) expect([file, text]).toEqual([file, fillTables(text)])
})

test('every table from the code stands on one page', () => {
  const shown = pages.flatMap(([, text]) => tablesIn(text))
  expect(shown.toSorted()).toEqual(Object.keys(securityTables).toSorted())
})

test('a page that says something else than the code is found', () => {
  const page = '<!-- from the code: sessions -->\n\n| session of | for ever |\n\n<!-- end -->\n'
  expect(tablesIn(page)).toEqual(['sessions'])
  expect(fillTables(page)).not.toBe(page)
  expect(fillTables(fillTables(page))).toBe(fillTables(page))
  expect(() => fillTables(page.replace('sessions', 'nothing'))).toThrow('no table nothing')
})
