import { expect, test } from 'vitest'
import { linkFor, shareAddress, placeChannels } from './share-targets.ts'

const link = 'https://sonnseite.example/k/W7KQ4MTX'
const message = { subject: 'Für dich: Strom & Gas', text: 'Hallo & guten Tag, 100 % Ökostrom' }
const channels = ['em', 'wa', 'fb', 'xi', 'li', 'tw', 'gm', 'ol', 'ya']

test('every channel carries the link with its own code, so that clicks are told apart', () => {
  for (const channel of channels) {
    const address = shareAddress(channel, link, message, '') ?? ''
    expect(decodeURIComponent(address)).toContain(`${link}?channel=${channel}`)
  }
})

test('spaces and ampersands of the text survive in mail programs', () => {
  const mail = shareAddress('em', link, message, '') ?? ''
  expect(mail).not.toContain('+')
  expect(new URL(mail).searchParams.get('subject')).toBe(message.subject)
  expect(new URL(mail).searchParams.get('body')).toBe(`${message.text}\n\n${link}?channel=em`)
})

test('a channel that is added to a link replaces the one that was there', () => {
  expect(linkFor(`${link}?channel=wa`, 'qr')).toBe(`${link}?channel=qr`)
})

test('a channel without an address has no button', () => {
  expect(shareAddress('co', link, message, '')).toBeNull()
})

test('Facebook’s dialog is used where the tenant has an app there', () => {
  expect(shareAddress('fb', link, message, '4711')).toContain('dialog/share?app_id=4711')
})

test('the page shows channels in the order of the tenant, beside the first way and behind “more”', () => {
  expect(placeChannels(['li', 'em', 'fb', 'wa', 'xx', 'tw'])).toEqual({
    beside: ['em', 'wa'],
    more: ['li', 'fb', 'tw'],
  })
  expect(placeChannels(['wa', 'em'])).toEqual({ beside: ['wa', 'em'], more: [] })
  expect(placeChannels(['ya'])).toEqual({ beside: [], more: ['ya'] })
})
