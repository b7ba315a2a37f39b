import { expect, test } from 'vitest'
import { safeJson } from './hydration.ts'

test('no text of a page can end the script element that carries it', () => {
  const text = '</script><script>alert(1)</script>\u2028<!--'
  const json = safeJson({ text })
  expect(json).not.toContain('<')
  expect(json).not.toContain('\u2028')
  expect(JSON.parse(json)).toEqual({ text })
})
