import { expect, test } from 'vitest'
import { readVoucherFile } from './read-voucher-file.ts'

const read = (text: string) => {
  const file = readVoucherFile(text)
  return (
    file && [
      file.rows.map(({ code, cents, expiresOn }) => [code, cents, expiresOn?.toString() ?? null]),
      file.refused.map(({ line, reason }) => [line, reason]),
    ]
  )
}

test('codes are read with their amount and, where the file has them, their last day', () => {
  expect(read('code;amount\nA;12,50\n')).toEqual([[['A', 1250, null]], []])
  expect(read('\ufeffCode,Cents,Expires\nA,1250,2027-12-31\nB,5,31.01.2028\nC,5,\nD,5\n')).toEqual([
    [
      ['A', 1250, '2027-12-31'],
      ['B', 5, '2028-01-31'],
      ['C', 5, null],
      ['D', 5, null],
    ],
    [],
  ])
})

test('a line that is not understood is named and never guessed', () => {
  expect(
    read(
      'code;cents;expires\nA;1;30.02.2027\nB;1;2027-02-30\nC;1;12/2027\nD;1,5;\nE\nF;1;;x\n"G;1;\n',
    ),
  ).toEqual([
    [],
    [
      [2, 'day'],
      [3, 'day'],
      [4, 'day'],
      [5, 'amount'],
      [6, 'cells'],
      [7, 'cells'],
      [8, 'quote'],
    ],
  ])
  // Without the column a third cell is none of ours.
  expect(read('code;cents\nA;1;31.12.2027\n')).toEqual([[], [[2, 'cells']]])
})

test.each(['', 'A;1\n', 'code\nA\n', 'code;price\nA;1\n', 'code;cents;until\nA;1;x\n'])(
  'a file without the header is refused: %j',
  (text) => expect(readVoucherFile(text)).toBeNull(),
)
