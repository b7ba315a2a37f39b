import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.stop())

const demo = join(import.meta.dirname, '../../demo')

test.each(['standard', 'bgv'])(
  "an operator's commands read every file of the demo's %s, and find it written already",
  async (code) => {
    const run = async (...words: string[]) => {
      const ran = await installation.cli(...words, '--json')
      expect([ran.code, ran.err]).toEqual([0, ''])
      return ran.json()
    }
    const folder = join(demo, code)
    expect(await run('tenant', 'create', join(folder, 'tenant.json'), '--replace')).toMatchObject({
      created: false,
      changes: [],
      missing: [],
    })
    const content = await run('content', 'import', join(folder, 'content.json'), '--tenant', code)
    expect(content.differences).toEqual([
      { schema: 'teaser', added: [], changed: [], removed: [], unchanged: 1 },
    ])
    if (code !== 'bgv') return
    expect(await run('agents', 'import', join(folder, 'agents.csv'), '--tenant', code)).toEqual({
      saved: 22,
      retired: 0,
      refused: [],
    })
    expect(await run('agencies', 'import', join(folder, 'agencies.csv'), '--tenant', code)).toEqual(
      { added: 0, updated: 2, refused: [] },
    )
  },
)

test.each(['festnetz.csv', 'mobilfunk.csv'])(
  'the catalogue import finds %s of the demo written already',
  async (file) => {
    const path = join(demo, 'telko/catalogue', file)
    const words = ['catalogue', 'import', path, '--tenant', 'telko', '--json']
    const ran = await installation.cli(...words)
    expect(ran.json()).toMatchObject({ added: [], changed: [], gone: [], missingFootnotes: [] })
  },
)

test('texts and pictures of a tenant file are files beside it, and a missing one is named', async () => {
  const folder = join(installation.folder, 'neu')
  cpSync(join(demo, 'telko'), folder, { recursive: true })
  const path = join(folder, 'tenant.json')
  const file = JSON.parse(readFileSync(path, 'utf8'))
  const create = (change: object) => {
    writeFileSync(path, JSON.stringify({ ...file, code: 'neu', ...change }))
    return installation.cli('tenant', 'create', path)
  }
  const { legal, theme } = file
  const missing = await create({
    legal: { ...legal, terms: { de: 'texts/none.de.md', en: 'texts/../terms.en.md' } },
  })
  expect(missing.err).toContain('legal.terms.de: there is no file texts/none.de.md beside this one')
  expect(missing.code).toBe(1)

  const done = await create({ theme: { ...theme, previewPicture: 'pictures/preview.png' } })
  expect([done.code, done.err]).toEqual([0, ''])
  const shown = (await installation.cli('tenant', 'show', 'neu', '--json')).json()
  const terms = readFileSync(join(folder, 'texts/terms.de.md'), 'utf8')
  expect(shown.legal.terms.de).toBe(terms.trim())
  expect(shown.campaigns[0].legalText.en).toContain('The organiser is Funkelnetz GmbH')
  expect(shown.theme.previewPicture).toMatch(/^data:image\/png;base64,/)
})

test('campaigns come with the tenant file, and other conditions need another version', async () => {
  const shown = async () => (await installation.cli('tenant', 'show', 'standard', '--json')).json()
  const before = await shown()
  const [campaign] = before.campaigns
  const write = (change: object) => {
    const changed = { ...before, campaigns: [{ ...campaign, ...change }] }
    const path = installation.file('standard.json', JSON.stringify(changed))
    return installation.cli('tenant', 'create', path, '--replace', '--yes')
  }
  const consent = { de: 'Ich mache mit.', en: 'I take part.' }
  const refused = await write({ consent })
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining(`campaigns.${campaign.id}.version: `),
  ])
  expect(await shown()).toEqual(before)
  expect((await write({ consent, version: '2026-02' })).code).toBe(0)
  const active = await installation.server.call('GET', '/standard/aktion/alleAktiven')
  expect(active.body).toEqual([expect.objectContaining({ Zustimmung: consent.de })])
})
