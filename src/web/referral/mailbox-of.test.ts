import { expect, test } from 'vitest'
import { mailboxOf } from './mailbox-of.ts'

test('an address of a large provider leads to its mailbox, every other one nowhere', () => {
  expect(mailboxOf('anna@gmx.de', false)).toBe('https://www.gmx.net/')
  expect(mailboxOf('Anna.Nord@GMAIL.com', false)).toBe('https://mail.google.com/')
  for (const none of ['', 'anna', 'anna@post.example', 'a@constructor', 'a@evil.gmx.de@x.example'])
    expect(mailboxOf(none, false)).toBeNull()
  expect(mailboxOf('anna@gmx.de', true)).toBe('/demo/inbox')
})
