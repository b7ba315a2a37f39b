import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, ask, type Answer } from '../../scripts/ask.ts'
import { pagePath } from '../../src/contract/paths.ts'
import type { PageName } from '../../src/contract/pages.ts'
import { bgv, demoReferrers } from '../../src/server/demo/demo-tenants.ts'
import { cookieNames } from '../../src/server/kinds.ts'
import { nothingTold, type Told } from './fault-load.ts'

// People who come at a rate, whether or not the ones before have been answered, as on a day with an advertisement.

type Kind = { weight: number; expects: number[]; run: () => Promise<Answer> }
export type Seen = { statuses: Map<number, number>; took: number[] }

export type SoakLoad = {
  told: Told
  kinds: Map<string, Seen>
  problems: string[]
  /** Texts of people and links that no log line may have. */
  secrets: Set<string>
  sent: () => number
  /** The server is told to stop: from now on connections may be refused. */
  expectEnd: () => void
  stop: () => Promise<void>
}

const visitors = 150
/** More at once, and the server is behind: what it cannot take is not sent. */
const mostAtOnce = 400

export const testPeople = {
  firstName: 'Xaverine',
  lastName: 'Quittenbaum',
  recipientFirstName: 'Yolantha',
  recipientLastName: 'Zwetschgenreiter',
  domain: 'soak-post.example',
}

export async function startSoakLoad(
  origin: string,
  { rate, random }: { rate: number; random: () => number },
): Promise<SoakLoad> {
  const told = nothingTold()
  const kinds = new Map<string, Seen>()
  const problems: string[] = []
  const secrets = new Set<string>()
  const running = new Set<Promise<void>>()
  let people = 0
  let sent = 0
  let isOn = true
  let isEnding = false

  const anyOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!
  const at = (tenant: string) =>
    tenant === 'standard' ? origin : origin.replace('//localhost', `//${tenant}.localhost`)

  // Some come every second and some once in minutes, over connections that they keep.
  const browsers = Array.from({ length: visitors }, (_, index) => ({
    agent: new Agent({ keepAlive: true, maxSockets: 2 }),
    from: addressOf(10_000 + index * 2),
  }))
  const visitor = () => browsers[Math.floor(visitors * random() ** 2)]!
  const newcomer = () => ({ from: addressOf((people += 1)) })
  const inBrowser = { accept: 'text/html,*/*;q=0.8', 'accept-encoding': 'br, gzip' }

  const routes = Object.fromEntries(
    await Promise.all(
      ['standard', 'telko', 'bgv'].map(async (tenant) => [tenant, await routesOf(origin, tenant)]),
    ),
  ) as Record<string, Record<string, string>>
  const open = (
    tenant: string,
    page: PageName,
    params: Record<string, string> = {},
    cookie?: string,
  ) =>
    ask(at(tenant), 'GET', pagePath(routes[tenant]!, anyOf(['de', 'en']), page, params), {
      ...visitor(),
      headers: { ...inBrowser, ...(cookie ? { cookie } : {}) },
    })

  const logIn = async (): Promise<string> => {
    const { email, password } = demoReferrers.standard
    const body = { Email: email, Password: password }
    const answer = await ask(origin, 'POST', '/api/v1/standard/account/login', {
      body,
      ...visitor(),
    })
    return keep(answer)
  }
  const logInForAgency = async (): Promise<string> => {
    const { email, password } = bgv.people.agencies[0]!.people[0]!
    const body = { Email: email, Password: password }
    const path = '/api/v1/bgv/agentur-konto/login'
    return keep(await ask(at('bgv'), 'POST', path, { body, ...visitor() }))
  }
  const keep = ({ status, body }: Answer): string => {
    const { Token: token } = body as { Token?: string }
    if (status !== 200 || !token) throw new Error(`a log-in answered ${status}`)
    secrets.add(token)
    return token
  }
  const [session, agency] = [await logIn(), await logInForAgency()]
  const own = `${cookieNames.user}=${session}`
  const ofAgency = `${cookieNames.agency}=${agency}`
  const files = await filesOf(origin)

  const create = async (): Promise<Answer> => {
    const from = newcomer()
    const email = `creator-${people}@${testPeople.domain}`
    const body = {
      Empfehlung: { ProductId: '101', Channel: 'wa', Anteil: 50 },
      Empfehler: {
        Vorname: testPeople.firstName,
        Nachname: testPeople.lastName,
        Email: email,
        Newsletter: false,
        Agb: true,
      },
    }
    told.creationsSent.add(email)
    const headers = { 'idempotency-key': randomUUID() }
    const path = '/api/v1/standard/empfehlen/create'
    const answer = await ask(origin, 'POST', path, { body, headers, ...from })
    const { Empfehlungsnummer: number } = answer.body as { Empfehlungsnummer?: string }
    if (answer.status === 201 && number) told.created.set(email, number)
    return answer
  }
  for (let index = 0; index < 20; index += 1) await create()
  const numbers = [...told.created.values()]

  const click = async (): Promise<Answer> => {
    const number = anyOf(numbers)
    told.clicksSent.set(number, (told.clicksSent.get(number) ?? 0) + 1)
    const path = `/api/v1/standard/empfehlen/click/${number}?channel=wa`
    const answer = await ask(origin, 'GET', path, visitor())
    if (answer.status === 302) told.clicked.set(number, (told.clicked.get(number) ?? 0) + 1)
    return answer
  }

  const accept = async (): Promise<Answer> => {
    const from = newcomer()
    const email = `recipient-${people}@${testPeople.domain}`
    const body = {
      Anrede: 'Frau',
      Vorname: testPeople.recipientFirstName,
      Name: testPeople.recipientLastName,
      Email: email,
      Werbeeinwilligung: false,
      Agb: true,
    }
    told.recipientsSent.add(email)
    const path = `/api/v1/standard/empfaenger/create/${anyOf(numbers)}?channel=wa`
    const headers = { 'idempotency-key': randomUUID() }
    const answer = await ask(origin, 'POST', path, { body, headers, ...from })
    const made = answer.body as { Empfaengernummer?: string; Token?: string }
    if (answer.status === 201 && made.Empfaengernummer) {
      told.recipients.set(email, made.Empfaengernummer)
      if (made.Token) secrets.add(made.Token)
    }
    return answer
  }

  const strangersPages: (() => Promise<Answer>)[] = [
    () => open('standard', 'Homepage'),
    () => open('standard', 'RecipientData', { empfehlungsnummer: anyOf(numbers) }),
    () => open('standard', 'RecipientData', { empfehlungsnummer: anyOf(numbers) }),
    () => open('standard', 'Recommendation', { produktId: '101' }),
    () => open('standard', 'Faq'),
    () => open('standard', 'Login'),
    () => open('telko', 'Homepage'),
    () => open('telko', 'Category', { kategorie: 'handys' }),
    () => open('bgv', 'AgencyInfo'),
  ]
  const ownPages = ['Dashboard', 'Settings', 'Earnings', 'Claims', 'Sessions'] as const
  const agencyPages = [
    'AgencyHome',
    'AgencyOrderReport',
    'AgencyRewards',
    'AgencyInvoices',
    'AgencyInvitations',
  ] as const
  const mix: Record<string, Kind> = {
    click: { weight: 26, expects: [302], run: click },
    'stranger’s page': { weight: 30, expects: [200], run: () => anyOf(strangersPages)() },
    'file or picture': {
      weight: 20,
      expects: [200],
      run: () => ask(origin, 'GET', anyOf(files), { ...visitor(), headers: inBrowser }),
    },
    'personal area': {
      weight: 8,
      expects: [200],
      run: () => open('standard', anyOf(ownPages), {}, own),
    },
    'personal area, call': {
      weight: 4,
      expects: [200],
      run: () =>
        ask(origin, 'GET', '/api/v1/standard/empfehler/empfehlungen', {
          token: session,
          ...visitor(),
        }),
    },
    'agency’s page': {
      weight: 5,
      expects: [200],
      run: () => open('bgv', anyOf(agencyPages), {}, ofAgency),
    },
    recommendation: { weight: 2.5, expects: [201], run: create },
    recipient: { weight: 1.5, expects: [201], run: accept },
    'log-in': {
      weight: 1,
      expects: [200],
      run: async () => {
        await logIn()
        return { status: 200, headers: {}, body: null }
      },
    },
    health: {
      weight: 2,
      expects: [200],
      run: () => ask(origin, 'GET', '/health/ready', visitor()),
    },
  }
  const chosen = Object.entries(mix)
  const total = chosen.reduce((sum, [, { weight }]) => sum + weight, 0)
  for (const [name] of chosen) kinds.set(name, { statuses: new Map(), took: [] })

  const choose = () => {
    let place = random() * total
    return chosen.find(([, { weight }]) => (place -= weight) < 0) ?? chosen[0]!
  }

  async function one([name, { expects, run }]: (typeof chosen)[number]): Promise<void> {
    const seen = kinds.get(name)!
    const began = performance.now()
    sent += 1
    try {
      const { status } = await run()
      seen.took.push(performance.now() - began)
      seen.statuses.set(status, (seen.statuses.get(status) ?? 0) + 1)
      if (!expects.includes(status)) problems.push(`${name} answered ${status}`)
    } catch (error) {
      const { code, message, isKept } = error as Error & { code?: string; isKept?: boolean }
      if (isEnding) told.cutOff += 1
      else
        problems.push(
          `${name}: ${code ?? message}${isKept ? ' on a kept connection' : ''} after ${since(began)} ms`,
        )
    }
  }
  const since = (began: number) => Math.round(performance.now() - began)

  const sending = (async () => {
    let due = performance.now()
    while (isOn) {
      due += (1000 / rate) * (0.5 + random())
      const early = due - performance.now()
      if (early > 1) await wait(early)
      if (running.size >= mostAtOnce) continue
      const work = one(choose()).finally(() => running.delete(work))
      running.add(work)
    }
    await Promise.all(running)
  })()

  return {
    told,
    kinds,
    problems,
    secrets,
    sent: () => sent,
    expectEnd: () => (isEnding = true),
    async stop() {
      isOn = false
      await sending
      for (const { agent } of browsers) agent.destroy()
    },
  }
}

async function routesOf(origin: string, tenant: string): Promise<Record<string, string>> {
  type Routes = { RouteName: string; Route: string }[]
  const read = async (name: string) =>
    (await ask(origin, 'GET', `/api/v1/${tenant}/route/${name}`)).body
  const { Routes } = (await read('default')) as { Routes: Routes }
  const all = [...Routes, ...((await read('additional')) as Routes)]
  return Object.fromEntries(all.map(({ RouteName, Route }) => [RouteName, Route]))
}

/** What the homepage loads. */
async function filesOf(origin: string): Promise<string[]> {
  const { body } = await ask(origin, 'GET', '/de')
  const found = String(body).matchAll(/(?:src|href)="(\/(?:assets|brand|bild|marke)\/[^"]+)"/g)
  const files = [...new Set([...found].map(([, path]) => path!))]
  if (files.length < 3) throw new Error(`the homepage loads ${files.length} files only`)
  return files
}
