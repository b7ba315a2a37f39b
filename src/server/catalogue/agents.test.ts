import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { bgv } from '../demo/demo-tenants.ts'
import { withTenant } from '../db/connection.ts'
import { retireAgents, saveAgent } from './agent-store.ts'
import { drawInitials } from './draw-initials.ts'

const bgvAgents = bgv.agents.rows.map(({ agent }) => agent)

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

type Answer = {
  Content: { ExterneId: string; LastName: string }[]
  HasNext: boolean
  PageCount: number
  TotalCount: number
}
const search = async (query: Record<string, string>, tenant = 'bgv') => {
  const answer = await server.call(
    'GET',
    `/${tenant}/produkt/berater?${new URLSearchParams(query)}`,
  )
  return { status: answer.status, body: answer.body as Answer & { ErrorCode?: string } }
}
const names = async (query: string) =>
  (await search({ query, pagesize: '50' })).body.Content.map(({ LastName }) => LastName)

describe('the agents of a tenant', () => {
  test('come six to a page by name, each once, and the pages add up', async () => {
    const first = (await search({})).body
    expect(first).toMatchObject({
      HasNext: true,
      PageCount: Math.ceil(bgvAgents.length / 6),
      TotalCount: bgvAgents.length,
    })
    const ids: string[] = []
    for (let page = 1; page <= first.PageCount; page++) {
      const { body } = await search({ page: String(page) })
      expect(body.HasNext).toBe(page < first.PageCount)
      ids.push(...body.Content.map(({ ExterneId }) => ExterneId))
    }
    expect(ids.toSorted()).toEqual(bgvAgents.map(({ agent_id }) => agent_id))
    expect((await search({ page: '99' })).body).toEqual({
      Content: [],
      HasNext: false,
      PageCount: first.PageCount,
      TotalCount: bgvAgents.length,
    })
  })

  test.each([
    ['muellenbach', 'Müllenbach'],
    ['Groshuber', 'Großhuber'],
    ['83022', 'Obermaier'],
    ['obermayer rosenhiem', 'Obermaier'],
    ['ayse', 'Demirkanat'],
    ['bad tölz', 'Vorderegger'],
  ])('%s finds %s first', async (query, name) => expect((await names(query))[0]).toBe(name))

  test('every word must fit', async () => {
    expect(await names('obermaier münchen')).toEqual([])
    expect((await names('münchen')).toSorted()).toEqual(['Steinbrückner', 'Yıldırımlar'])
    expect((await search({ query: 'xyzzy' })).body).toMatchObject({ TotalCount: 0, PageCount: 0 })
  })

  test('odd queries are answered, wrong pages are refused', async () => {
    for (const query of ["' or 1=1 --", '%', '\u0000', '<script>', '💚', '_'.repeat(100)])
      expect((await search({ query })).status).toBe(200)
    for (const wrong of [{ page: '0' }, { page: '-1' }, { page: '1.5' }, { page: 'x' }])
      expect((await search(wrong)).body.ErrorCode).toBe('PSOF0101')
    expect((await search({ pagesize: '51' })).status).toBe(400)
    expect((await search({ query: 'x'.repeat(101) })).status).toBe(400)
  })

  test('are searched under the English name as well, page by page, and each is found by its number', async () => {
    const get = async (path: string) => (await server.call('GET', path)).body
    for (const query of [
      '',
      '?query=kirch',
      '?query=niemand',
      '?page=2',
      '?query=o&page=2&pagesize=1',
    ])
      expect([query, await get(`/bgv/produkt/agents${query}`)]).toEqual([
        query,
        await get(`/bgv/produkt/berater${query}`),
      ])
    const page = (number: number) => get(`/bgv/Produkt/agents?query=&page=${number}&pagesize=2`)
    const [first, second] = [await page(1), await page(2)]
    expect(first).toEqual({
      Content: [expect.anything(), expect.anything()],
      HasNext: true,
      PageCount: Math.ceil(first.TotalCount / 2),
      TotalCount: expect.any(Number),
    })
    expect(second.Content).not.toContainEqual(first.Content[0])
    for (const agent of [...first.Content, ...second.Content]) {
      expect(agent).toMatchObject({
        LastName: expect.stringMatching(/./),
        ZipCode: expect.stringMatching(/^\d{5}$/),
        City: expect.stringMatching(/./),
        ExterneId: expect.stringMatching(/./),
      })
      expect(await get(`/bgv/Produkt/${agent.ExterneId}`)).toEqual(agent)
      const photo = await server.app.inject(agent.Foto)
      expect([photo.statusCode, photo.headers['content-type']]).toEqual([
        200,
        expect.stringMatching(/^image\//),
      ])
    }
    expect((await get('/telko/produkt/agents')).ErrorCode).toBe('PSOF0308')
  })

  test('a tenant that recommends without agents has none', async () => {
    for (const path of ['berater', 'berater/A-1001', 'berater/A-1001/foto'])
      expect((await server.call('GET', `/standard/produkt/${path}`)).body).toMatchObject({
        ErrorCode: 'PSOF0308',
      })
  })
})

describe('one agent', () => {
  const person = {
    agent_id: 'A-9',
    first_name: 'Nora',
    last_name: 'Ilmtal',
    zip: '99423',
    city: 'Weimar',
  }
  const save = (photo?: Buffer) =>
    withTenant(server.db, 'bgv', (tx) => saveAgent(tx, 'bgv', person, photo))

  test('is found under the new town after a move, and no more under the old one', async () => {
    await save()
    expect(await names('ilmtal weimar')).toEqual(['Ilmtal'])
    await withTenant(server.db, 'bgv', (tx) =>
      saveAgent(tx, 'bgv', { ...person, zip: '07743', city: 'Jena' }),
    )
    expect(await names('ilmtal weimar')).toEqual([])
    expect(await names('ilmtal 07743')).toEqual(['Ilmtal'])
  })

  test('has a picture, or initials in the colours of the tenant', async () => {
    await save()
    const path = '/api/v1/bgv/produkt/berater/A-9/foto'
    const drawn = await server.app.inject(path)
    expect(drawn.headers['content-type']).toContain('image/svg+xml')
    expect(drawn.body).toContain('>NI</text>')
    const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
    await save(png)
    const photo = await server.app.inject(path)
    expect(photo.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
    })
    expect(photo.rawPayload).toEqual(png)
    // Saved again without one, the picture stays.
    await save()
    expect((await server.app.inject(path)).rawPayload).toEqual(png)
  })

  test('who has no letter in the name gets an empty picture, and nothing of a name gets into its markup', async () => {
    const { theme } = await server.deps.tenants.get('bgv')
    expect(drawInitials({ first_name: '<b>"&', last_name: '7' }, theme)).toContain('>B</text>')
    expect(drawInitials({ first_name: '"', last_name: '7' }, theme)).toContain('></text>')
  })

  test('who left is neither found nor chosen', async () => {
    await save()
    const kept = bgvAgents.map(({ agent_id }) => agent_id)
    expect(await withTenant(server.db, 'bgv', (tx) => retireAgents(tx, 'bgv', kept))).toBe(1)
    expect(await names('ilmtal')).toEqual([])
    expect((await server.call('GET', '/bgv/produkt/berater/A-9')).status).toBe(404)
    expect((await server.app.inject('/api/v1/bgv/produkt/berater/A-9/foto')).statusCode).toBe(404)
  })
})

describe('a referral', () => {
  const create = (tenant: string, token: string, agentId: string, email: string) =>
    server.call('POST', `/${tenant}/empfehlen/create`, {
      token,
      body: {
        Empfehlung: { ProductId: tenant === 'bgv' ? '301' : '101', AgentId: agentId },
        Empfehler: { Vorname: 'Greta', Nachname: 'Berg', Email: email, Agb: true },
      },
    })

  test('names the agent to whoever has the link, until the agent leaves', async () => {
    const referrer = await registered(server, 'bgv', 'agent@bergvogel.example')
    const { status, body } = await create(
      'bgv',
      referrer.token,
      'A-1001',
      'agent@bergvogel.example',
    )
    expect(status).toBe(201)
    const show = async () =>
      (await server.call('GET', `/bgv/empfehlen/${body.Empfehlungsnummer}`)).body.Berater
    expect(await show()).toEqual({
      FirstName: 'Korbinian',
      LastName: 'Obermaier',
      ZipCode: '83022',
      City: 'Rosenheim',
      ExterneId: 'A-1001',
      Foto: '/api/v1/bgv/produkt/berater/A-1001/foto',
    })
    await withTenant(server.db, 'bgv', (tx) =>
      retireAgents(
        tx,
        'bgv',
        bgvAgents.slice(1).map(({ agent_id }) => agent_id),
      ),
    )
    expect(await show()).toBeUndefined()
    await withTenant(server.db, 'bgv', (tx) => saveAgent(tx, 'bgv', bgvAgents[0]!))
    expect(await show()).toBeDefined()
  })

  test('with an agent whom nobody knows is refused at the field, and leaves nothing behind', async () => {
    const referrer = await registered(server, 'bgv', 'niemand@bergvogel.example')
    const { status, body } = await create('bgv', referrer.token, 'A-0', 'niemand@bergvogel.example')
    expect([status, body.ErrorCode]).toEqual([400, 'PSOF0101'])
    expect(JSON.stringify(body)).toContain('Empfehlung.AgentId')
    const own = await server.call('GET', '/bgv/empfehler/empfehlungen', { token: referrer.token })
    expect(own.body).toEqual([])
  })

  test('of a tenant without agents takes none', async () => {
    const referrer = await registered(server, 'standard', 'ohne@post.example')
    const answer = await create('standard', referrer.token, 'A-1001', 'ohne@post.example')
    expect(answer.status).toBe(400)
  })
})
