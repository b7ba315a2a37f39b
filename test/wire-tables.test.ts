import { expect, test } from 'vitest'
import {
  callsIn,
  tableOf,
  webCalls,
  webSources,
  wireTable,
  wireTables,
} from '../scripts/wire-tables.ts'
import { type EndpointName, endpoints } from '../src/contract/endpoints.ts'

// The build leaves calls out of the browser's bundle that no page makes. One left out that a page does make would fail in the
// browser alone.

test('the wire’s tables contain every call that pages make, once, and no others', () => {
  const called = [...webCalls()].toSorted()
  expect(called.length).toBeGreaterThan(100)
  const built = wireTables.flatMap((table) => Object.keys(wireTable(table, new Set(called))))
  expect(built.toSorted()).toEqual(called)
})

/** Files that make calls of an area and neither belong to it nor add its table, and why that works in a browser. */
const elsewhere = {
  'src/web/runtime/choose-language.ts':
    'on paths of the area alone, where all-pages.ts has added it',
  'src/web/account/invited-registration.tsx': 'its form is sent as a document: the server calls',
}

test('a call of an area is made by its pages, by what adds its table, or for a reason', () => {
  const folders = {
    'virtual:wire-agency': 'agency',
    'virtual:wire-sales-partner': 'sales-partner',
    'virtual:wire-console': 'console',
    'virtual:wire-person': 'none: its page adds it',
    'virtual:wire-office': 'none: each file adds it',
  }
  const lackTable = webSources().filter(([path, source]) =>
    callsIn(source).some((name) => {
      const table = tableOf(endpoints[name as EndpointName])
      if (table === 'virtual:wire') return false
      return !path.startsWith(`src/web/${folders[table]}/`) && !source.includes(`'${table}'`)
    }),
  )
  expect(lackTable.map(([path]) => path).toSorted()).toEqual(Object.keys(elsewhere).toSorted())
})

test('calls are found over lines, and one by a name that is not written there is an error', () => {
  expect(
    callsIn(
      "import { callApi } from './api.ts'\nawait callApi(\n  pageOf(context),\n  'login', {})",
    ),
  ).toEqual(['login'])
  for (const source of [
    'callApi(page, name, {})',
    'const call = callApi',
    'wire.showFile[1]',
    "callApi(page, isNew ? 'a' : 'b')",
  ])
    expect(() => callsIn(source)).toThrow('needs the name itself')
})
