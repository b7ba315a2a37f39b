import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startSquidex, type Squidex } from '../../test/helpers/squidex.ts'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
let squidex: Squidex
beforeAll(async () => {
  installation = await makeInstallation()
  squidex = await startSquidex()
})
afterAll(async () => {
  await squidex.stop()
  await installation.stop()
})

const footnote = {
  Id: 'preis',
  Identifier: 'preis',
  Gruppe: 'strom',
  Title: { de: 'Preis', en: 'Price' },
  Content: { de: '<p>Mit Steuern.</p>', en: '<p>With taxes.</p>' },
}

test('content: imported from a file after a dry run, wrong entries named, files that are none refused', async () => {
  const { cli, file, audited } = installation
  const bring = (...words: string[]) => cli('content', 'import', ...words, '--tenant', 'bgv')
  const good = file('good.json', JSON.stringify({ footnote: [footnote], teaser: [] }))
  const dry = await bring(good, '--dry-run')
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toMatch(/footnote +1 +0 +0 +0/)
  expect(dry.out).toMatch(/teaser +0 +0 +1 +0/)
  expect(dry.out).toContain('this was a dry run')
  expect(await audited('import-content', 'bgv')).toHaveLength(0)
  expect((await bring(good)).out).toContain('Written.')
  expect(await audited('import-content', 'bgv')).toMatchObject([
    { actor_id: 'command line, set-up' },
  ])

  const { Content: _, ...empty } = footnote
  const wrong = await bring(file('wrong.json', JSON.stringify({ footnote: [empty] })))
  expect(wrong.code).toBe(1)
  expect(wrong.out).toMatch(/footnote +preis +Content/)
  expect(wrong.out).toContain('Nothing was written')
  for (const [name, text, why] of [
    ['broken.json', '{"faq": [', /not JSON/],
    ['list.json', '[]', /object with lists/],
    ['strange.json', '{"news": []}', /"news" is none of/],
    ['flat.json', '{"faq": {}}', /must be a list/],
  ] as const) {
    const refused = await bring(file(name, text))
    expect(refused.code, name).toBe(1)
    expect(refused.err).toMatch(why)
  }
  expect(await audited('import-content', 'bgv')).toHaveLength(1)
})

test('content: exported it is imported again without a change, built-in questions and legal texts too', async () => {
  const { cli, file, folder } = installation
  for (const tenant of ['standard', 'telko']) {
    const own = file(
      'own.json',
      JSON.stringify({ mail: [{ Id: 'gibt.es.nicht', Text: { de: 'x' } }] }),
    )
    await cli('content', 'import', own, '--tenant', tenant)
    const out = `${folder}/${tenant}.json`
    const written = await cli('content', 'export', '--out', out, '--tenant', tenant)
    expect(written).toMatchObject({ code: 0, err: '' })
    const again = (await cli('content', 'import', out, '--tenant', tenant, '--json')).json()
    expect(again.problems).toEqual([])
    const schemas = again.differences.map(({ schema }: { schema: string }) => schema)
    expect(schemas).toEqual(expect.arrayContaining(['faq', 'page', 'teaser', 'mail']))
    for (const difference of again.differences)
      expect(difference).toMatchObject({ added: [], changed: [], removed: [] })
  }
})

test('content: the dry run and the import name footnotes that offers refer to and the content lacks', async () => {
  const { cli, file } = installation
  const kept = (await cli('content', 'export', '--tenant', 'telko', '--json')).json()
  const some = kept.footnote.filter(({ Id }: { Id: string }) => Id !== kept.footnote[0].Id)
  const fewer = file('fewer.json', JSON.stringify({ footnote: some }))
  const mark = kept.footnote[0].Identifier
  const dry = await cli('content', 'import', fewer, '--dry-run', '--tenant', 'telko')
  expect(dry.out).toContain(`Footnotes that the content would not have: ${mark}.`)
  const done = await cli('content', 'import', fewer, '--tenant', 'telko')
  expect(done.out).toContain(`Footnotes that the content does not have: ${mark}.`)
  const whole = file('whole.json', JSON.stringify({ footnote: kept.footnote }))
  expect((await cli('content', 'import', whole, '--tenant', 'telko')).out).not.toContain(
    'Footnotes',
  )
})

test('content: a service is connected once it answers, and left again', async () => {
  const { cli, file, audited } = installation
  squidex.put('footnote', {
    netto: {
      identifier: { iv: 'netto' },
      gruppe: { iv: 'preise' },
      title: { de: 'Netto', en: 'Net' },
      content: { de: 'Ohne Steuern.', en: null },
    },
  })
  const connect = (...words: string[]) => cli('content', 'connect', ...words, '--tenant', 'telko')
  const there = [squidex.url, '--app', 'funkel', '--client', squidex.client.id]
  const unset = await connect(...there)
  expect([unset.code, unset.err]).toEqual([
    1,
    expect.stringContaining('The secret content-service is not set'),
  ])
  const secret = file('secret.txt', squidex.client.secret)
  await cli('secret', 'set', 'content-service', secret, '--tenant', 'telko')
  squidex.state.mood = 'garbles'
  expect((await connect(...there)).err).toMatch(/Nothing has changed: .* is no JSON/)
  squidex.state.mood = 'well'
  const connected = await connect(...there, '--refresh', '10')
  expect(connected).toMatchObject({ code: 0, err: '' })
  expect(connected.out).toMatch(/footnote +1/)
  expect((await cli('tenant', 'show', 'telko', '--json')).json().contentService).toEqual({
    url: squidex.url,
    clientId: squidex.client.id,
    schemas: {},
    refreshSeconds: 10,
  })
  expect((await connect('--off')).out).toContain('built-in content again')
  expect(await audited('connect-content', 'telko')).toHaveLength(1)
  expect(await audited('disconnect-content', 'telko')).toHaveLength(1)
  for (const words of [
    ['ftp://x.example', '--app', 'a', '--client', 'b'],
    ['http://x.example', '--app', 'a', '--client', 'b'],
    ['https://a:b@x.example', '--app', 'a', '--client', 'b'],
    ['https://x.example'],
    [...there, '--refresh', '1'],
    [...there, '--schemas', 'news=x'],
  ])
    expect((await connect(...words)).code, words.join(' ')).toBe(2)
})
