import { expect, test } from 'vitest'
import { hideQuery, isHidden } from './hidden-query.ts'

test('an address shows the names of its query and no value, which may be a key', () => {
  for (const [address, shown] of [
    ['https://a.example/k.json', 'https://a.example/k.json'],
    ['/produkt', '/produkt'],
    ['https://a.example/k.json?', 'https://a.example/k.json?'],
    ['https://a.example/k?key=geheim', 'https://a.example/k?key=••••AbCd'],
    [
      'https://a.example/k?key=ge=heim&x=&y=1#z',
      'https://a.example/k?key=••••AbCd&x=&y=••••AbCd#z',
    ],
    ['https://a.example/k?geheim', 'https://a.example/k?••••AbCd'],
    ['/pruefe?nummer={number}', '/pruefe?nummer={number}'],
    ['/pruefe?nummer=K{number}&key=x', '/pruefe?nummer=K{number}&key=••••AbCd'],
  ] as const) {
    expect(hideQuery(address, 'AbCd')).toBe(shown)
    // What is hidden stays as it is.
    expect(hideQuery(shown, 'other')).toBe(shown)
    expect(isHidden(shown)).toBe(shown !== address)
  }
})
