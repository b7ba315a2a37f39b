import { expect, test } from 'vitest'
import { loggedReason } from './logged-reason.ts'
import { requestWays } from './person.ts'

const say = (action: string, reason: string | null) =>
  (['de', 'en'] as const).map((locale) => loggedReason({ action, reason }, locale))

test('a chosen reason is said in the reader’s language, with the note as it was written', () => {
  expect(say('review-refused', 'Dieser Vertrag wurde schon berücksichtigt. Siehe A-1')).toEqual([
    'Dieser Vertrag wurde schon berücksichtigt. Siehe A-1',
    'This contract has already been rewarded. Siehe A-1',
  ])
  expect(say('review-approved', 'Nachweise liegen vor und stimmen.')[1]).toBe(
    'Evidence was given and is right.',
  )
  expect(say('account-blocked', 'Rief an')).toEqual(['Rief an', 'Rief an'])
  expect(say('account-blocked', null)).toEqual([null, null])
})

test('how somebody asked for their data is no code, and the same word written by hand is left alone', () => {
  for (const way of requestWays)
    for (const said of say('person-exported', way)) expect(said).not.toBe(way)
  expect(say('account-blocked', 'telefon')).toEqual(['telefon', 'telefon'])
})
