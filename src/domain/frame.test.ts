import { expect, test } from 'vitest'
import { readFrame, siteUrl } from './frame.ts'

const flags = { on: true, site: 'https://www.anbieter.example/privat', path: '', page: '' }

test('a frame is for exactly the configured origins, and for none while the module is off', () => {
  expect(readFrame(flags)).toEqual({
    origins: ['https://www.anbieter.example'],
    recommendUrl: null,
  })
  expect(readFrame({ ...flags, page: 'https://aktion.example/empfehlen?a=1' })).toEqual({
    origins: ['https://www.anbieter.example', 'https://aktion.example'],
    recommendUrl: 'https://aktion.example/empfehlen?a=1',
  })
  expect(readFrame({ ...flags, on: false })).toBeNull()
  expect(readFrame({ ...flags, site: '' })).toBeNull()
})

test.each([
  '/service/empfehlen',
  'service/empfehlen',
  '//service/empfehlen',
  '\\service/empfehlen',
])('a path is one of the provider’s site: %s', (path) => {
  expect(readFrame({ ...flags, path })).toEqual({
    origins: ['https://www.anbieter.example'],
    recommendUrl: 'https://www.anbieter.example/service/empfehlen',
  })
})

test.each([
  '*',
  'https://*',
  'https://*.example',
  'https://a.example;script-src *',
  "https://a.example' 'unsafe-inline",
  'https://a,b.example',
  'http://anbieter.example',
  'javascript:alert(1)',
  'data:text/html,x',
  'anbieter.example',
  'https://name:wort@anbieter.example',
])('what is no address of a site frames nothing: %s', (site) => {
  const origins = readFrame({ ...flags, site })?.origins ?? []
  for (const origin of origins) expect(origin).toMatch(/^https:\/\/[a-z0-9.-]+$/)
  if (!/;|'/.test(site)) expect(siteUrl(site)).toBeNull()
})

test('on the machine itself a page without TLS may frame, for development', () => {
  expect(siteUrl('http://localhost:4000/')?.origin).toBe('http://localhost:4000')
  expect(siteUrl('http://anbieter.localhost:4000/')?.origin).toBe('http://anbieter.localhost:4000')
})
