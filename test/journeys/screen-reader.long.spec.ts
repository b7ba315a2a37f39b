import { expect, test } from '@playwright/test'
import { otherEngines } from '../../scripts/find-browser.ts'
import { isWhole } from '../helpers/whole.ts'
import { apiOf } from './api-steps.ts'
import { startFirefox } from './firefox-engine.ts'
import { missingForReader, startScreenReader, type ScreenReader } from './screen-reader.ts'
import { useApp } from './use-app.ts'
import { sitAt, type Engine, type Visitor } from './visitor.ts'

// Orca reads Firefox on a screen of its own. docs/accessibility/screen-reader.md has what it said and what was mended.

// It follows the focus in time, which a machine with other tests on it has not: with `npm run test:whole` alone.

const app = useApp()
const missing = missingForReader()
test.skip(missing.length > 0, `No screen reader here: apt-get install ${missing.join(' ')}`)
test.skip(!isWhole, 'The screen reader reads with npm run test:whole')
test.setTimeout(300_000)
test.use({ trace: 'off' })

let reader: ScreenReader | undefined
let firefox: Engine | undefined
let visitor: Visitor
test.beforeAll(async () => {
  test.setTimeout(180_000)
  reader = await startScreenReader()
  firefox = await startFirefox(otherEngines.firefox.browser, reader.env)
  visitor = sitAt(await firefox.visitor())
})
test.afterAll(async () => {
  await firefox?.close()
  await reader?.close()
})

const roles = new Set(['link', 'visited link', 'push button', 'toggle button', 'entry'])

/** What nobody could make sense of: a control without a name, something said twice, something wrong before it was touched. */
const faultsIn = (said: string[]): string[] =>
  said.flatMap((text, at) => {
    const before = said[at - 1]
    if (roles.has(text) && (before === undefined || roles.has(before)))
      return [`${text} without a name after "${said[at - 2]}, ${before}"`]
    if (text.length > 12 && text === before) return [`"${text}" twice`]
    return /invalid/.test(text) ? [`${text} before "${said[at + 1]}"`] : []
  })

test('a recommendation is read aloud: what is asked for, what is missing, and that the link is there', async () => {
  await visitor.open(`${app.origin}/de/empfehlen/101`)
  const page = await reader!.hears(/leaving main content/)
  expect(faultsIn(page)).toEqual([])
  const all = page.join('\n')
  expect(all).toMatch(/Ökostrom.*\nheading level 1/)
  for (const asked of [/Wer bekommt die Prämie\?/, /Vorname\n(entry\n)?/, /E-Mail-Adresse/])
    expect(all).toMatch(asked)
  await visitor.press('button', 'Link erstellen')
  await reader!.hears(/Bitte prüfe deine Angaben/)
  await visitor.press('radio', /50:50/)
  await reader!.hears(/Wir teilen 50:50/)
  await visitor.fill('Vorname', 'Anna')
  await visitor.fill(/^E-Mail/, 'anna.vorlesen@post.example')
  await visitor.press('checkbox', /18 Jahre/)
  await visitor.press('button', 'Link erstellen')
  await reader!.hears(/Dein Link ist fertig.* heading level 1/)
})

test('a refused login is read aloud with its reason', async () => {
  await visitor.open(`${app.origin}/de/login`)
  expect(faultsIn(await reader!.hears(/leaving main content/))).toEqual([])
  await visitor.fill(/^E-Mail/, 'anna.vorlesen@post.example')
  await visitor.fill(/^Passwort/, 'Falsch-2026-Falsch')
  await visitor.press('button', 'Anmelden')
  await reader!.hears(/E-Mail-Adresse oder Passwort stimmen nicht\. .*region/)
})

test('a captcha that takes long is read aloud, and so is one that fails', async () => {
  const api = apiOf(app.origin, 'standard')
  // An hour's recommendations without one are used up.
  for (const name of ['Bruno', 'Carla', 'Doro'])
    await api('POST', '/empfehlen/create', {
      Empfehlung: { ProductId: '101', Anteil: 50 },
      Empfehler: {
        Vorname: name,
        Nachname: 'Vorlesen',
        Email: `${name.toLowerCase()}.vorlesen@post.example`,
        Agb: true,
      },
    })
  const send = async (solver: 'is slow' | 'gives up') => {
    await visitor.open(`${app.origin}/de/empfehlen/101`)
    await reader!.hears(/leaving main content/)
    await visitor.run((isBroken) => {
      window.Worker = class extends EventTarget {
        postMessage() {
          if (isBroken) setTimeout(() => this.dispatchEvent(new Event('error')), 3_000)
        }
        terminate() {}
      } as unknown as typeof Worker
    }, solver === 'gives up')
    await visitor.fill('Vorname', 'Emil')
    await visitor.fill(/^E-Mail/, 'emil.vorlesen@post.example')
    await visitor.press('checkbox', /18 Jahre/)
    await visitor.press('button', 'Link erstellen')
  }
  await send('is slow')
  await reader!.hears(/Kurze Sicherheitsprüfung: Dein Gerät löst eine kleine Rechenaufgabe\./)
  await send('gives up')
  await reader!.hears(/Die Sicherheitsprüfung hat nicht geklappt\. .* noch einmal ab\./)
})
