import { expect, test } from 'vitest'
import { isLatinName } from './latin-name.ts'
import { sepaText } from './payout.ts'

test('a name in Latin letters is one, with all their marks and signs, and can be written into a bank file', () => {
  const names = [
    'Lena Sommer',
    'Ñandú Gößwein-Łuczak',
    'Nguyễn Văn Đức',
    'İpek Işık',
    'O’Neill',
    'Oʻtkir',
    'Müller & Söhne 24 GmbH',
    'Þórður',
  ]
  for (const name of names) {
    expect([name, isLatinName(name)]).toEqual([name, true])
    expect([name, isLatinName(name.normalize('NFD'))]).toEqual([name, true])
    expect(sepaText(name, 70).length).toBeGreaterThan(4)
  }
})

test('a name with a letter of another script is none, nor is one without a letter or digit', () => {
  for (const name of [
    'Иван Петров',
    'Γιώργος',
    '王小明',
    'Li 王',
    'محمد',
    'דוד',
    'さくら',
    'Аnna' /* Cyrillic А */,
    '--',
    ' ',
    '…',
    '',
  ])
    expect([name, isLatinName(name)]).toEqual([name, false])
})
