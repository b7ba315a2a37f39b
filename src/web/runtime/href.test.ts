import { expect, test } from 'vitest'
import { carryAlong, href, loginHref, otherLanguage } from './href.ts'

const tenant = {
  routes: {
    Homepage: '/',
    Recommendation: '/werben/:produktId',
    Login: '/anmelden',
    Reward: '/praemie',
  },
}

test('a path takes the tenant’s route, and values without a place become the query', () => {
  expect(href(tenant, 'de', 'Homepage')).toBe('/de')
  expect(href(tenant, 'en', 'Recommendation', { produktId: '10/1', channel: 'wa' })).toBe(
    '/en/werben/10%2F1?channel=wa',
  )
})

test('a place of a path that may be empty leaves nothing behind', () => {
  const own = { routes: { ...tenant.routes, Admin: '/admin/:adminLoginToken?' } }
  expect(href(own, 'de', 'Admin', { redirect: '/de' })).toBe('/de/admin?redirect=%2Fde')
  expect(href(own, 'de', 'Admin', { adminLoginToken: 'x' })).toBe('/de/admin/x')
})

test('login leads back to where someone wanted to go, query included', () => {
  expect(loginHref({ tenant, locale: 'de' }, '/de/bereich?a=1&b=2')).toBe(
    '/de/anmelden?redirect=%2Fde%2Fbereich%3Fa%3D1%26b%3D2',
  )
})

test('widget and campaign stay with a visitor, other parameters do not', () => {
  expect(carryAlong('/de/code', '?widget=1&pk_campaign=mai&t=secret')).toBe(
    '/de/code?widget=1&pk_campaign=mai',
  )
  expect(carryAlong('/de/code?channel=co', '?channel=wa')).toBe('/de/code?channel=co')
  expect(carryAlong('/de/code', '')).toBe('/de/code')
})

test('another language is the same page with its query', () => {
  expect(otherLanguage('/de/code', '?widget=1', 'en')).toBe('/en/code?widget=1')
  expect(otherLanguage('/de', '', 'en')).toBe('/en')
})
