import { expect, test } from '@playwright/test'
import { pagePath } from '../../src/contract/paths.ts'
import { isInstalled, otherEngines } from '../../scripts/find-browser.ts'
import { korbinian } from './agency-steps.ts'
import type { PageState } from './check-page.ts'
import { startFirefox } from './firefox-engine.ts'
import { buttonOf, demoOf, originAt } from './journey-steps.ts'
import { isWhole } from '../helpers/whole.ts'
import { lastStates, mainStates, otherStates, places } from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'
import { sitAt, type Engine, type Visitor } from './visitor.ts'
import { startWebKit } from './webkit-engine.ts'

// The one journey and every page in the engines of iPhones and Firefox. Content and behaviour are tested in chromium.

test.describe.configure({ mode: 'parallel' })
test.setTimeout(600_000)
test.use({ trace: 'off' })

const { app, programmes } = useProgrammes()
const engines = {
  Firefox: { key: 'firefox', start: () => startFirefox(otherEngines.firefox.browser) },
  WebKit: { key: 'webkit', start: () => startWebKit(otherEngines.webkit) },
} as const
const [phone, desk] = [
  [390, 844],
  [1440, 900],
] as const

const pageOf = ({ path, next }: PageState) => (next ?? path).split('?')[0]!

for (const [name, { key, start }] of Object.entries(engines)) {
  test.describe(name, () => {
    test.skip(!isInstalled(key), `${name} is not installed on this machine.`)
    let engine: Engine
    test.beforeAll(async () => {
      engine = await start()
    })
    test.afterAll(() => engine?.close())

    const sitting: Visitor[] = []
    // The last screen tells most.
    test.afterEach(async () => {
      const info = test.info()
      if (info.status !== info.expectedStatus)
        for (const [index, one] of sitting.entries())
          await one.screenshot().then(
            (body) => info.attach(`visitor ${index}`, { body, contentType: 'image/png' }),
            () => undefined,
          )
      sitting.length = 0
    })

    const sitDown = async (size: readonly [number, number]): Promise<Visitor> => {
      const visitor = sitAt(await engine.visitor())
      sitting.push(visitor)
      await visitor.resize(...size)
      return visitor
    }

    test(`${name}: a recommendation on a phone becomes a contract and a collected reward`, async () => {
      const demo = demoOf(app.origin)
      const person = `${key}.amsel@post.example`
      const referrer = await sitDown(phone)
      await referrer.open(`${app.origin}/de`)
      await referrer.press('button', 'Alle ablehnen')
      await referrer.press('link', /^Empfehlen ?: /)
      await referrer.press('radio', /50:50/)
      await referrer.fill('Vorname', 'Anna')
      await referrer.fill(/^E-Mail/, person)
      await referrer.press('checkbox', /18 Jahre/)
      await referrer.press('button', 'Link erstellen')
      await referrer.sees('heading', /Link ist fertig/)
      const link = await referrer.run(
        () =>
          [
            ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea'),
          ].find(({ value }) => /\/k\//.test(value))!.value,
      )

      const contact = await sitDown(phone)
      await contact.open(link)
      await contact.press('button', 'Alle ablehnen')
      await contact.press('link', 'Empfehlung annehmen')
      await contact.fill('Vorname', 'Béla')
      await contact.fill(/^E-Mail/, `${key}.contact@post.example`)
      await contact.press('button', 'Weiter')
      await contact.press('link', 'Weiter zum Angebot')
      await contact.press('button', /Vertrag abschließen/)
      await contact.sees('heading', 'Vielen Dank!')

      await referrer.open(buttonOf(await demo.mail(person, /./)))
      // A visible page presses its button by itself, but not every headless engine reports visibility.
      await referrer.press('button', 'Bestätigen und anmelden').catch(() => undefined)
      await referrer.sees('heading', /^Hallo/)
      await demo.clock('P16D')
      await referrer.open(buttonOf(await demo.mail(person, /Prämie/)))
      await referrer.press('button', 'Seite öffnen').catch(() => undefined)
      await referrer.press('link', /Auszahlen lassen|Überweisung|Geld/)
      await referrer.press('button', 'Code senden')
      const { Subject: code } = await demo.mail(person, /^\d{6} /)
      await referrer.fill('Code', code.slice(0, 6))
      await referrer.press('button', 'Bestätigen')
      await referrer.fill(/^Kontoinhaber/, 'Anna Ährenfeld')
      await referrer.fill('IBAN', 'DE89 3704 0044 0532 0130 00')
      await referrer.press('button', /auszahlen lassen$/)
      await referrer.sees('heading', 'Geschafft!')
      expect([...(await referrer.complaints()), ...(await contact.complaints())]).toEqual([])
    })

    test(`${name}: an agency searches, filters, sorts and chooses in its lists`, async () => {
      const origin = originAt(app.origin, 'bgv')
      await demoOf(app.origin).history('bgv')
      const owner = await sitDown(desk)
      await owner.open(`${origin}/de/agentur/auftraege`)
      await owner.fill(/^E-Mail/, korbinian.email)
      await owner.fill('Passwort', korbinian.password)
      await owner.press('button', 'Anmelden')
      await owner.sees('heading', /Aufträge/)
      const rows = () => owner.run(() => document.querySelectorAll('tr[data-row]').length)
      await expect.poll(rows).toBeGreaterThan(5)
      await owner.fill(/Suche|suchen/, 'jxqjxq', 'searchbox')
      await expect.poll(rows).toBe(0)
      await owner.open(`${origin}/de/agentur/auftraege?status=Freigegeben`)
      await owner.press('link', 'Prämie')
      await expect.poll(() => owner.run(() => location.search)).toMatch(/sortierung=/)
      await owner.press('link', 'Filter „Status: Freigegeben“ entfernen')
      await expect.poll(() => owner.run(() => location.search)).not.toContain('status')
      await owner.open(`${origin}/de/agentur/auftraege?status=Offen`)
      expect(await owner.complaints()).toEqual([])
    })

    test(`${name}: what goes wrong on a page is heard`, async () => {
      const visitor = await sitDown(phone)
      await visitor.open(`${app.origin}/de`)
      await visitor.run(() => {
        // oxlint-disable-next-line no-console -- what has to be heard
        console.error('planted word')
        setTimeout(() => {
          throw new Error('planted error')
        })
        void Promise.reject(new Error('planted rejection'))
        document.head.append(
          Object.assign(document.createElement('script'), { src: '/planted.js' }),
        )
      })
      const heard = async () => (await visitor.complaints()).join('\n')
      for (const what of ['planted word', 'planted error', 'planted rejection', 'planted.js'])
        await expect.poll(heard).toContain(what)
    })

    for (const [index, { tenant }] of places.entries()) {
      test(`${name}: each page of ${tenant} opens without an error at 390 and 1440 px`, async () => {
        test.skip(!isWhole, 'npm run test:whole')
        const { programme, referrer } = programmes[index]!
        if (tenant === 'bgv') await demoOf(app.origin).history('bgv')
        const states = [
          ...mainStates(programme, 'de'),
          ...otherStates(programme, 'de'),
          ...lastStates(programme, 'de'),
        ]
        const host = new URL(programme.origin).hostname
        const cookies = (await referrer.cookies())
          .filter(({ domain }) => domain === host)
          .map(({ name: cookie, value, domain, path }) => ({ name: cookie, value, domain, path }))
        const problems: string[] = []
        for (const who of ['nobody', 'referrer'] as const) {
          const visitor = await sitDown(phone)
          await visitor.open(`${programme.origin}/de`)
          if (who === 'referrer') await visitor.takeCookies(cookies)
          const own = states.filter(({ as = 'nobody' }) => as === who)
          const pages = new Map(own.map((state) => [pageOf(state), state]))
          for (const [page, { path, next }] of pages) {
            await visitor.resize(...phone)
            await visitor.open(`${programme.origin}${path}`)
            if (next) await visitor.open(`${programme.origin}${next}`)
            for (const [width, height] of [phone, desk]) {
              await visitor.resize(width, height)
              const wider = await visitor.overflow()
              if (wider > 0) problems.push(`${page}: ${wider} px wider than ${width} px`)
            }
          }
          if (who === 'referrer') {
            await visitor.open(
              `${programme.origin}${pagePath(programme.routes, 'de', 'Dashboard')}`,
            )
            await visitor.sees('heading', /^(Hallo|Guten Tag)/)
          }
          problems.push(...(await visitor.complaints()))
          await visitor.close()
        }
        expect(problems).toEqual([])
      })
    }
  })
}
