import { expect, test } from 'vitest'
import type { PageContext } from '../../contract/page-context.ts'
import { safeTarget } from './safe-target.ts'

const page = {
  tenant: {
    locales: ['de', 'en'],
    routes: { Dashboard: '/mein-bereich', Login: '/anmelden', Logout: '/abmelden' },
  } as unknown as PageContext['tenant'],
  locale: 'de',
  origin: 'https://a.example',
} as const
const personalArea = '/de/mein-bereich'

test.each(['/de/meinedaten', '/en/empfehlen/101?channel=wa', '/de', '/de/faq#konto'])(
  'login leads on to a page of the same host: %s',
  (target) => {
    expect(safeTarget(page, target)).toBe(target)
  },
)

test.each([
  null,
  '',
  'https://evil.example/de/x',
  '//evil.example/de/x',
  '/\\evil.example/de',
  '\\\\evil.example',
  'javascript:alert(1)',
  'de/meinedaten',
  '/api/v1/a/account/login',
  '/fr/meinedaten',
  '/\t/evil.example/de',
  ' //evil.example/de',
  'http://[',
])('login never leads away: %s', (target) => {
  expect(safeTarget(page, target)).toBe(personalArea)
})

test.each(['/de/anmelden', '/en/Anmelden/', '/de/abmelden?x=1'])(
  'login does not lead back to itself or out again: %s',
  (target) => {
    expect(safeTarget(page, target)).toBe(personalArea)
  },
)
