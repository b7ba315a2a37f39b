import { expect, test } from 'vitest'
import { ownTarget, providerLoginHref, readProviderLogin } from './provider-login.ts'

test('a login of the provider is https, or this machine, and has a place for the way back', () => {
  const good = 'https://www.anbieter.example/login?zurueck={ziel}'
  expect(readProviderLogin(good)).toBe(good)
  expect(readProviderLogin('http://localhost:4000/login?r={ziel}')).not.toBeNull()
  for (const bad of [
    '',
    'https://www.anbieter.example/login',
    'https://www.anbieter.example/{ziel}',
    'https://{ziel}/login?a=b',
    'https://{ziel}/login?a={ziel}x#{ziel}'.replace('https', 'http'),
    'javascript:alert(1)?{ziel}',
    'https://a.example/#?x={ziel}',
  ])
    expect(readProviderLogin(bad), bad).toBeNull()
  expect(providerLoginHref(good, '/de/meinedaten?edit=bank&x=1')).toBe(
    'https://www.anbieter.example/login?zurueck=%2Fde%2Fmeinedaten%3Fedit%3Dbank%26x%3D1',
  )
})

test('a login leads to pages of ours alone, and brings no token along', () => {
  const to = (target: string) => ownTarget(target, ['de', 'en'])
  expect(to('/de/meinedaten?edit=bank')).toBe('/de/meinedaten?edit=bank')
  expect(to('/de')).toBe('/de')
  expect(to('/en?x=1&token=abc')).toBe('/en?x=1')
  for (const bad of [
    '//evil.example/de',
    '/\\evil.example',
    '/de/..//evil.example',
    '/de/../../evil',
    '/fr/x',
    '/api/v1/standard',
    'https://evil.example/de',
    '/de\n/x',
    '/de\\@evil.example',
    '/\t/evil.example',
    'de',
    '',
  ])
    expect(to(bad), bad).toBeNull()
})
