import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareMailboxes, isEmail, mailboxOf, normaliseEmail } from './email.ts'

describe('normaliseEmail', () => {
  test('one spelling per address', () => {
    expect(normaliseEmail('  Eva.Muster@Firma.Example \n')).toBe('eva.muster@firma.example')
    expect(normaliseEmail('a@MU\u0308LLER.example')).toBe('a@xn--mller-kva.example')
  })

  test('a domain in letters beyond ASCII is one with its spelling for mail servers, and nothing else of an address is', () => {
    for (const spelling of [
      'ole@bücher.example',
      'OLE@BÜCHER.example',
      'ole@bu\u0308cher.example',
      'ole@ｂücher.example',
    ])
      expect([spelling, normaliseEmail(spelling)]).toEqual([spelling, 'ole@xn--bcher-kva.example'])
    expect(normaliseEmail('*@bücher.example')).toBe('*@xn--bcher-kva.example')
    // No domain: what follows a port or a path must not be cut off, and a number is no host.
    for (const other of [
      'a@bücher.example/x',
      'a@bücher.example:1@b',
      'a@bü cher.example',
      'a@bücher..example',
    ])
      expect(isEmail(normaliseEmail(other))).toBe(false)
    expect(isEmail('a@firma.１２')).toBe(false)
  })

  test('what is normal stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const once = normaliseEmail(text)
        expect(normaliseEmail(once)).toBe(once)
      }),
    )
  })
})

describe('isEmail', () => {
  test.each([
    'a@b.de',
    'eva.muster@firma.example',
    'eva+empfehlung@firma.example',
    "o'neill_x-1@sub.firma.co.uk",
    'a@müller.example',
    'a@xn--mller-kva.example',
    'a@1und1.example',
    `${'a'.repeat(64)}@firma.example`,
    'a@firma.xn--p1ai',
  ])('%s is one', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    '@',
    'a',
    'a@',
    '@b.de',
    'a@b',
    'a@localhost',
    'a@@b.de',
    'a@b@c.de',
    'a b@c.de',
    ' a@b.de',
    'a@b.de ',
    'a@b .de',
    '.a@b.de',
    'a.@b.de',
    'a..b@c.de',
    'a@.b.de',
    'a@b..de',
    'a@b.de.',
    'a@-b.de',
    'a@b-.de',
    'a@b.d',
    'a@1.2.3.4',
    'a@[127.0.0.1]',
    '"a b"@c.de',
    'a<b@c.de',
    'a,b@c.de',
    'a;b@c.de',
    'a:b@c.de',
    'a\\b@c.de',
    '(a)@b.de',
    'a@b.de\r\nBcc: x@y.de',
    'a\u0000@b.de',
    'müller@firma.example',
    'a@b_c.de',
    'mailto:a@b.de',
    `${'a'.repeat(65)}@firma.example`,
    `a@${'b'.repeat(64)}.example`,
    `a@${'b.'.repeat(126)}example`,
  ])('%j is none', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test('254 characters are the limit', () => {
    const domain = `${'b'.repeat(61)}.${'c'.repeat(61)}.${'d'.repeat(61)}.example`
    const longest = `${'a'.repeat(254 - domain.length - 1)}@${domain}`
    expect(longest).toHaveLength(254)
    expect(isEmail(longest)).toBe(true)
    expect(isEmail(`a${longest}`)).toBe(false)
  })

  test('every accepted address is safe in a mail header', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 40 }),
        fc.emailAddress(),
        (noise, address) => {
          for (const text of [noise, `${noise}${address}`, `${address}${noise}`]) {
            if (isEmail(text)) expect(text).not.toMatch(/[\s<>,;:"()\\]/)
          }
        },
      ),
    )
  })
})

test('several spellings of one mailbox compare as equal', () => {
  expect(mailboxOf('Ida+1@Post.example')).toBe('ida@post.example')
  expect(mailboxOf('i.d.a@googlemail.com')).toBe('ida@gmail.com')
  expect(mailboxOf('i.d.a@post.example')).toBe('i.d.a@post.example')
  expect(mailboxOf('ida+1@bücher.example')).toBe(mailboxOf('Ida@xn--bcher-kva.example'))
})

test('what two masked addresses have in common is said: one mailbox, alike, or nothing', () => {
  expect(compareMailboxes('ida.kern@post.example', 'Ida.Kern+2@post.example')).toBe('same')
  expect(compareMailboxes('ida.kern@post.example', 'idakern84@brief.example')).toBe('alike')
  expect(compareMailboxes('ida.kern@post.example', 'ina.kern@post.example')).toBe('other')
  expect(compareMailboxes('ida@post.example', 'ida@brief.example')).toBe('other') // too short to say so
  for (const gone of ['', 'deleted:1']) expect(compareMailboxes(gone, gone)).toBe('other')
})
