import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('the breakpoints have the names and widths of the specification, and none of the library’s own', () => {
  const css = readFileSync(resolve(import.meta.dirname, 'style.css'), 'utf8')
  const widths = [...css.matchAll(/--breakpoint-(\w+): (?:(\d+)(px|rem))/g)].map(
    ([, name, width, unit]) => [name, Number(width) * (unit === 'rem' ? 16 : 1)],
  )
  expect(Object.fromEntries(widths)).toEqual({ sm: 320, md: 768, lg: 1024, xl: 1440 })
  expect(css).toContain('--breakpoint-*: initial')
})
