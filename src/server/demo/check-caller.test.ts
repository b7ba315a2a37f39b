import { expect, test } from 'vitest'
import { isOwnCaller } from './check-caller.ts'

const post = (headers: Record<string, string>) => isOwnCaller({ method: 'POST', headers })
const get = (headers: Record<string, string>) => isOwnCaller({ method: 'GET', headers })

test('a script on this machine may call, under each loopback name', () => {
  for (const host of [
    'localhost:3000',
    '127.0.0.1:3000',
    '[::1]:3000',
    'telko.localhost:3000',
    'localhost',
    'LOCALHOST:3000',
  ]) {
    expect(post({ host }), host).toBe(true)
  }
})

test('a name that a stranger points at this machine is refused', () => {
  for (const host of [
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'notlocalhost',
    '192.168.0.7:3000',
    '0.0.0.0:3000',
    '',
    'a b',
  ]) {
    expect(post({ host }), host).toBe(false)
    expect(get({ host }), host).toBe(false)
  }
  expect(get({})).toBe(false)
})

test('a form of any tenant of ours may call, a page of another server or port may not', () => {
  const host = 'localhost:3000'
  for (const origin of [
    'http://localhost:3000',
    'http://telko.localhost:3000',
    'http://127.0.0.1:3000',
    'http://[::1]:3000',
  ]) {
    expect(post({ host, origin, 'sec-fetch-site': 'cross-site' }), origin).toBe(true)
  }
  for (const origin of [
    'http://evil.example',
    'http://evil.example:3000',
    'http://localhost:8080',
    'http://localhost',
    'https://localhost',
    'null',
    '',
    'file://localhost:3000',
  ]) {
    expect(post({ host, origin }), origin).toBe(false)
    expect(get({ host, origin }), origin).toBe(false)
  }
})

test('the default port is a port like any other', () => {
  expect(post({ host: 'localhost', origin: 'http://telko.localhost' })).toBe(true)
  expect(post({ host: 'localhost', origin: 'https://telko.localhost' })).toBe(true)
  expect(post({ host: 'localhost', origin: 'http://localhost:81' })).toBe(false)
})

test('without an Origin the browser says where a call comes from: only opening a page is free', () => {
  const host = 'localhost:3000'
  for (const site of ['cross-site', 'same-site']) {
    expect(post({ host, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(false)
    expect(get({ host, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' })).toBe(false)
    expect(get({ host, 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' })).toBe(true)
  }
  expect(post({ host, 'sec-fetch-site': 'same-origin' })).toBe(true)
  expect(get({ host, 'sec-fetch-site': 'none' })).toBe(true)
})
