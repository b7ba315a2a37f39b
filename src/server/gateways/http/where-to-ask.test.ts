import { lookup } from 'node:dns/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../../../test/helpers/outside-server.ts'
import { fetchLimited } from './fetch-limited.ts'
import { checkTarget, judgeAddress, limitOutgoing, whyNotAsked } from './where-to-ask.ts'

let outside: OutsideServer
let here: { address: string; name: string }
beforeAll(async () => {
  outside = await startOutsideServer()
  outside.answer((_, response) => response.end('asked'))
  here = { address: outside.origin, name: outside.origin.replace('127.0.0.1', 'localhost') }
})
afterEach(() => limitOutgoing(null))
afterAll(() => outside.stop())

const ask = async (url: string, own: string | null = null) => {
  outside.requests.length = 0
  const kind = await fetchLimited(url, { timeoutMs: 5_000, maxBytes: 100, own }).then(
    ({ status }) => status,
    (error: { kind: string }) => error.kind,
  )
  return [kind, outside.requests.length]
}

describe('a server of this machine or a private network', () => {
  test('is not asked, by its address or by a name that leads to it, unless the installation names it', async () => {
    limitOutgoing({ listed: null })
    expect(await ask(here.address)).toEqual(['not-allowed', 0])
    // The system's own name: nothing says what it is but the look-up at the connection.
    expect((await lookup('localhost', 4)).address).toBe('127.0.0.1')
    expect(await ask(here.name)).toEqual(['not-allowed', 0])
    expect(await ask(here.name.replace('http', 'https'))).toEqual(['not-allowed', 0])

    limitOutgoing({ listed: ['127.0.0.1', 'localhost'] })
    expect([await ask(here.address), await ask(here.name)]).toEqual([
      [200, 1],
      [200, 1],
    ])
  })

  test('is asked for the installation’s own setting that names it, and for no other request', async () => {
    for (const listed of [null, ['feed.example']]) {
      limitOutgoing({ listed })
      expect(await ask(here.name, `${here.name}/realms/us`)).toEqual([200, 1])
      expect(await ask(here.address, here.address)).toEqual([200, 1])
      expect(await ask(here.name)).toEqual(['not-allowed', 0])
      // What a provider's metadata name elsewhere inside is not its own host.
      expect(await ask(here.address, here.name)).toEqual(['not-allowed', 0])
    }
  })

  test('is not meant by a list that only names what is above it', async () => {
    limitOutgoing({ listed: ['*.localhost'] })
    const url = here.address.replace('127.0.0.1', 'feed.localhost')
    // Some systems know no names below localhost.
    expect(await ask(url)).toEqual([expect.stringMatching(/^(not-allowed|unreachable)$/), 0])
    expect(whyNotAsked(new URL(url))).toBeNull()
  })

  test('is known in every spelling of its address', () => {
    limitOutgoing({ listed: null })
    for (const host of [
      '127.1',
      '2130706433',
      '0x7f.0.0.1',
      '0177.0.0.1',
      '10.1.2.3',
      '172.31.255.255',
      '192.168.0.1',
      '100.64.0.1',
      '169.254.169.254',
      '0.0.0.0',
      '255.255.255.255',
      '168.63.129.16',
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:a00:1]',
      '[fd00::1]',
      '[fe80::1]',
      '[64:ff9b::a00:1]',
      '[2002:a00:1::]',
      '[fd00:ec2::254]',
    ])
      expect([host, whyNotAsked(new URL(`https://${host}/`))]).toEqual([
        host,
        expect.stringMatching(/^Not asked: /),
      ])
    for (const host of ['8.8.8.8', '172.32.0.1', '[2a00:1450::1]', '[64:ff9b::808:808]'])
      expect([host, whyNotAsked(new URL(`https://${host}/`))]).toEqual([host, null])
  })
})

test('an address that tells a machine about itself is asked by nobody, also where it is named', () => {
  const named = ['169.254.169.254', 'fd00:ec2::254', '0.0.0.0', 'fe80::1']
  limitOutgoing({ listed: named })
  for (const host of ['169.254.169.254', '[fd00:ec2::254]', '0.0.0.0', '[fe80::1]']) {
    const url = new URL(`https://${host}/`)
    expect([host, whyNotAsked(url)]).toEqual([
      host,
      expect.stringMatching(/which no service has\.$/),
    ])
    expect(() => checkTarget(url, url.href)).toThrow(/which no service has\.$/)
  }
  expect(judgeAddress('fe80::1%eth0')).toBe('never')
  expect(judgeAddress('no address')).toBe('never')
})

test('with a list nobody else is asked', () => {
  limitOutgoing({ listed: ['feed.example', '*.cms.example'] })
  const asked = (host: string) => whyNotAsked(new URL(`https://${host}/secret?key=1`))
  for (const host of ['feed.example', 'FEED.example', 'feed.example.', 'a.b.cms.example'])
    expect([host, asked(host)]).toEqual([host, null])
  for (const host of [
    'cms.example',
    'notcms.example',
    'x.feed.example',
    'feed.example.evil',
    '8.8.8.8',
  ])
    expect([host, asked(host)]).toEqual([host, `Not asked: OUTBOUND_HOSTS does not name ${host}.`])
})

test('nobody off this machine is asked without TLS', () => {
  limitOutgoing({ listed: null })
  expect(whyNotAsked(new URL('http://feed.example/'))).toBe(
    'Not asked: http://feed.example is without TLS.',
  )
  limitOutgoing({ listed: ['feed.example'] })
  expect(whyNotAsked(new URL('http://feed.example/'))).toMatch(/without TLS/)
})
