import { describe, expect, test } from 'vitest'
import { channelModules, channelOf, channels, orderChannels } from './channels.ts'

describe('channelOf', () => {
  test('knows the codes of the wire in any case', () => {
    expect(channels.join(' ')).toBe('em fb wa xi li tw gm ol ya ns ln qr co of xx')
    for (const code of channels) {
      expect(channelOf(code)).toBe(code)
      expect(channelOf(` ${code.toUpperCase()} `)).toBe(code)
    }
  })

  test.each([undefined, '', 'zz', 'whatsapp', 'em,fb', '__proto__'])('keeps %j as xx', (text) => {
    expect(channelOf(text)).toBe('xx')
  })
})

test('the nine modules of the specification have a channel each', () => {
  expect(Object.keys(channelModules)).toHaveLength(9)
  expect(new Set(Object.values(channelModules)).size).toBe(9)
})

describe('orderChannels', () => {
  test('follows the values; -1 or less and no value are off', () => {
    expect(orderChannels({ em: 3, wa: 1, fb: 2, xi: -1, li: -5, tw: 0 })).toEqual([
      'tw',
      'wa',
      'fb',
      'em',
    ])
    expect(orderChannels({})).toEqual([])
    expect(orderChannels({ em: Number.NaN, wa: 1 })).toEqual(['wa'])
  })

  test('equal values keep the usual order, however they are written down', () => {
    expect(orderChannels({ wa: 1, em: 1, fb: 1 })).toEqual(['em', 'fb', 'wa'])
  })
})
