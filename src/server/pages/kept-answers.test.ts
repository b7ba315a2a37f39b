import { expect, test } from 'vitest'
import { makeKeptAnswers } from './kept-answers.ts'

test('what was kept is the same object until another is kept in its place, and each app has its own', () => {
  const [one, other] = [makeKeptAnswers(), makeKeptAnswers()]
  const body = { Titel: 'Handys' }
  one.keep('handys', { tag: '"1"', body, length: 10 })
  expect(one.get('handys')?.body).toBe(body)
  expect(Object.isFrozen(body)).toBe(true)
  expect(other.get('handys')).toBeUndefined()
  one.keep('handys', { tag: '"2"', body: {}, length: 10 })
  expect(one.get('handys')?.tag).toBe('"2"')
})

test('it takes no more than four million characters: what nobody asked for the longest goes first', () => {
  const answers = makeKeptAnswers()
  const keep = (key: string, length: number) => answers.keep(key, { tag: key, body: {}, length })
  for (const key of ['a', 'b', 'c', 'd']) keep(key, 1_000_000)
  answers.get('a')
  keep('e', 1_000_000)
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => answers.get(key))).toEqual(['a', 'c', 'd', 'e'])
  keep('huge', 5_000_000)
  expect(['a', 'b', 'c', 'd', 'e', 'huge'].filter((key) => answers.get(key))).toEqual([])
  keep('f', 1)
  expect(answers.get('f')).toBeDefined()
})
