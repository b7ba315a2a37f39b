import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { keptAnswersOf } from './kept-answers.ts'

const app = () => ({}) as FastifyInstance

test('what was kept is the same object until another is kept in its place, and each app has its own', () => {
  const [one, other] = [app(), app()]
  const body = { Titel: 'Handys' }
  keptAnswersOf(one).keep('handys', { tag: '"1"', body, length: 10 })
  expect(keptAnswersOf(one).get('handys')?.body).toBe(body)
  expect(Object.isFrozen(body)).toBe(true)
  expect(keptAnswersOf(other).get('handys')).toBeUndefined()
  keptAnswersOf(one).keep('handys', { tag: '"2"', body: {}, length: 10 })
  expect(keptAnswersOf(one).get('handys')?.tag).toBe('"2"')
})

test('it takes no more than four million characters: what nobody asked for the longest goes first', () => {
  const answers = keptAnswersOf(app())
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
