import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import type { TenantPage } from '../src/contract/pages.ts'
import { pagePath } from '../src/contract/paths.ts'
import { routeOf } from '../src/server/serve.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { clientFolder } from '../src/server/pages/load-web.ts'
import { listBuiltFiles } from '../src/server/pages/serve-built-files.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import {
  cookieOf,
  countRows,
  differenceOf,
  everyKind,
  formToken,
  hostOf,
  madeUp,
  type Tokens,
} from './helpers/beside-answers.ts'
import {
  demoRoutes,
  everyPage,
  openRoutes,
  pageAnswers,
  pageNames,
  brandRoute,
  builtFolders,
  pictureRoute,
  shortLink,
  cardLink,
  previewRoute,
  type Route,
} from './helpers/routes-beside.ts'
import { saveTenantPictures } from '../src/server/tenant/picture-store.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'
import { inBrowser } from './helpers/link-session.ts'

// Walks what is served beside the contract, as it was registered: the built pages, their forms, short links,
// files, documents and demo mode, with no token, the wrong kind of token, another person's token and another tenant's.

vi.setConfig({ testTimeout: 180_000 })

let server: TestServer
let actors: Actors
let app: FastifyInstance
let routes: Route[]
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
  ;({ app, routes } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const languages = ['de', 'en']
const files = listBuiltFiles(clientFolder).map((file) => `/${file}`)

/** Everybody has pressed their links; what is none of this kind stays in its cookie. */
const sessions = new Map<Tokens, Promise<Tokens>>()
const pressedOnce = (tokens: Tokens) =>
  sessions.getOrInsertComputed(tokens, () => inBrowser(server, 'standard', tokens))

const ask = async (
  url: string,
  tokens: Tokens = {},
  more: InjectOptions = {},
  tenant = 'standard',
) =>
  app.inject({
    url,
    ...more,
    headers: {
      host: hostOf(tenant),
      cookie: cookieOf(await pressedOnce(tokens), actors.params['number']),
      ...more.headers,
    },
  })

async function pathOf(page: TenantPage, language: string, tenant = 'standard'): Promise<string> {
  const { routes: paths } = await server.deps.tenants.get(tenant)
  return pagePath(paths as Record<string, string>, language, page, {
    produktId: '101',
    empfehlungsnummer: actors.params['number'] ?? '',
    kategorie: 'handys',
    nummer: 'x',
    praemieid: 'geld',
  })
}

/** Texts of the first person that neither a stranger may see nor somebody else; their link is made to be passed on. */
const secretsBut = (known: string) =>
  actors.secrets.filter((secret) => !known.replaceAll('-', '').includes(secret.replaceAll('-', '')))
const passedOn = () => `${actors.params['number']} ${actors.params['code']}`

function expectNoSecret(body: string, known: string, where: string): void {
  for (const secret of secretsBut(known)) expect(body, where).not.toContain(secret)
}

type Visit = (page: TenantPage, path: string, language: string, tenant: string) => Promise<void>

/** Each page in one of the languages, at one of the tenants: who may see it does not hang on them. */
const eachPage = async (visit: Visit, tenants = ['standard']) => {
  for (const [index, page] of pageNames.entries()) {
    const language = languages[index % 2]!
    const tenant = tenants[(index >> 1) % tenants.length]!
    await visit(page, await pathOf(page, language, tenant), language, tenant)
  }
}

test('every route that is registered is of the contract or stands in the list beside it', async () => {
  const known = new Set([
    ...(Object.values(endpoints) as unknown as Endpoint[]).flatMap((endpoint) =>
      (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]).map(
        (one) => `${one} ${routeOf(endpoint)}`,
      ),
    ),
    'GET /api/v1/mandant/:tenant',
    'HEAD /api/v1/mandant/:tenant',
    ...[
      ...openRoutes,
      shortLink,
      cardLink,
      previewRoute,
      brandRoute,
      pictureRoute,
      everyPage,
      ...builtFolders,
      ...files.filter((file) => file.lastIndexOf('/') === 0),
    ].flatMap((url) => [`GET ${url}`, `HEAD ${url}`]),
    `POST ${everyPage}`,
    `POST ${previewRoute}`,
    ...demoRoutes,
    ...demoRoutes.map((route) => route.replace(/^GET/, 'HEAD')),
  ])
  for (const route of known)
    expect(routes.map(({ method, url }) => `${method} ${url}`)).toContain(route)
  const unknown = routes.map(({ method, url }) => `${method} ${url}`)
  expect(unknown.filter((route) => !known.has(route))).toEqual([])
})

test(
  'each page answers nobody, a made-up token and its owner as the list says',
  { tags: 'long' },
  async () => {
    await eachPage(async (page, path, language) => {
      const { shownTo, ...expected } = pageAnswers[page]
      const callers = { nobody: {}, wrong: madeUp, owner: actors.tokens }
      const answers = await Promise.all(Object.values(callers).map((tokens) => ask(path, tokens)))
      for (const [index, caller] of Object.keys(callers).entries()) {
        const { statusCode, headers, body } = answers[index]!
        const wanted = expected[caller as 'nobody']
        const where = `${path} for ${caller}`
        if (typeof wanted === 'number') expect([where, statusCode]).toEqual([where, wanted])
        else {
          const target = await pathOf(wanted, language)
          expect([where, headers.location?.split('?')[0]]).toEqual([where, target])
        }
        if (caller !== 'owner') expectNoSecret(body, passedOn(), where)
      }
      if (shownTo === 'anyone') return
      const owner = answers[2]!
      expect(owner.body, `${path} shows its owner what is theirs`).toContain(actors.secrets[0])
      expect(owner.headers['cache-control'], path).toBe('no-store')
    })
  },
)

test('a page without its language is asked for in one, by whoever asks', async () => {
  for (const page of pageNames) {
    const path = await pathOf(page, 'de')
    for (const tokens of [{}, madeUp, actors.tokens, actors.others]) {
      const { statusCode, headers } = await ask(path.replace(/^\/de/, '') || '/', tokens)
      expect([page, statusCode, headers.location]).toEqual([page, 302, path])
    }
  }
})

test(
  'a token of another kind is worth as much as a made-up one, on every page',
  { tags: 'long' },
  async () => {
    const { user, reward, recipient, agency, salesPartner, apiKey } = actors.tokens
    const own = await pressedOnce(actors.tokens)
    const rawLink = (tokens: Tokens) => {
      sessions.set(tokens, Promise.resolve(tokens))
      return tokens
    }
    const wrong: Tokens[] = [
      {
        user: reward,
        reward: recipient,
        recipient: agency,
        agency: salesPartner,
        salesPartner: user,
      },
      {
        user: salesPartner,
        reward: user,
        recipient: reward,
        agency: recipient,
        salesPartner: agency,
      },
      everyKind(apiKey),
      // Sessions of the one link in the other's cookie, and a link as it was mailed.
      {
        user: own.reward!,
        reward: own.recipient!,
        recipient: own.reward!,
        agency: own.recipient!,
        salesPartner: own.reward!,
      },
      rawLink({ ...madeUp, reward, recipient }),
    ]
    await eachPage(async (_, path) => {
      const [nothing, ...answers] = await Promise.all(
        [madeUp, ...wrong].map((tokens) => ask(path, tokens)),
      )
      for (const answer of answers) expect(differenceOf(answer, nothing!), path).toBe('')
    })
  },
)

test(
  "another tenant's token is worth as much as a made-up one, on every page",
  { tags: 'long' },
  async () => {
    await eachPage(
      async (_page, path, _language, tenant) => {
        const [foreign, nothing] = await Promise.all(
          [actors.tokens, madeUp].map((tokens) => ask(path, tokens, {}, tenant)),
        )
        expect(differenceOf(foreign!, nothing!), path).toBe('')
        expectNoSecret(foreign!.body, path, path)
      },
      ['telko', 'bgv'],
    )
  },
)

test(
  "another person's tokens show nothing of the first one's, on any page",
  { tags: 'long' },
  async () => {
    await eachPage(async (page, path) => {
      const { statusCode, body } = await ask(path, actors.others)
      const { owner, other = owner } = pageAnswers[page]
      expect([path, statusCode]).toEqual([path, typeof other === 'number' ? other : 302])
      expectNoSecret(body, passedOn(), path)
    })
  },
)

const submit = (path: string, tokens: Tokens, _form: string, origin?: string) =>
  ask(path, tokens, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(origin === undefined ? {} : { origin }),
    },
    payload: new URLSearchParams({ _form }).toString(),
  })

test(
  'no page accepts a form from another site, or without a form token of the same session and tenant',
  { tags: 'long' },
  async () => {
    const before = [await countRows(server), await actors.snapshot()]
    const [mine, theirs] = [actors.tokens, actors.others]
    const valid = await formToken(server, 'standard', mine)
    const foreign = [
      '',
      'nonsense',
      await formToken(server, 'standard'),
      await formToken(server, 'standard', theirs),
      await formToken(server, 'telko', mine),
      await formToken(server, 'telko'),
    ]
    const elsewhere = [undefined, 'null', 'http://evil.example', 'http://telko.localhost:3000']
    const tries = [
      ...elsewhere.map((origin) => ({ token: valid, origin })),
      ...foreign.map((token) => ({ token, origin: 'http://localhost:3000' })),
    ]
    // All pages take forms by one route, so each refuses some of the ten, and all of them are tried on many.
    await eachPage(async (page, path) => {
      const from = 3 * pageNames.indexOf(page)
      const some = [0, 1, 2].map((step) => tries[(from + step) % tries.length]!)
      for (const { token, origin } of some) {
        const { statusCode, headers } = await submit(path, actors.tokens, token, origin)
        expect([path, token, origin, statusCode, headers.location]).toEqual(
          token === valid
            ? [path, token, origin, 403, undefined]
            : [path, token, origin, 303, path],
        )
      }
    })
    expect([await countRows(server), await actors.snapshot()]).toEqual(before)
  },
)

test(
  "a form sent without a token, with the wrong kind or by another person changes nothing of the first person's",
  { tags: 'long' },
  async () => {
    const before = await actors.snapshot()
    const { user, reward, recipient, agency, salesPartner } = actors.tokens
    const callers: [Tokens, string][] = [
      [{}, await formToken(server, 'standard')],
      [
        {
          user: reward,
          reward: recipient,
          recipient: agency,
          agency: salesPartner,
          salesPartner: user,
        },
        await formToken(server, 'standard'),
      ],
      [actors.others, await formToken(server, 'standard', actors.others)],
    ]
    await eachPage(async (page, path, language) => {
      // It ends the session of whoever presses it.
      if (page === 'Logout' || page === 'AgencyLogout') return
      for (const [tokens, token] of callers) {
        const answer = await submit(path, tokens, token, 'http://localhost:3000')
        expect([path, answer.statusCode < 500]).toEqual([path, true])
        const login = pageAnswers[page].nobody
        // A page without a form takes none from anybody.
        const takesForms = answer.statusCode !== 405
        if (
          takesForms &&
          (login === 'Login' || login === 'AgencyLogin' || login === 'SalesPartnerEntry') &&
          tokens !== actors.others
        ) {
          const target = await pathOf(login, language)
          expect([path, answer.headers.location?.split('?')[0]]).toEqual([path, target])
        }
        expectNoSecret(answer.body, passedOn(), path)
      }
    })
    expect(await actors.snapshot()).toEqual(before)
  },
)

test('the link of a card leads everybody alike to the registration', async () => {
  for (const tokens of [{}, madeUp, actors.tokens]) {
    const { statusCode, headers } = await ask(cardLink.replace(':code', 'ABCDEF0123'), tokens)
    expect([statusCode, headers.location]).toEqual([
      302,
      `${await pathOf('Registration', 'de')}?m=ABCDEF0123`,
    ])
  }
})

test('a short link leads to its referral’s page, and at another tenant to none', async () => {
  const path = shortLink.replace(':code', actors.params['code'] ?? '')
  const page = await pathOf('RecipientData', 'de')
  for (const tokens of [{}, madeUp, actors.tokens, actors.others]) {
    const { statusCode, headers, body } = await ask(path, tokens)
    expect([statusCode, new URL(headers.location ?? '').pathname]).toEqual([302, page])
    expectNoSecret(JSON.stringify(headers) + body, passedOn(), path)
  }
  for (const tokens of [{}, actors.tokens]) {
    const { statusCode, headers } = await ask(path, tokens, {}, 'telko')
    expect(statusCode).toBe(302)
    expectNoSecret(JSON.stringify(headers), actors.params['code'] ?? '', path)
  }
})

test(
  'documents, health calls and files are the same for everybody, at every tenant',
  { tags: 'long' },
  async () => {
    expect(files.length).toBeGreaterThan(50)
    for (const url of [...openRoutes, ...files]) {
      const first = await ask(url)
      expect([url, first.statusCode, first.headers['set-cookie']]).toEqual([url, 200, undefined])
      if (openRoutes.includes(url)) expectNoSecret(first.body, '', url)
      for (const [tokens, tenant] of [
        [actors.tokens, 'standard'],
        [actors.others, 'standard'],
        [actors.tokens, 'telko'],
      ] as const)
        expect(differenceOf(await ask(url, tokens, {}, tenant), first), url).toBe('')
    }
  },
)

test('a picture is the same for everybody, at every tenant’s address, and nothing but a picture is at its path', async () => {
  const path = pictureRoute
    .replace(':tenant', 'bgv')
    .replace(':kind', 'berater')
    .replace(':id', 'A-1001')
  const first = await ask(path)
  expect([first.statusCode, first.headers['set-cookie']]).toEqual([200, undefined])
  expectNoSecret(first.body, '', path)
  for (const [tokens, tenant] of [
    [actors.tokens, 'standard'],
    [actors.others, 'standard'],
    [actors.tokens, 'telko'],
  ] as const)
    expect(differenceOf(await ask(path, tokens, {}, tenant), first)).toBe('')
  for (const url of ['/bild', '/bild/bgv', '/bild/bgv/berater', '/bild/bgv/berater/A-1001/mehr'])
    expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
  expect((await ask(path, {}, { method: 'POST' })).statusCode).toBe(404)
})

test("no token opens demo mode to another host or another site's page, and without demo mode none of it is there", async () => {
  for (const route of demoRoutes) {
    const [method = '', path = ''] = route.split(' ')
    const url = path.replace(':tenant', 'standard').replace(':batch', '20261117-AAAAAAAA')
    for (const tokens of [{}, actors.tokens, { user: actors.tokens.apiKey }]) {
      for (const headers of [
        { host: 'empfehlen.example' },
        { origin: 'http://evil.example' },
        { 'sec-fetch-site': 'cross-site' },
      ]) {
        const bearer = { authorization: `Bearer ${tokens.user ?? 'none'}` }
        const asked = { method: method as 'GET', headers: { ...bearer, ...headers } }
        const { statusCode } = await ask(url, tokens, asked)
        expect([route, statusCode]).toEqual([route, 403])
      }
      const without = await server.app.inject({
        method: method as 'GET',
        url,
        headers: { host: hostOf('standard'), cookie: cookieOf(tokens) },
      })
      expect([route, without.statusCode]).toEqual([route, 404])
    }
  }
})

test('range requests for files are answered with the whole file, never with a server error', async () => {
  for (const range of ['bytes=0-9', 'bytes=999999-', 'bytes=5-1', 'bytes=-0']) {
    const answer = await app.inject({
      url: '/brand/standard/cash.svg',
      headers: { host: 'standard.localhost:3000', range },
    })
    expect([range, answer.statusCode]).toEqual([range, 200])
  }
})

test('nothing of the sources, their history or settings is a file that is served', async () => {
  for (const url of [
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/package.json',
    '/.vite/manifest.json',
  ])
    for (const path of [url, `/assets/..${url}`, `/assets/%2e%2e${url}`]) {
      const first = await ask(path)
      // A page that nobody knows, in a language.
      const { location } = first.headers
      expect(location ?? '').toMatch(/^(\/de\/.*)?$/)
      const answer = location ? await ask(location) : first
      expect([path, answer.statusCode]).toEqual([path, 404])
    }
})

test('a tenant’s own picture is the same for everybody, at its own tenant’s path alone', async () => {
  const name = `${'a1'.repeat(12)}.png`
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
  await withTenant(server.db, 'bgv', (tx) =>
    saveTenantPictures(tx, 'bgv', [{ name, bytes, width: 1, height: 1 }], server.clock.now()),
  )
  const path = brandRoute.replace(':tenant', 'bgv').replace(':name', name)
  const first = await ask(path)
  expect([first.statusCode, first.headers['content-type'], first.rawPayload]).toEqual([
    200,
    'image/png',
    bytes,
  ])
  expect(first.headers['cache-control']).toContain('immutable')
  expect(differenceOf(await ask(path, actors.tokens, {}, 'telko'), first)).toBe('')
  for (const url of [path.replace('/bgv/', '/telko/'), path.replace('a1', 'a2'), '/marke/bgv/x'])
    expect([url, (await ask(url)).statusCode]).toEqual([url, 404])
})
