import { beforeEach, expect, test } from 'vitest'
import { standard } from '../demo/demo-tenants.ts'
import { limitOutgoing } from '../gateways/http/where-to-ask.ts'
import { readTenantFile } from './tenant-file.ts'

// As in the demo, whose services are on this machine.
beforeEach(() => limitOutgoing(null))

test.each([
  ['http://cms.example', true],
  ['https://name:word@cms.example', true],
  ['https://cms.example', false],
  ['http://127.0.0.1:5000', false],
])('a content service at %s is refused: %s', (url, isRefused) => {
  const contentService = { url, clientId: 'a', schemas: {}, refreshSeconds: 60 }
  const read = readTenantFile(JSON.stringify({ contentService }))
  const problems = 'problems' in read ? read.problems : []
  expect(problems.some((problem) => problem.startsWith('contentService'))).toBe(isRefused)
})

test('an entry of the whitelist or the block list that matches nobody is refused and named', () => {
  const read = readTenantFile(
    JSON.stringify({
      flags: { EmailWhitelist: ['*@firma.example', 'firma.example'] },
      blockedEmails: {
        single: ['eva@firma.example', 'eva'],
        wildcard: ['@firma.example', '*@x.de'],
      },
    }),
  )
  const problems = 'problems' in read ? read.problems : []
  expect(
    problems.filter((problem) => problem.includes('mail') || problem.includes('Emails')),
  ).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^flags\.EmailWhitelist\.1: .* matches nobody$/),
      'blockedEmails.single.1: is not an e-mail address',
      expect.stringMatching(/^blockedEmails\.wildcard\.0: .* matches nobody$/),
    ]),
  )
  expect(problems.join()).not.toMatch(/EmailWhitelist\.0|single\.0|wildcard\.1/)
})

test('a theme with too little contrast is refused, with the contrast each pair has and needs', () => {
  const problemsWith = (colours: object) => {
    const theme = { ...standard.tenant.theme }
    const read = readTenantFile(
      JSON.stringify({
        ...standard.tenant,
        theme: { ...theme, colours: { ...theme.colours, ...colours } },
      }),
    )
    return 'problems' in read ? read.problems : []
  }
  expect(problemsWith({})).toEqual([])
  const white = { background: '#ffffff', surface: '#ffffff' }
  expect(problemsWith({ ...white, text: '#777777' })).toEqual([
    'theme.colours.text: has 4.47:1 on background, and 4.5:1 is the least',
    'theme.colours.text: has 4.47:1 on surface, and 4.5:1 is the least',
  ])
  expect(problemsWith({ ...white, text: '#767676' })).toEqual([])
  expect(problemsWith({ onPrimary: standard.tenant.theme.colours.primary })).toEqual([
    'theme.colours.onPrimary: has 1:1 on primary, and 4.5:1 is the least',
  ])
})

test('a tenant file needs what the law requires of its legal form in every mail', () => {
  const problemsWith = (company: object | undefined) => {
    const read = readTenantFile(JSON.stringify({ ...standard.tenant, company }))
    return 'problems' in read ? read.problems : []
  }
  const { company } = standard.tenant
  expect(problemsWith(company!)).toEqual([])
  expect(problemsWith(undefined)).toEqual([expect.stringMatching(/^company: /)])
  expect(problemsWith({ ...company, directors: [] })).toEqual([
    expect.stringMatching(/^company\.directors: is missing, .*\(gmbh\)$/),
  ])
  expect(problemsWith({ ...company, form: 'ag' })).toEqual([
    expect.stringMatching(/^company\.supervisoryChair: is missing, .*\(ag\)$/),
  ])
})

test('a payout account whose BIC is of another country than its IBAN is refused', () => {
  const problemsWith = (bic: string) => {
    const payoutAccount = { ...standard.tenant.payoutAccount, bic }
    const read = readTenantFile(JSON.stringify({ ...standard.tenant, payoutAccount }))
    return 'problems' in read ? read.problems : []
  }
  expect(problemsWith(standard.tenant.payoutAccount.bic)).toEqual([])
  expect(problemsWith('RLNWATWW')).toEqual([
    'payoutAccount.bic: is of a bank in another country than the IBAN',
  ])
})

test('with IsAutologin the tenant file must name the provider’s login', () => {
  const problemsWith = (settings: object) => {
    const flags = { ...standard.tenant.flags, IsAutologin: true }
    const read = readTenantFile(JSON.stringify({ ...standard.tenant, flags, ...settings }))
    return 'problems' in read ? read.problems : []
  }
  expect(problemsWith({})).toEqual([expect.stringMatching(/^providerLogin: is missing/)])
  expect(problemsWith({ providerLogin: 'https://strom.example/login?ziel={ziel}' })).toEqual([])
})

test.each(['customerNumberPattern', 'agencyNumberPattern'])(
  '%s is one that no typed number can hold a server up with',
  (setting) => {
    const read = (pattern: string) =>
      readTenantFile(JSON.stringify({ ...standard.tenant, [setting]: pattern }))
    expect(read('^FN\\d{8}$')).not.toHaveProperty('problems')
    expect(read('^(?=F)FN')).toEqual({ problems: [expect.stringContaining(setting)] })
  },
)

test.each([
  ['javascript:alert(1)//{number}', true],
  ['http://shop.example/{number}', true],
  ['shop.example/{number}', false], // a path of this host
  ['https://shop.example/?id={number}', false],
  ['http://127.0.0.1:5000/{number}', false],
])('a shop or a check of numbers at %s is refused: %s', (address, isRefused) => {
  const read = readTenantFile(
    JSON.stringify({ ...standard.tenant, shopUrl: address, customerNumberCheck: address }),
  )
  expect('problems' in read ? read.problems : []).toEqual(
    isRefused
      ? ['shopUrl: is not an https address', 'customerNumberCheck: is not an https address']
      : [],
  )
})

test.each([
  ['http://matomo.example', true],
  ['https://name:word@matomo.example', true],
  ['https://matomo.example/matomo', false],
  ['http://127.0.0.1:5000', false],
])('a Matomo at %s is refused: %s', (url, isRefused) => {
  const read = readTenantFile(JSON.stringify({ ...standard.tenant, matomo: { url, siteId: 1 } }))
  expect('problems' in read ? read.problems : []).toEqual(
    isRefused ? ['matomo.url: is not https'] : [],
  )
})

test('a voucher must say how its code is redeemed, how long it is valid and under which terms', () => {
  const options = standard.rewardOptions
  const read = (rewardOptions: object[]) =>
    readTenantFile(JSON.stringify({ ...standard.tenant, rewardOptions }))
  expect(read(options)).not.toHaveProperty('problems')
  const without = options.map((option) => ({ ...option, voucher: null }))
  expect(read(without)).toEqual({
    problems: [1, 2, 3].map((at) =>
      expect.stringMatching(`^rewardOptions\\.${at}\\.voucher: is missing`),
    ),
  })
})

test('outside the demo a file names no service of this machine or of a private network, or beside the list', () => {
  const problems = (host: string) => {
    const url = `https://${host}/there`
    const contentService = { url, clientId: 'a', schemas: {}, refreshSeconds: 60 }
    const claim = { agency: 'a', employee: 'b', email: 'c' }
    const sso = { issuer: url, clientId: 'a', scopes: [], claim, create: false }
    const { tenant } = standard
    const productApi = { type: 'http', route: url }
    const matomo = { url, siteId: 1 }
    const customerNumberCheck = `${url}/{number}`
    const asked = { productApi, matomo, contentService, customerNumberCheck, sso }
    const read = readTenantFile(JSON.stringify({ ...tenant, ...asked }))
    return 'problems' in read ? read.problems : []
  }
  const refused = [
    'productApi.route',
    'matomo.url',
    'contentService.url',
    'sso.issuer',
    'customerNumberCheck',
  ].map((field) => `${field}: is no host that the server may ask (OUTBOUND_HOSTS)`)
  limitOutgoing({ listed: null })
  for (const host of ['10.0.0.5', '127.0.0.1:5432', '[::1]', '169.254.169.254'])
    expect([host, problems(host).toSorted()]).toEqual([host, refused.toSorted()])
  expect(problems('feed.example')).toEqual([])
  limitOutgoing({ listed: ['feed.example', '10.0.0.5'] })
  expect(problems('feed.example')).toEqual([])
  expect(problems('10.0.0.5')).toEqual([])
  expect(problems('other.example')).toHaveLength(5)
  limitOutgoing(null)
})
