import { expect, test, type Page } from '@playwright/test'
import { removeDataDir, startApp } from '../../scripts/start-app.ts'
import { copyDemoData } from '../helpers/app.ts'
import { fillReferrer, recommendLink } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'
import { words } from './words.ts'

const app = useApp()

/** React has hydrated: from here on pages change client-side. */
const takenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )

type Row = { way: string; counts: Record<string, number> }

/** A channel's count of a step, as an operator reads it; written about a second later. */
const counted = (way: string, step: string) =>
  expect.poll(
    async () => {
      const { rows } = (await runCli(app, 'stats', 'funnel', '--tenant', 'standard')) as {
        rows: Row[]
      }
      return rows.find((row) => row.way === way)?.counts[step] ?? 0
    },
    // Each check starts a process.
    { timeout: 20_000, intervals: [1_000] },
  )

const told = (page: Page, said: object) =>
  page.waitForRequest(
    (request) =>
      request.url().includes('/tracking/ziel') && request.postData() === JSON.stringify(said),
  )

test('visits, pages that the browser changes to and links that are copied are counted by channel, with no cookie', async ({
  page,
  context,
}) => {
  await page.goto(`${app.origin}/de?channel=qr&mtm_campaign=Messe`)
  await takenOver(page)
  const seen = told(page, { Seite: 'Recommendation' })
  await recommendLink(page, 'Ökostrom').click()
  const request = await seen
  expect(new URL(request.url()).search).toBe('?channel=qr&mtm_campaign=Messe')
  expect((await request.response())?.status()).toBe(204)
  expect(await context.cookies()).toEqual([])

  await fillReferrer(page, { first: 'Ida', last: 'Öhler', email: 'ida.oehler@post.example' })
  await page.getByRole('button', { name: words.de.createLink }).click()
  await expect(page.getByLabel(/Empfehlungslink/)).toBeVisible()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const shared = told(page, { Ereignis: 'shared-by-link' })
  await page
    .getByRole('main')
    .getByRole('button', { name: /kopieren/ })
    .click()
  await shared
  // The submitted form set one for its mailed button (decision 345), which counting ignores.
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['zs_referrer'])

  await counted('qr', 'visits').toBe(1)
  await counted('qr', 'referrals').toBe(1)
  await counted('ln', 'shared').toBe(1)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('a visit counts just the same', async ({ page }) => {
    await page.goto(`${app.origin}/de?c=fb`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await counted('fb', 'visits').toBe(1)
  })
})

test('what was counted when the app is stopped is written before it ends', async () => {
  const dataDir = copyDemoData()
  try {
    const first = await startApp({ dataDir, env: { MAIL_UI_PORT: '0' } })
    const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' }
    for (let i = 0; i < 5; i++) {
      const answer = await fetch(`${first.origin}/de?c=qr`, { headers })
      expect(answer.status).toBe(200)
      // The app would wait for a reader.
      await answer.text()
    }
    await first.stop()
    const { rows } = (await runCli(
      { dataDir, origin: first.origin },
      'stats',
      'funnel',
      '--tenant',
      'standard',
    )) as { rows: Row[] }
    expect(rows.map(({ way, counts }) => [way, counts['visits']])).toEqual([['qr', 5]])
  } finally {
    removeDataDir(dataDir)
  }
})
