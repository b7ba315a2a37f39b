import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { secondSecret, testSecret } from '../../../test/helpers/test-secrets.ts'
import { checkPorts } from './check-ports.ts'
import { addressesOf } from './database-addresses.ts'
import { keepOrigin, readKeptOrigin } from './kept-origin.ts'
import { makeDataDir } from './make-data-dir.ts'
import { readEnv } from './env.ts'
import { StartError } from './start-error.ts'

let dataDir = ''
beforeEach(() => (dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-env-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const [secret, older] = [testSecret, secondSecret]
const read = (source: Record<string, string | undefined>) =>
  readEnv({ DATA_DIR: dataDir, ...source })
const production = {
  DATABASE_URL: 'postgres://app:app-password@db.example:5432/zuspruch?sslmode=verify-full',
  SMTP_URL: 'smtp://user:mail-password@mail.example:587?requireTLS=true',
  PUBLIC_ORIGIN: 'https://empfehlen.example',
  SECRET_KEY: secret,
}

describe('with nothing set', () => {
  test('the app is a demo on this machine', () => {
    const { secretKeys, ...env } = read({})
    expect(env).toEqual({
      bankFolder: null,
      port: 3000,
      host: '127.0.0.1',
      dataDir,
      databaseUrl: null,
      queueUrl: null,
      databaseOwnerUrl: null,
      smtpUrl: null,
      inbox: true,
      mailUiPort: 1080,
      publicOrigin: null,
      operatorHost: null,
      operatorSignOn: null,
      outbound: null,
      role: 'all',
      webProcesses: Math.max(1, availableParallelism() - 1),
      logLevel: 'info',
      logSample: 1,
      drainSeconds: 0,
      healthPort: null,
      trustedProxies: [],
      demo: true,
    })
    expect(secretKeys).toHaveLength(1)
  })

  test('an empty or blank value counts as unset', () => {
    const names = [
      'PORT',
      'HOST',
      'DATABASE_URL',
      'SMTP_URL',
      'PUBLIC_ORIGIN',
      'ROLE',
      'DEMO',
      'SECRET_KEY',
    ]
    expect(read(Object.fromEntries(names.map((name) => [name, ' '])))).toMatchObject({
      port: 3000,
      trustedProxies: [],
      demo: true,
    })
  })

  test('DATA_DIR is ./data, as an absolute path', () => {
    expect(readEnv({ SECRET_KEY: secret }).dataDir).toBe(join(process.cwd(), 'data'))
  })
})

describe('the key of the demo', () => {
  test('is made once, kept for the owner alone, and found again', () => {
    const first = read({}).secretKeys
    expect(first[0]).toMatch(/^[\w-]{64}$/)
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(read({}).secretKeys).toEqual(first)
  })

  test('is made in a DATA_DIR that does not exist yet', () => {
    const deep = join(dataDir, 'a', 'b')
    const { secretKeys } = read({ DATA_DIR: deep })
    expect(readFileSync(join(deep, 'secret-key'), 'utf8').trim()).toBe(secretKeys[0])
  })

  test('that lost its file mode gets it back', () => {
    writeFileSync(join(dataDir, 'secret-key'), secret, { mode: 0o644 })
    expect(read({}).secretKeys).toEqual([secret])
    expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  })

  test('is not made when SECRET_KEY is set, nor when the start is refused', () => {
    expect(read({ SECRET_KEY: secret }).secretKeys).toEqual([secret])
    expect(() => read({ PORT: 'x' })).toThrow(StartError)
    expect(() => statSync(join(dataDir, 'secret-key'))).toThrow('ENOENT')
  })

  test('in a damaged file stops the start', () => {
    writeFileSync(join(dataDir, 'secret-key'), 'short')
    expect(() => read({})).toThrow(/secret-key holds no usable key/)
  })

  test('in a place that is no folder stops the start', () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(() => read({ DATA_DIR: join(dataDir, 'file') })).toThrow(
      /^DATA_DIR .* part of the path is a file/,
    )
  })
})

describe('SECRET_KEY', () => {
  test('gives the newest key first', () => {
    expect(read({ ...production, SECRET_KEY: `${secret}, ${older}` }).secretKeys).toEqual([
      secret,
      older,
    ])
  })

  test.each([
    ['too short', 'k'.repeat(31), /it has 31 characters and needs at least 32/],
    ['an older one too short', `${secret},old`, /key 2 of 2 has 3 characters/],
    ['a trailing comma', `${secret},`, /key 2 of 2 has 0 characters/],
    ['the same one twice', `${secret},${secret}`, /twice/],
    ['that is easy to guess', 'k'.repeat(64), /^SECRET_KEY is too easy to guess: it is not 32/],
    ['an older one that is', `${secret},${'k'.repeat(64)}`, /key 2 of 2 is not 32.*ALLOW_WEAK_OLD/],
  ])('%s stops the start', (_name, keys, sentence) => {
    expect(() => read({ ...production, SECRET_KEY: keys })).toThrow(sentence)
  })

  test('an older one that is easy to guess is taken by name, to be rotated out; the newest never is', () => {
    const weak = 'k'.repeat(64)
    const allowed = { ...production, ALLOW_WEAK_OLD_KEY: '1' }
    expect(read({ ...allowed, SECRET_KEY: `${secret},${weak}` }).secretKeys).toEqual([secret, weak])
    for (const SECRET_KEY of [weak, `${weak},${secret}`])
      expect(() => read({ ...allowed, SECRET_KEY })).toThrow(/too easy to guess/)
  })

  test('of the demo may be any of 32 characters', () => {
    expect(read({ SECRET_KEY: 'k'.repeat(32) }).secretKeys).toEqual(['k'.repeat(32)])
  })
})

describe('demo mode', () => {
  test.each([
    ['nothing', {}, true],
    ['loopback name', { HOST: 'localhost' }, true],
    ['loopback IPv6', { HOST: '::1' }, true],
    ['loopback IPv6 in brackets', { HOST: '[::1]' }, true],
    ['long loopback IPv6', { HOST: '0:0:0:0:0:0:0:1' }, true],
    ['another loopback address', { HOST: '127.8.9.1' }, true],
    ['a database and DEMO=1', { ...production, PUBLIC_ORIGIN: '', DEMO: '1' }, true],
    ['a database', production, false],
    ['a database and DEMO=0', { ...production, DEMO: '0' }, false],
    ['a database on a public address', { ...production, HOST: '0.0.0.0' }, false],
  ])('with %s', (_name, source, demo) => {
    expect(read(source).demo).toBe(demo)
  })

  test.each([
    '0.0.0.0',
    '::',
    '192.168.1.5',
    '10.0.0.1',
    '128.0.0.1',
    'demo.example',
    'localhost.example',
    '127.example',
  ])('DEMO=1 on %s is refused', (HOST) => {
    expect(() => read({ HOST, DEMO: '1' })).toThrow(
      /^DEMO=1 asks for the demo on the public address/,
    )
    expect(() => read({ ...production, HOST, DEMO: '1' })).toThrow(/public address/)
  })

  test.each(['0.0.0.0', '::', 'demo.example'])('%s without a database is refused', (HOST) => {
    expect(() => read({ HOST })).toThrow(/^DATABASE_URL is missing: .* HOST .* is a public address/)
  })

  test('DEMO=0 without a database is refused', () => {
    expect(() => read({ DEMO: '0' })).toThrow(/^DATABASE_URL is missing: .*DEMO=0/)
  })

  test('a public PUBLIC_ORIGIN is refused, one of this machine is kept', () => {
    expect(() => read({ PUBLIC_ORIGIN: 'https://demo.example' })).toThrow(/public address/)
    for (const origin of [
      'http://localhost:3000',
      'http://127.0.0.1:8080',
      'http://telko.localhost:3000',
      'http://[::1]:3000',
    ]) {
      expect(read({ PUBLIC_ORIGIN: origin }).publicOrigin).toBe(origin)
    }
  })
})

describe('production', () => {
  test('limits where the server asks, also without a list', () => {
    expect(read(production).outbound).toEqual({ listed: null })
  })

  test.each(['https://feed.example', 'feed.example:443', 'feed.*', '*', 'a b', 'feed.example,'])(
    'a list of hosts with %s stops the start',
    (OUTBOUND_HOSTS) => {
      expect(() => read({ ...production, OUTBOUND_HOSTS })).toThrow(/^OUTBOUND_HOSTS has "/)
    },
  )

  test('reads everything', () => {
    const env = read({
      ...production,
      PORT: '8080',
      HOST: '::',
      DATABASE_OWNER_URL: 'postgresql://owner@db.example/zuspruch?sslmode=verify-full',
      ROLE: 'worker',
      WEB_PROCESSES: '3',
      LOG_LEVEL: 'warn',
      LOG_SAMPLE: '10',
      DRAIN_SECONDS: '25',
      HEALTH_PORT: '9090',
      PUBLIC_ORIGIN: 'https://empfehlen.example:8443/',
      OPERATOR_HOST: 'Betrieb.empfehlen.example',
      OPERATOR_SSO_ISSUER: 'https://login.werk.example/',
      OPERATOR_SSO_CLIENT_ID: 'zuspruch',
      OPERATOR_SSO_ACR: 'mfa phr',
      OUTBOUND_HOSTS: 'Feed.example, *.cms.example,10.1.2.3',
    })
    expect(env).toEqual({
      bankFolder: null,
      port: 8080,
      host: '::',
      dataDir,
      databaseUrl: production.DATABASE_URL,
      queueUrl: production.DATABASE_URL,
      databaseOwnerUrl: 'postgresql://owner@db.example/zuspruch?sslmode=verify-full',
      smtpUrl: production.SMTP_URL,
      inbox: false,
      mailUiPort: 1080,
      publicOrigin: 'https://empfehlen.example:8443',
      operatorHost: 'betrieb.empfehlen.example',
      operatorSignOn: {
        name: 'login.werk.example',
        issuer: 'https://login.werk.example/',
        clientId: 'zuspruch',
        scopes: ['email'],
        secret: null,
        acr: ['mfa', 'phr'],
      },
      outbound: { listed: ['feed.example', '*.cms.example', '10.1.2.3'] },
      secretKeys: [secret],
      role: 'worker',
      webProcesses: 3,
      logLevel: 'warn',
      logSample: 10,
      drainSeconds: 25,
      healthPort: 9090,
      trustedProxies: [],
      demo: false,
    })
  })

  test.each([
    [{ OPERATOR_SSO_ISSUER: 'https://login.werk.example' }, 'OPERATOR_SSO_CLIENT_ID'],
    [{ OPERATOR_SSO_SECRET: 'x' }, 'belong together'],
    [{ OPERATOR_SSO_ACR: 'mfa' }, 'belong together'],
    [{ OPERATOR_SSO_CLIENT_ID: 'a', OPERATOR_SSO_ISSUER: 'http://login.werk.example' }, 'https://'],
    [{ OPERATOR_SSO_CLIENT_ID: 'a', OPERATOR_SSO_ISSUER: 'https://a:b@werk.example' }, 'https://'],
    [{ OPERATOR_SSO_CLIENT_ID: 'a', OPERATOR_SSO_ISSUER: 'werk.example' }, 'https://'],
  ] as const)(
    'half a provider of operators, or one without TLS, does not start (%j)',
    (set, said) => {
      expect(() => read({ ...production, ...set })).toThrow(said)
    },
  )

  test.each(['SECRET_KEY', 'SMTP_URL', 'PUBLIC_ORIGIN'] as const)(
    'without %s does not start',
    (name) => {
      expect(() => read({ ...production, [name]: undefined })).toThrow(
        new RegExp(`^${name} is missing: set it to`),
      )
    },
  )

  test.each(['worker', 'all'])(
    'a process that mails (%s) does not start without SMTP_URL',
    (ROLE) => {
      expect(() => read({ ...production, SMTP_URL: '', ROLE })).toThrow(/^SMTP_URL is missing/)
    },
  )

  test('a web process needs no mail server, and opens no inbox', () => {
    const env = read({ ...production, SMTP_URL: '', ROLE: 'web' })
    expect([env.smtpUrl, env.inbox]).toEqual([null, false])
  })

  test('no inbox opens outside the demo, in no role', () => {
    for (const ROLE of ['web', 'worker', 'all'])
      for (const DEMO of ['', '0']) expect(read({ ...production, ROLE, DEMO }).inbox).toBe(false)
    expect(read({ ...production, PUBLIC_ORIGIN: '', DEMO: '1', SMTP_URL: '' }).inbox).toBe(true)
  })
})

describe('a database of several nodes', () => {
  const [app, nodes] = ['postgres://app:hush@', 'n1.example:5432,n2.example,[::1]:5433']
  const several = { ...production, DATABASE_URL: `${app}${nodes}/zuspruch?sslmode=verify-full` }

  test('has an address for each, with what is the same for all, and its queue at the first', () => {
    const { databaseUrl, queueUrl } = read(several)
    const of = (host: string) => `${app}${host}/zuspruch?sslmode=verify-full`
    expect(addressesOf(databaseUrl!)).toEqual(nodes.split(',').map(of))
    expect(queueUrl).toBe(of('n1.example:5432'))
  })

  test('has its queue where QUEUE_URL says', () => {
    const QUEUE_URL = 'postgres://app:hush@coordinator.example/zuspruch?sslmode=verify-full'
    expect(read({ ...several, QUEUE_URL }).queueUrl).toBe(QUEUE_URL)
    expect(read({ ...production, QUEUE_URL }).queueUrl).toBe(QUEUE_URL)
  })

  test('keeps a password with signs of an address', () => {
    const url = 'postgres://app:a,b%40c@n1.example,n2.example/x'
    expect(addressesOf(url)).toEqual([
      'postgres://app:a,b%40c@n1.example/x',
      'postgres://app:a,b%40c@n2.example/x',
    ])
    expect(addressesOf('postgres://app:a,b@n1.example/x')).toEqual([
      'postgres://app:a,b@n1.example/x',
    ])
  })
})

describe('what is unsafe outside the demo', () => {
  const verified = '?uselibpqcompat=true&sslmode=verify-full'
  test.each<[string, string, string[], string[]]>([
    [
      'PUBLIC_ORIGIN',
      'is without TLS',
      ['http://empfehlen.example', 'http://10.0.0.1:3000'],
      [
        'http://localhost:3000',
        'http://127.0.0.1',
        'http://[::1]:3000',
        'http://bgv.localhost',
        'https://empfehlen.example',
      ],
    ],
    [
      'DATABASE_URL',
      'leads to db.example without TLS',
      [
        'postgres://app@db.example/x',
        'postgres://app@db.example/x?sslmode=disable',
        'postgres://app@db.example/x?sslmode=prefer',
        'postgres://app@db.example/x?sslmode=no-verify',
        'postgres://app@db.example/x?ssl=false',
        'postgres://app@db.example/x?ssl=true&sslmode=disable',
        'postgres://app@db.example/x?sslmode=verify-full&sslmode=disable',
        'postgres://app@db.example/x?uselibpqcompat=true&sslmode=require',
        'postgres://app@localhost/x?host=db.example',
        'postgres://app@localhost,db.example/x',
        'postgres://app@db.example,localhost/x',
      ],
      [
        'postgres://app@localhost/x',
        'postgres://app@127.0.0.1:5433/x',
        'postgres://app@[::1]/x',
        'postgres://app@localhost:1,localhost:2,[::1]/x',
        'postgres://app@n1.example,n2.example/x?sslmode=verify-full',
        'postgres://app@%2Fvar%2Frun%2Fpostgresql/x',
        'postgres://app@db.example/x?host=/var/run/postgresql',
        'postgres://app@db.example/x?sslmode=require',
        'postgres://app@db.example/x?sslmode=verify-ca&sslrootcert=/etc/ca.pem',
        'postgres://app@db.example/x?ssl=true',
        `postgres://app@db.example/x${verified}`,
      ],
    ],
    [
      'QUEUE_URL',
      'leads to db.example without TLS',
      ['postgres://app@db.example/x'],
      ['postgres://app@localhost/x', 'postgres://app@db.example/x?sslmode=verify-full'],
    ],
    [
      'DATABASE_OWNER_URL',
      'leads to db.example without TLS',
      ['postgres://owner@db.example/x'],
      ['postgres://owner@localhost/x', 'postgres://owner@db.example/x?sslmode=verify-full'],
    ],
    [
      'SMTP_URL',
      'leads to mail.example without required TLS',
      [
        'smtp://mail.example',
        'smtp://mail.example:587?requireTLS=false',
        'smtp://mail.example?requireTLS=true&requireTLS=true',
        'smtp://mail.example?requireTLS=true&tls.rejectUnauthorized=false',
        'smtps://mail.example?tls.rejectUnauthorized=0',
      ],
      [
        'smtp://localhost:25',
        'smtp://127.0.0.1:25?tls.rejectUnauthorized=false',
        'smtp://mail.example?requireTLS=true',
        'smtps://mail.example',
        'smtps://mail.example?tls.servername=mx.example',
      ],
    ],
  ])(
    '%s %s: refused in one sentence, but for what stays on this machine or is secured',
    (name, said, refused, taken) => {
      for (const text of refused) {
        const sentence = new RegExp(`^${name} (\\S+ )?${said}[^.]*(\\.\\S[^.]*)*\\.$`)
        expect(() => read({ ...production, [name]: text }), text).toThrow(sentence)
        expect(() => read({ ...production, [name]: text }), text).toThrow(StartError)
      }
      for (const text of taken)
        expect(() => read({ ...production, [name]: text }), text).not.toThrow()
    },
  )

  test.each([
    ['ALLOW_PLAIN_SMTP', { SMTP_URL: 'smtp://mail.example' }],
    ['ALLOW_PLAIN_DATABASE', { DATABASE_URL: 'postgres://app@db.example/x' }],
    ['ALLOW_PLAIN_DATABASE', { DATABASE_OWNER_URL: 'postgres://owner@db.example/x' }],
  ])('%s=1 allows its own and nothing else, and takes no other word', (name, plain) => {
    const source = { ...production, ...plain }
    const other = name === 'ALLOW_PLAIN_SMTP' ? 'ALLOW_PLAIN_DATABASE' : 'ALLOW_PLAIN_SMTP'
    expect(() => read({ ...source, [name]: '1' })).not.toThrow()
    for (const set of [{}, { [name]: '0' }, { [other]: '1' }])
      expect(() => read({ ...source, ...set })).toThrow(`set ${name}=1`)
    expect(() => read({ ...source, [name]: 'yes' })).toThrow(`${name} is "yes", but it must be`)
  })

  test('a process that would check no certificate is refused', () => {
    const name = 'NODE_TLS_REJECT_UNAUTHORIZED'
    expect(() => read({ ...production, [name]: '0' })).toThrow(/^NODE_TLS_.* is 0, .*\.$/)
    for (const fine of ['', '1']) read({ ...production, [name]: fine })
  })

  test('pages from their sources are refused', () => {
    for (const ZUSPRUCH_DEV of ['1', 'true'])
      expect(() => read({ ...production, ZUSPRUCH_DEV })).toThrow(/^ZUSPRUCH_DEV is set, .*\.$/)
    for (const ZUSPRUCH_DEV of ['', '0']) read({ ...production, ZUSPRUCH_DEV })
  })

  test('none of it is asked of the demo', () => {
    const demo = { DEMO: '1', SECRET_KEY: 'k'.repeat(32), ZUSPRUCH_DEV: '1' }
    const plain = { DATABASE_URL: 'postgres://app@db.example/x', SMTP_URL: 'smtp://mail.example' }
    expect(read({ ...demo, ...plain }).demo).toBe(true)
  })
})

const wrong: [string, Record<string, string>][] = [
  ...['x', '-1', '65536', '99999', '3000.5', '1e3', '0x10', '3000 4000', '٣'].flatMap(
    (port): [string, Record<string, string>][] => [
      ['PORT', { PORT: port }],
      ['MAIL_UI_PORT', { MAIL_UI_PORT: port }],
    ],
  ),
  ['PORT', { PORT: '1080' }],
  ['PORT', { PORT: '4000', MAIL_UI_PORT: '4000' }],
  ...['http://localhost', 'localhost:3000', 'a b', '-', 'host/path', '127.0.0.1,'].map(
    (HOST): [string, Record<string, string>] => ['HOST', { HOST }],
  ),
  ...['true', 'yes', '2', 'on'].map((DEMO): [string, Record<string, string>] => ['DEMO', { DEMO }]),
  ...['all,web', 'WEB', 'server'].map((ROLE): [string, Record<string, string>] => [
    'ROLE',
    { ROLE },
  ]),
  ['ROLE', { ROLE: 'web' }],
  ['ROLE', { ROLE: 'worker' }],
  ...['verbose', 'INFO', '3'].map((LOG_LEVEL): [string, Record<string, string>] => [
    'LOG_LEVEL',
    { LOG_LEVEL },
  ]),
  ...['-1', '65536', 'health'].map((HEALTH_PORT): [string, Record<string, string>] => [
    'HEALTH_PORT',
    { HEALTH_PORT },
  ]),
  ...['-1', '1.5', '1000', 'long'].map((DRAIN_SECONDS): [string, Record<string, string>] => [
    'DRAIN_SECONDS',
    { DRAIN_SECONDS },
  ]),
  ...['0', '-1', '1.5', '100', 'all'].map((WEB_PROCESSES): [string, Record<string, string>] => [
    'WEB_PROCESSES',
    { WEB_PROCESSES },
  ]),
  ...['0', '-1', '1.5', 'all'].map((LOG_SAMPLE): [string, Record<string, string>] => [
    'LOG_SAMPLE',
    { LOG_SAMPLE },
  ]),
  ...[
    'db.example',
    'mysql://app:hush@db.example/x',
    'postgres://app:hush@db.example',
    'postgres:///x',
    'postgres://app:hush@:5432/x',
    'postgres://app:hush@db.example:port/x',
  ].flatMap((url): [string, Record<string, string>][] => [
    ['DATABASE_URL', { ...production, DATABASE_URL: url }],
    ['QUEUE_URL', { ...production, QUEUE_URL: url }],
    ['DATABASE_OWNER_URL', { ...production, DATABASE_OWNER_URL: url }],
  ]),
  ...[
    'postgres://app:hush@n1.example,/x',
    'postgres://app:hush@n1.example,n2.example:port/x',
    'postgres://app:hush@n1.example,n1.example/x',
    'postgres://app:hush@n1.example,n2.example/x?host=n3.example',
    'postgres://app:hush@n1.example,n2.example',
  ].map((DATABASE_URL): [string, Record<string, string>] => [
    'DATABASE_URL',
    { ...production, DATABASE_URL },
  ]),
  ...['QUEUE_URL', 'DATABASE_OWNER_URL'].map((name): [string, Record<string, string>] => [
    name,
    { ...production, [name]: 'postgres://other:hush@n1.example,n2.example/x' },
  ]),
  ['QUEUE_URL', { QUEUE_URL: 'postgres://app:hush@db.example/x' }],
  [
    'DATABASE_OWNER_URL',
    {
      ...production,
      QUEUE_URL: 'postgres://owner:hush@db.example/x',
      DATABASE_OWNER_URL: 'postgres://owner:hush@db.example/x',
    },
  ],
  ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner:hush@db.example/x' }],
  ['DATABASE_OWNER_URL', { ...production, DATABASE_OWNER_URL: 'postgres://app:hush@db.example/x' }],
  ...[
    'mail.example',
    'mail.example:25',
    'http://mail.example',
    'smtp://',
    'smtp://user:hush@mail.example/box',
  ].map((SMTP_URL): [string, Record<string, string>] => ['SMTP_URL', { ...production, SMTP_URL }]),
  ...[
    'empfehlen.example',
    'ftp://empfehlen.example',
    'https://',
    'https://empfehlen.example/pfad',
    'https://empfehlen.example?x=1',
    'https://user:hush@empfehlen.example',
    '//empfehlen.example',
  ].map((PUBLIC_ORIGIN): [string, Record<string, string>] => [
    'PUBLIC_ORIGIN',
    { ...production, PUBLIC_ORIGIN },
  ]),
]

test.each(wrong)(
  'a wrong %s stops the start with one sentence and no secret: %j',
  (name, source) => {
    let caught: unknown
    try {
      read(source)
    } catch (error) {
      caught = error
    }
    expect(caught).toBeInstanceOf(StartError)
    const { message } = caught as StartError
    expect(message).toMatch(new RegExp(`^${name} `))
    expect(message).toMatch(/[^.]\.$/)
    expect(message).not.toMatch(/\n|hush|password@(?!host)/)
  },
)

test('port 0 lets the system choose, for both ports at once', () => {
  expect(read({ PORT: '0', MAIL_UI_PORT: '0' })).toMatchObject({ port: 0, mailUiPort: 0 })
})

describe('DATA_DIR', () => {
  test('is made with the folders above it, and once is enough', () => {
    const deep = join(dataDir, 'a', 'b', 'c')
    makeDataDir(deep)
    makeDataDir(deep)
    expect(statSync(deep).isDirectory()).toBe(true)
    // As root the database's own user passes through; nobody else lists it.
    expect(statSync(deep).mode & 0o777).toBe(process.getuid?.() === 0 ? 0o711 : 0o700)
  })

  test('where no folder can be made is one sentence, and ends', () => {
    const file = join(dataDir, 'file')
    writeFileSync(file, '')
    expect(() => makeDataDir(join(file, 'data'))).toThrow(/a part of the path is a file: .*\.$/)
    expect(() => makeDataDir(file)).toThrow(/a part of the path is a file: .*\.$/)
    if (process.platform !== 'linux') return
    for (const path of ['/proc/zuspruch', '/proc/zuspruch/data'])
      expect(() => makeDataDir(path)).toThrow(/^DATA_DIR .* no folder can be made in \/proc: .*\.$/)
    expect(() => read({ DATA_DIR: '/proc/zuspruch' })).toThrow(StartError)
  })

  test('keeps where the server was reached last', () => {
    expect(readKeptOrigin(dataDir)).toBeNull()
    keepOrigin(dataDir, 'http://localhost:3102')
    keepOrigin(dataDir, 'http://localhost:3103')
    expect(readKeptOrigin(dataDir)).toBe('http://localhost:3103')
    writeFileSync(join(dataDir, 'origin'), 'javascript:alert(1)')
    expect(readKeptOrigin(dataDir)).toBeNull()
  })
})

describe('ports', () => {
  const env = { port: 0, mailUiPort: 0, host: '127.0.0.1', role: 'all', inbox: true } as const

  test('a used one is named with its variable, a free one can be opened after', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    try {
      await expect(checkPorts({ ...env, port })).rejects.toThrow(`Port ${port} is in use`)
      await expect(checkPorts({ ...env, mailUiPort: port })).rejects.toThrow(
        `MAIL_UI_PORT ${port} is in use`,
      )
      // Neither is opened by such a process.
      await checkPorts({ ...env, mailUiPort: port, inbox: false })
      await checkPorts({ ...env, port, role: 'worker' })
    } finally {
      other.close()
      await once(other, 'close')
    }
    expect(await checkPorts({ ...env, port, mailUiPort: port })).toBe(port)
  })

  test('PORT=0 becomes a free one, and a host that is not ours is named', async () => {
    expect(await checkPorts(env)).toBeGreaterThan(0)
    await expect(checkPorts({ ...env, host: '192.0.2.1' })).rejects.toThrow('HOST 192.0.2.1')
  })
})
