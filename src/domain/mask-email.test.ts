import { expect, test } from 'vitest'
import { maskEmail } from './mask-email.ts'

test('only the first letter and the domain are left, whatever the length', () => {
  expect(maskEmail('mara.lindenau@post.example')).toBe('m***@post.example')
  expect(maskEmail('m@post.example')).toBe('m***@post.example')
  for (const text of ['', '@post.example', 'niemand']) expect(maskEmail(text)).toBe('***')
})
