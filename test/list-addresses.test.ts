import { expect, test } from 'vitest'
import { ownNames } from '../src/web/ui/table/table-address.ts'
import { read, sources } from './helpers/sources.ts'

const lists = sources
  .map((file) => ({ file, text: read(file) }))
  .filter(({ text }) => /: TableSpec => \(|: TableSpec = \{/.test(text))
const namesIn = (text: string) => [
  ...[...text.matchAll(/\bfilters: \[([^\]]*)\]/g)].flatMap(([, names]) =>
    [...names!.matchAll(/'([^']+)'/g)].map(([, name]) => name!),
  ),
  ...[...text.matchAll(/\bparameter="([^"]+)"/g)].map(([, name]) => name!),
]

test('no filter and no record of a list has the name of a part of every list’s address', () => {
  expect(lists.length).toBeGreaterThan(15)
  expect(namesIn(lists.find(({ file }) => file.endsWith('/rewards-page.tsx'))!.text)).toEqual(
    expect.arrayContaining(['stand', 'betrag.ab', 'praemie']),
  )
  const reserved = new Set<string>(ownNames)
  expect(
    lists.flatMap(({ file, text }) =>
      namesIn(text)
        .filter((name) => reserved.has(name))
        .map((name) => `${file}: ${name}`),
    ),
  ).toEqual([])
})
