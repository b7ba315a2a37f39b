import { expect, test } from 'vitest'
import { startProgress } from './progress.ts'

function run(isTTY: boolean, steps = 50): string {
  let written = ''
  const stream = { isTTY, write: (text: string) => ((written += text), true) } as NodeJS.WriteStream
  const progress = startProgress('Orders', stream)
  for (let done = 0; done <= steps; done++) progress.show(done, steps)
  progress.end()
  return written
}

test('a terminal gets one bar with numbers, redrawn in its line', () => {
  const text = run(true)
  expect(text.endsWith(`[${'#'.repeat(30)}] 50/50\n`)).toBe(true)
  expect(text.split('\n')).toHaveLength(2)
})

test('a log gets ten plain lines', () => {
  expect(run(false).trim().split('\n')).toHaveLength(10)
  expect(run(false, 4_321).trim().split('\n')).toHaveLength(10)
})

test('a log gets one line of a few steps, not one for each', () => {
  expect(run(false, 12)).toBe('Orders 12/12\n')
})
