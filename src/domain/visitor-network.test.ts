import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visitorNetwork, visitorSite } from './visitor-network.ts'

test('all addresses of one /64 are one visitor, the neighbouring /64 is another', () => {
  const one = [
    '2001:db8:1:2::1',
    '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
    '2001:db8:1:2:3:4:5:6',
    '2001:db8:1:2::192.0.2.1',
  ]
  for (const address of one) expect(visitorNetwork(address)).toBe('2001:db8:1:2::/64')
  expect(visitorNetwork('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect(visitorNetwork('::1')).toBe('0:0:0:0::/64')
  expect(visitorNetwork('fe80::1%eth0')).toBe('fe80:0:0:0::/64')
})

test('IPv4 counts whole, however it is written', () => {
  const written = ['192.0.2.1', '::ffff:192.0.2.1', '::FFFF:c000:201', '0:0:0:0:0:ffff:192.0.2.1']
  for (const address of written) expect(visitorNetwork(address)).toBe('192.0.2.1')
  expect(visitorNetwork('192.0.2.2')).toBe('192.0.2.2')
  // NAT64, and only its /96.
  for (const address of ['64:ff9b::192.0.2.1', '64:FF9B:0:0:0:0:c000:201'])
    expect(visitorNetwork(address)).toBe('192.0.2.1')
  expect(visitorNetwork('64:ff9b:1::192.0.2.1')).toBe('64:ff9b:1:0::/64')
})

test('a port makes no other visitor', () => {
  for (const port of ['', ':1', ':65535']) {
    expect(visitorNetwork(`192.0.2.1${port}`)).toBe('192.0.2.1')
    expect(visitorNetwork(`[::ffff:192.0.2.1]${port}`)).toBe('192.0.2.1')
    expect(visitorNetwork(`[64:ff9b::192.0.2.1]${port}`)).toBe('192.0.2.1')
    expect(visitorNetwork(`[2001:DB8:1:2::1]${port}`)).toBe('2001:db8:1:2::/64')
    expect(visitorNetwork(`[fe80::1%eth0]${port}`)).toBe('fe80:0:0:0::/64')
  }
})

test('what is no address is itself', () => {
  for (const text of [
    '',
    'unknown',
    '1::2::3',
    '1:2:3',
    '::g',
    '::ffff:300.0.2.1',
    '1:2:3:4:5:6:7:8:9',
  ])
    expect(visitorNetwork(text)).toBe(text)
})

test('every spelling of an address is the same visitor', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(0xffff), { minLength: 8, maxLength: 8 }), (groups) => {
      const plain = groups.map((group) => group.toString(16)).join(':')
      const padded = groups.map((group) => group.toString(16).padStart(4, '0')).join(':')
      expect(visitorNetwork(padded)).toBe(visitorNetwork(plain))
      // Node's own URL parser writes the shortest form.
      const short = new URL(`http://[${plain}]/`).hostname.slice(1, -1)
      expect(visitorNetwork(short)).toBe(visitorNetwork(plain))
    }),
  )
})

test('an IPv6 address is in a /48, an IPv4 address in none', () => {
  expect(visitorSite('2001:db8:1:2::1')).toBe('2001:db8:1::/48')
  expect(visitorSite('[2001:DB8:1:ffff::1]:443')).toBe('2001:db8:1::/48')
  for (const address of ['192.0.2.1', '::ffff:192.0.2.1', 'unknown'])
    expect(visitorSite(address)).toBeNull()
})
