import { expect, test } from 'vitest'
import { campaignParameters, channelIn, readCampaign, writeCampaign } from './campaign.ts'

test('the four parameters of a campaign are read from an address, and nothing else of it', () => {
  expect(
    readCampaign('?produkt=1&channel=wa&c=em&pk_campaign=Herbst&mtm_campaign=Winter&widget=1&t=x'),
  ).toEqual({ channel: 'wa', c: 'em', pk_campaign: 'Herbst', mtm_campaign: 'Winter' })
  for (const name of campaignParameters)
    expect(readCampaign(`?${name}=wa`)).toEqual({ [name]: 'wa' })
})

test.each(['', '?', '?widget=1', '?channel=', '?channel=%20&c=%00'])(
  '%s names no campaign',
  (search) => {
    expect(readCampaign(search)).toBeNull()
  },
)

test('what is written is read again, whatever is in it', () => {
  const campaign = { channel: 'wa', mtm_campaign: 'Sommer & Sonne; 50 % = gut, äöü "x"' }
  expect(readCampaign(writeCampaign(campaign))).toEqual(campaign)
  expect(writeCampaign({ mtm_campaign: 'b', channel: 'a' })).toBe(
    writeCampaign({ channel: 'a', mtm_campaign: 'b' }),
  )
})

test('a value is no longer than 80 characters and holds no line break', () => {
  expect(readCampaign(`?c=${'x'.repeat(300)}`)?.c).toHaveLength(80)
  expect(writeCampaign({ c: 'a\r\nSet-Cookie: b' })).not.toMatch(/%0[AD]/i)
})

test('channel names the channel, else c; names of campaigns do not', () => {
  expect(channelIn({ channel: 'wa', c: 'em' })).toBe('wa')
  expect(channelIn({ c: 'em', pk_campaign: 'fb' })).toBe('em')
  expect(channelIn({ pk_campaign: 'fb', mtm_campaign: 'wa' })).toBeUndefined()
  expect(channelIn(null)).toBeUndefined()
})
