import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeInstallation, type Installation } from './installation.test-helper.ts'

vi.setConfig({ testTimeout: 120_000 })

let installation: Installation
beforeAll(async () => {
  installation = await makeInstallation()
})
afterAll(() => installation.stop())

test('agencies: imported from a file, listed with what they lack, stopped and let work again, with who did it', async () => {
  const { cli, file, audited } = installation
  const on = (...words: string[]) => cli('agencies', ...words, '--tenant', 'bgv')
  const csv = file(
    'agencies.csv',
    [
      'Nummer;Name;Vorname;Nachname;E-Mail;Ort',
      'AG-5501;Agentur Rautenstrauß;Tobias;Rautenstrauß;tobias@rautenstrauss.example;Ingolstadt',
      'XY;Agentur Falsch;Max;Falsch;max@falsch.example;Ulm',
      'AG-1001;Agentur Obermaier;Korbinian;Obermaier;neu@obermaier.example;Rosenheim',
    ].join('\n'),
  )
  const imported = await on('import', csv)
  expect(imported.code).toBe(1)
  expect(imported.out).toContain('Agencies added: 1, updated: 1, lines refused: 1.')
  expect(imported.out).toContain('agencyNumberPattern')
  const listed = (await on('list', '--json')).json() as { number: string; state: string }[]
  expect(listed.map(({ number, state }) => [number, state])).toContainEqual(['AG-5501', 'active'])
  const lacks = (await on('list', '--json')).json() as { number: string; lacking: string[] }[]
  expect(lacks.find(({ number }) => number === 'AG-5501')?.lacking).toEqual([
    'owner has not confirmed',
    'no address',
  ])
  expect(lacks.find(({ number }) => number === 'AG-1001')?.lacking).toEqual([])
  expect((await on('list')).out).toMatch(/AG-5501 .*owner has not confirmed, no address/)
  expect((await on('deactivate', 'AG-5501')).out).toContain('The agency is inactive.')
  expect((await on('deactivate', 'ag-5501')).out).toContain('It was inactive before.')
  expect((await on('activate', 'AG-5501')).code).toBe(0)
  expect((await on('deactivate', 'AG-5501', '--close')).out).toContain('closed')
  expect((await on('activate', 'AG-0000')).code).toBe(1)
  expect(await audited('agencies-imported', 'bgv')).toMatchObject([
    { actor_id: 'command line, set-up' },
  ])
})
