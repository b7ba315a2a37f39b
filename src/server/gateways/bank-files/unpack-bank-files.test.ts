import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { unpackBankFiles } from './unpack-bank-files.ts'

const text = (files: Uint8Array[]) => files.map((one) => new TextDecoder().decode(one))

test('an archive gives its files, whatever they are called, and a single file itself', () => {
  const archive = zipSync({
    'a.xml': strToU8('<a/>'),
    '../../etc/b': strToU8('<b/>'),
    'folder/': new Uint8Array(),
    'folder/c.txt': [strToU8('<c/>'), { level: 0 }],
  })
  expect(text(unpackBankFiles(archive)).toSorted()).toEqual(['<a/>', '<b/>', '<c/>'])
  expect(text(unpackBankFiles(strToU8('<a/>')))).toEqual(['<a/>'])
})

test('an archive that is damaged, nested, too large or of too many files is refused as a whole', () => {
  const archive = zipSync({ a: strToU8('<a/>'.repeat(500)), b: strToU8('<b/>'.repeat(500)) })
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`${at}`, strToU8('x')]))
  const bomb = zipSync({ a: new Uint8Array(40 * 2 ** 20), b: new Uint8Array(11 * 2 ** 20) })
  expect(bomb.length).toBeLessThan(100_000)
  const lying = Uint8Array.from(bomb)
  // The sizes that the archive gives are not believed.
  new DataView(lying.buffer).setUint32(22, 10, true)
  for (const [bytes, said] of [
    [new Uint8Array(), 'empty'],
    [new Uint8Array(50 * 2 ** 20 + 1), 'larger than 50 MiB'],
    [zipSync({}), 'no files'],
    [zipSync({ a: archive }), 'another archive'],
    [zipSync(many), 'more than 100 files'],
    [bomb, 'more than 50 MiB'],
    [lying, 'more than 50 MiB'],
    [strToU8('PK but no archive'), 'damaged'],
  ] as const)
    expect(() => unpackBankFiles(bytes)).toThrow(said)
  for (let length = 3; length < archive.length - 22; length += 11)
    expect(() => unpackBankFiles(archive.subarray(0, length))).toThrow('damaged')
})
