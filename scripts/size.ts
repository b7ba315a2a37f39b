// npm run size [-- --write]: scripts that each page loads in a real browser within 5 s, in KiB of brotli, against the budget.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { isAgencyPage, isSalesPartnerPage } from '../src/contract/page-kinds.ts'
import type { PageName } from '../src/contract/pages.ts'
import type { OperatorRole } from '../src/domain/operator-abilities.ts'
import { cookieNames } from '../src/server/kinds.ts'
import { bgv, telko } from '../src/server/demo/demo-tenants.ts'
import { platformCode } from '../src/domain/platform.ts'
import { accessOf, defaultPathOf } from '../src/contract/every-page.ts'
import { clientFolder } from '../src/server/pages/load-web.ts'
import { ask } from './ask.ts'
import {
  completeRegistration,
  createRecipient,
  createReferral,
  expectAnswer,
  mailedToken,
  releaseContract,
} from './demo-people.ts'
import { judgeSizes, measuredPages, sizeTable, type Measured } from './judge-size.ts'
import { launchBrowser } from './launch-browser.ts'
import { makeDataDir, removeDataDir, startApp } from './start-app.ts'
import { alignTable, markdownTable, writeFigures } from './write-figures.ts'

const watchMs = 5_000
const atOnce = 8

// Pages that only some tenants have.
const insurer = bgv.tenant
const onlyThere: ReadonlySet<PageName> = new Set(['AgentRecommendations', 'EmployeeRecommendation'])
const atInsurer = { has: (page: PageName) => onlyThere.has(page) || isAgencyPage(page) }
const provider = telko.tenant
const atProvider: ReadonlySet<PageName> = new Set(['Categories', 'Category', 'Comparison'])

// The console's: most where most is sold through agencies.
const isConsole = (page: PageName) => page.startsWith('Console')
const atPlatform = (page: PageName) => page === 'ConsoleTenants'
const placeOf = (page: PageName) =>
  atPlatform(page) ? platformCode : page === 'ConsolePartners' ? provider.code : insurer.code

const tenantOf = (page: PageName) =>
  atInsurer.has(page) ? insurer : atProvider.has(page) || isSalesPartnerPage(page) ? provider : null

type People = {
  session: string
  insurerSession: string
  agencySession: string
  partnerSession: string
  operatorSession: string
  platformSession: string
  number: string
  hex: string
  tokens: Partial<Record<PageName, string>>
}

/** A logged-in referrer with a reward, as pages behind a login or token need. */
async function preparePeople(origin: string): Promise<People> {
  const email = 'mara.messwert@size.example'
  const friend = 'runa.rundweg@size.example'
  const referral = await createReferral(origin, 1, email)
  const session = await completeRegistration(origin, 1, email)
  const recipient = await createRecipient(origin, 2, referral['Empfehlungsnummer'] ?? '', friend)
  const confirmToken = await mailedToken(origin, friend, /\/empfaengerbestaetigung/)
  await releaseContract(origin, recipient['Empfaengernummer'] ?? '')
  const { email: demoEmail, password } = bgv.people.referrer
  const login = expectAnswer(
    await ask(origin, 'POST', `/api/v1/${insurer.code}/account/login`, {
      body: { Email: demoEmail, Password: password },
    }),
    200,
  )
  const owner = bgv.people.agencies[0]?.people[0]
  const agencyLogin = expectAnswer(
    await ask(origin, 'POST', `/api/v1/${insurer.code}/agentur-konto/login`, {
      body: { Email: owner?.email, Password: owner?.password },
    }),
    200,
  )
  const partner = telko.people.salesPartners[0]
  const partnerLogin = expectAnswer(
    await ask(origin, 'POST', `/api/v1/${provider.code}/verkaufspartner/login`, {
      body: { Email: partner?.email, Password: partner?.password },
    }),
    200,
  )
  // A year of work, which takes its time on a busy machine.
  const history = `/demo/history/${insurer.code}`
  expectAnswer(await ask(origin, 'POST', history, { timeoutMs: 180_000 }), 200)
  const operator = async (role: OperatorRole): Promise<string> => {
    const at = hostOf(origin, platformCode)
    const asked = { body: { Rolle: role } }
    return expectAnswer(await ask(at, 'POST', '/demo/konsole', asked), 200)['Token'] ?? ''
  }
  const newcomer = 'nele.neuling@size.example'
  await createReferral(origin, 3, newcomer)
  await createReferral(origin, 4, email)
  expectAnswer(await ask(origin, 'GET', `/api/v1/standard/account/resetPassword/${email}`), 202)
  return {
    session,
    insurerSession: login['Token'] ?? '',
    agencySession: agencyLogin['Token'] ?? '',
    partnerSession: partnerLogin['Token'] ?? '',
    operatorSession: await operator('auditor'),
    platformSession: await operator('platform-operator'),
    number: referral['Empfehlungsnummer'] ?? '',
    hex: referral['Hex'] ?? '',
    tokens: {
      RecipientConfirmation: confirmToken,
      Reward: await mailedToken(origin, email, /\/praemie/),
      Registration: await mailedToken(origin, newcomer, /\/registrieren/),
      SetPassword: await mailedToken(origin, email, /\/passwortsetzen/),
      Confirmation: await mailedToken(origin, email, /\/bestaetigung/),
    },
  }
}

const hostOf = (origin: string, code: string) =>
  origin.replace('//localhost', `//${code}.localhost`)

/** With the parameters for its real content. */
function addressOfPage(page: PageName, people: People): string {
  const values: Record<string, string> = {
    produktId: atInsurer.has(page) ? '301' : '101',
    empfehlungsnummer: people.number,
    praemieid: 'geld',
    adminLoginToken: 'a-token-that-nobody-has-issued',
    kategorie: 'handys',
    mandant: placeOf(page),
  }
  const route = tenantOf(page)?.routes[page]
  const path = (route ?? defaultPathOf(page)).replace(
    /:(\w+)/g,
    (_, name: string) => values[name] ?? name,
  )
  const query: Partial<Record<PageName, string>> = {
    ShareRecommendation: `?hex=${people.hex}`,
    RecipientData: '?channel=wa',
    Comparison: '?kategorie=glasfaser&ids=201,202,331',
    NewsletterOptin: '?t=a-token-that-nobody-has-issued',
    NewsletterOptout: '?t=a-token-that-nobody-has-issued',
  }
  const token = people.tokens[page]
  return `/de${path === '/' ? '' : path}${token ? `?t=${token}` : (query[page] ?? '')}`
}

/** The cookies of a browser that opened a mailed link: its script presses the page's one button. */
async function openedLink(browser: Browser, link: string) {
  const context = await browser.newContext({ locale: 'de-DE' })
  const tab = await context.newPage()
  await tab.goto(link)
  await tab.waitForURL(({ searchParams }) => !searchParams.has('t'))
  const cookies = await context.cookies()
  await context.close()
  return cookies
}

async function measure(
  browser: Browser,
  origin: string,
  page: PageName,
  people: People,
): Promise<Measured> {
  const context = await browser.newContext({ locale: 'de-DE' })
  const tenant = tenantOf(page)
  const host = isConsole(page) ? platformCode : tenant?.code
  const here = host ? hostOf(origin, host) : origin
  if (page === 'AgentRecommendations')
    await context.addCookies([{ name: cookieNames.user, value: people.insurerSession, url: here }])
  if (accessOf(page) === 'agency')
    await context.addCookies([{ name: cookieNames.agency, value: people.agencySession, url: here }])
  if (accessOf(page) === 'sales-partner')
    await context.addCookies([
      { name: cookieNames['sales-partner'], value: people.partnerSession, url: here },
    ])
  if (accessOf(page) === 'operator') {
    const value = atPlatform(page) ? people.platformSession : people.operatorSession
    await context.addCookies([{ name: cookieNames.operator, value, url: here }])
  }
  const needsLogin = accessOf(page) === 'login'
  if (needsLogin)
    await context.addCookies([{ name: cookieNames.user, value: people.session, url: origin }])
  if (page === 'RewardDetails')
    await context.addCookies(
      await openedLink(browser, `${origin}/de/praemie?t=${people.tokens.Reward}`),
    )
  const scripts = new Set<string>()
  const tab = await context.newPage()
  tab.on('request', (request) => {
    const { pathname } = new URL(request.url())
    // Preloaded modules count too: they were downloaded.
    if (request.resourceType() === 'script' || /\.m?js$/.test(pathname)) scripts.add(pathname)
  })
  const path = addressOfPage(page, people)
  const answer = await tab.goto(here + path, { waitUntil: 'load' })
  await tab.waitForTimeout(watchMs)
  await context.close()
  const bytes = [...scripts].reduce((sum, script) => sum + brotliSize(script), 0)
  return {
    page,
    path: `/de${defaultPathOf(page).replace(/\/$/, '')}`,
    status: answer?.status() ?? 0,
    scripts: scripts.size,
    bytes,
  }
}

function brotliSize(script: string): number {
  const file = join(clientFolder, script)
  if (existsSync(`${file}.br`)) return statSync(`${file}.br`).size
  return brotliCompressSync(readFileSync(file)).length
}

async function measureAll(): Promise<Measured[]> {
  const dataDir = makeDataDir()
  const app = await startApp({ dataDir }).catch((error: unknown) => {
    removeDataDir(dataDir)
    throw error
  })
  const browser = await launchBrowser()
  try {
    const people = await preparePeople(app.origin)
    const measured: Measured[] = []
    // Logout goes last, alone, since it ends the session.
    const groups = [measuredPages.filter((name) => name !== 'Logout'), ['Logout'] as PageName[]]
    for (const group of groups) {
      for (let start = 0; start < group.length; start += atOnce) {
        const some = group.slice(start, start + atOnce)
        measured.push(
          ...(await Promise.all(some.map((name) => measure(browser, app.origin, name, people)))),
        )
      }
    }
    return measured
  } finally {
    await browser.close()
    await app.stop()
    removeDataDir(dataDir)
  }
}

const measured = await measureAll()
const rows = sizeTable(measured)
process.stdout.write(`${alignTable(rows)}\n`)
if (process.argv.includes('--write')) writeFigures('size', markdownTable(rows))
const faults = judgeSizes(measured, measuredPages)
if (faults.length > 0) {
  process.stderr.write(`\nOver the budget, or not measured:\n${faults.join('\n')}\n`)
  process.exitCode = 1
}
