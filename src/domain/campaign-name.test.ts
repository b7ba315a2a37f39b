import { expect, test } from 'vitest'
import { campaignName, noWay, wayOf } from './campaign-name.ts'

test.each([
  'Herbst',
  'sommer-2026',
  'Newsletter 11/2026',
  'Für Freunde & Familie',
  'a',
  '20261121',
  'Mailing 2026-11-21',
  'Herbst_20261121_B2',
  'newsletter-herbst-2026',
  'KW 47/2026',
  'B2B-Partner',
  'Sommer 2026/27',
])('a campaign keeps its name: %s', (name) => {
  expect(campaignName({ mtm_campaign: name })).toBe(name)
})

test.each([
  'mara.lindenau@post.example', // an address
  'k-4915112345678', // a phone number
  '9f86d081884c7d65', // a key
  'MZXW6YTBOI2DSNRTGQ', // a number of ours
  '0171 2345678',
  '0049-171-23-45-67',
  '+49 171 2345678',
  'k 12345678',
  '12345678',
  '19850312',
  '20261121 20261122',
  '٠١٧١٢٣٤٥٦٧٨',
  'DE89 3704 0044 0532 0130 00', // an account
  'Anna Schmidt 12.03.1985', // a birthday
  'Anna 3/12/85',
  'anna.schmidt(at)mail.de',
  'anna.schmidt at mail.de',
  'ABCDEFGH9JKMNPQR', // a number of ours
  'dBjftJeZ4CVP-mB92K27uh', // a token
  'x-dBjftJeZ4CVP-mB92K27uh',
  '550e8400-e29b-41d4-a716-446655440000',
  `${'x'.repeat(50)}`,
  '<script>',
  '=1+1',
  "' or 1=1",
  '',
  '   ',
])('what could tell a person apart, or is no name, is not kept: %s', (name) => {
  expect(campaignName({ mtm_campaign: name })).toBeNull()
})

test('mtm_campaign goes before pk_campaign; a channel is no campaign', () => {
  expect(campaignName({ mtm_campaign: 'a', pk_campaign: 'b' })).toBe('a')
  expect(campaignName({ pk_campaign: 'b', c: 'wa' })).toBe('b')
  expect(campaignName({ channel: 'wa', c: 'em' })).toBeNull()
  expect(campaignName(null)).toBeNull()
})

test('an address that says anything counts as a whole; what is remembered counts where it says nothing', () => {
  const remembered = { channel: 'em', mtm_campaign: 'Herbst' }
  expect(wayOf({ channel: 'wa' }, remembered)).toEqual({ channel: 'wa', campaign: null })
  expect(wayOf({ mtm_campaign: 'Winter' }, remembered)).toEqual({
    channel: 'xx',
    campaign: 'Winter',
  })
  expect(wayOf(null, remembered)).toEqual({ channel: 'em', campaign: 'Herbst' })
  expect(wayOf(null, null)).toEqual(noWay)
  expect(wayOf({ c: 'carrier-pigeon' })).toEqual({ channel: 'xx', campaign: null })
})
