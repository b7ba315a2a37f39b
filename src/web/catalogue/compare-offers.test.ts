import { expect, test } from 'vitest'
import { mostCompared, readIds, toggleId } from './compare-choice.ts'
import { compareOffers } from './compare-offers.ts'
import type { ComparedOffer } from './offer.ts'

const offer = (part: Partial<ComparedOffer>): ComparedOffer => ({
  id: '1',
  title: 'Mobil M',
  descriptions: ['40 GB'],
  monthlyCents: 1999,
  oneOffCents: 0,
  priceText: null,
  promotion: null,
  promotionCents: null,
  productClass: '',
  classUnit: null,
  manufacturer: null,
  deviceType: null,
  deviceName: null,
  tariffName: null,
  top: null,
  position: 1,
  rewardCents: 5000,
  footnotes: [],
  picture: '',
  ...part,
})

const rowsOf = (offers: ComparedOffer[]) =>
  Object.fromEntries(compareOffers(offers, 'de').map((row) => [row.name, row]))

test('what differs is marked, and the best price and bonus, of which there may be two', () => {
  const rows = rowsOf([
    offer({ rewardCents: 5000, monthlyCents: 3999, promotionCents: 1999 }),
    offer({ rewardCents: 11000, monthlyCents: 1999, oneOffCents: 4900 }),
    offer({ rewardCents: 11000, monthlyCents: 2499 }),
  ])
  expect(rows['bonus']).toMatchObject({
    cells: ['50\u00a0€', '110\u00a0€', '110\u00a0€'],
    differs: true,
    best: [false, true, true],
  })
  expect(rows['monthly']).toMatchObject({ differs: true, best: [true, true, false] })
  expect(rows['oneOff']).toMatchObject({ best: [true, false, true] })
  expect(rows['points']).toMatchObject({ differs: false, cells: [['40 GB'], ['40 GB'], ['40 GB']] })
})

test('what is alike is best nowhere', () => {
  for (const row of compareOffers([offer({}), offer({ id: '2' })], 'de')) {
    expect(row.differs, row.name).toBe(false)
    expect(row.best).toEqual([false, false])
  }
})

test('rows that none of the offers has are left out; those that one has say who has nothing', () => {
  const rows = rowsOf([
    offer({ monthlyCents: 3999, promotionCents: 1999, promotion: 'Ein halbes Jahr günstiger' }),
    offer({ manufacturer: 'Kiebitz' }),
  ])
  expect(Object.keys(rows)).toEqual([
    'bonus',
    'monthly',
    'regular',
    'promotion',
    'oneOff',
    'manufacturer',
    'points',
  ])
  expect(rows['regular']?.cells).toEqual(['39,99\u00a0€', null])
  expect(rows['regular']?.best).toEqual([false, false])
  expect(rows['manufacturer']).toMatchObject({ cells: [null, 'Kiebitz'], differs: true })
})

test('ids come in one parameter or in several, each once, and nothing else comes with them', () => {
  const read = (query: string) => readIds(new URLSearchParams(query))
  expect(read('ids=201,202,201')).toEqual(['201', '202'])
  expect(read('ids=201&ids=202&x=1')).toEqual(['201', '202'])
  expect(read('ids=')).toEqual([])
  expect(read('')).toEqual([])
  expect(read('ids=%3Cscript%3E,../etc,a b')).toEqual([])
  expect(read(`ids=${Array.from({ length: 900 }, (_, index) => index).join(',')}`)).toHaveLength(50)
})

test('a fourth one is refused, and one that is there is taken out', () => {
  expect(toggleId([], 'a')).toEqual(['a'])
  expect(toggleId(['a', 'b', 'c'].slice(0, mostCompared), 'd')).toBeNull()
  expect(toggleId(['a', 'b', 'c'], 'b')).toEqual(['a', 'c'])
})
