import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const answer = (text: string) => ({
  faq: [
    {
      Id: 'bild',
      Gruppe: { de: 'Rund um die Empfehlung', en: 'About recommending' },
      Titel: { de: 'Wie sieht das aus?', en: 'What does it look like?' },
      Content: { de: text, en: text },
    },
  ],
})

test(
  'a picture in a text comes as small as the screen needs it, and nothing moves when it comes',
  { tag: '@long' },
  async ({ browser }) => {
    const folder = mkdtempSync(join(tmpdir(), 'zuspruch-pictures-'))
    const picture = join(folder, 'aussicht.jpg')
    const content = join(folder, 'inhalt.json')
    const large = { width: 2400, height: 1200, channels: 3, background: '#3b6b5c' } as const
    writeFileSync(picture, await sharp({ create: large }).jpeg().toBuffer())
    const kept = await runCli(app, 'pictures', 'import', picture, '--tenant', 'standard')
    const html = `<p>So:</p><p><img src="${String(kept['path'])}" width="2400" height="1200" alt="Aussicht"></p><p>Danach.</p>`
    writeFileSync(content, JSON.stringify(answer(html)))
    await runCli(app, 'content', 'import', content, '--tenant', 'standard')
    rmSync(folder, { recursive: true })

    for (const [language, width, deviceScaleFactor, most] of [
      ['de', 360, 2, 960],
      ['en', 1440, 1, 960],
    ] as const) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        deviceScaleFactor,
      })
      const page = await context.newPage()
      let letThrough: (() => void) | null = null
      const held = new Promise<void>((done) => (letThrough = done))
      await page.route('**/bild/**', async (route) => {
        await held
        await route.continue()
      })
      const answered = page.waitForResponse((response) => response.url().includes('/bild/'))
      const place = `${originAt(app.origin, 'standard')}/${language}/faq#bild`
      await page.goto(place, { waitUntil: 'domcontentloaded' })
      const shown = page.getByRole('main').getByRole('img', { name: 'Aussicht' })
      await expect(shown).toBeVisible()
      const before = await shown.boundingBox()
      letThrough!()
      const response = await answered
      expect(response.headers()['content-type']).toBe('image/avif')
      expect(Number(new URL(response.url()).searchParams.get('b'))).toBeLessThanOrEqual(most)
      await expect
        .poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0)
      const after = await shown.boundingBox()
      expect([after?.width, after?.height]).toEqual([before?.width, before?.height])
      expect(after!.width / after!.height).toBeCloseTo(2, 1)
      await context.close()
    }
  },
)
