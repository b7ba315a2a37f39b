import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

test('the layout changes at 320, 768, 1024 and 1440 px and nowhere else', () => {
  const css = readFileSync(resolve(import.meta.dirname, 'style.css'), 'utf8')
  const widths = [...css.matchAll(/--breakpoint-(\w+): (?:(\d+)(px|rem))/g)].map(
    ([, name, width, unit]) => [name, Number(width) * (unit === 'rem' ? 16 : 1)],
  )
  expect(Object.fromEntries(widths)).toEqual({ sm: 320, md: 768, lg: 1024, xl: 1440 })
  expect(css).toContain('--breakpoint-*: initial')
})
