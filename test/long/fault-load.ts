import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { addressOf, ask, type Answer } from '../../scripts/ask.ts'
import { ibanOf } from './random.ts'

/** What the load was told, and what it asked for without hearing back. Everything acknowledged must be in the books. */
export type Told = {
  creationsSent: Set<string> // e-mail addresses
  created: Map<string, string> // e-mail -> referral number
  clicksSent: Map<string, number>
  clicked: Map<string, number>
  recipientsSent: Set<string>
  recipients: Map<string, string> // e-mail -> recipient number
  ordersSent: Set<string>
  orders: Map<string, string> // the provider's number -> ours
  released: Set<string>
  collected: Map<string, 'cash' | 'voucher'> // reward id
  batches: Map<string, string> // batch id -> file
  executed: Set<string>
  unavailable: number // answers 503 with the catalogue's error
  cutOff: number // connections that broke
}

export const nothingTold = (): Told => ({
  creationsSent: new Set(),
  created: new Map(),
  clicksSent: new Map(),
  clicked: new Map(),
  recipientsSent: new Set(),
  recipients: new Map(),
  ordersSent: new Set(),
  orders: new Map(),
  released: new Set(),
  collected: new Map(),
  batches: new Map(),
  executed: new Set(),
  unavailable: 0,
  cutOff: 0,
})

export type Person = { token: string; email: string }
/** `cookie`: of a browser that has proved the owner's address. */
export type Collectable = { rewardId: string; token: string; cookie: string }

export type World = {
  origin: () => string
  random: () => number
  owners: Person[] // registered referrers
  apiKey: string
  /** Rewards that wait to be collected, as a reader of the mails would know them; empty while the database is away. */
  listCollectable: () => Promise<Collectable[]>
  /** Batches that the bank has not answered, also those whose making was never acknowledged: operators see them in their list. */
  listOpenBatches: () => Promise<string[]>
}

export type Load = {
  told: Told
  problems: string[]
  /** Starts nothing new; people finish what they have begun. */
  finish: () => Promise<void>
  stop: () => Promise<void>
}

// The demo tenant's limit of rewarded referrals in a year.
const ordersOfOwner = 20

/** People at work, all at once, who try again as real clients do: with the same idempotency key until an answer comes. */
export function startLoad(world: World): Load {
  const told = nothingTold()
  const problems: string[] = []
  let creating = true
  let working = true
  let people = 1_000
  let orderNumber = 0
  const taken = new Set<string>()

  /** One try; null when no answer came or the service was away. Anything that a client may not be told is a problem. */
  async function once(
    method: string,
    path: string,
    options: Parameters<typeof ask>[3],
  ): Promise<Answer | null> {
    const answer = await ask(world.origin(), method, path, { timeoutMs: 20_000, ...options }).catch(
      () => null,
    )
    if (answer === null) {
      told.cutOff += 1
      return null
    }
    if (answer.status < 500) return answer
    const code = (answer.body as { ErrorCode?: string }).ErrorCode
    const isAway =
      answer.status === 503 && code === 'PSOF0002' && Number(answer.headers['retry-after']) > 0
    if (isAway) told.unavailable += 1
    else
      problems.push(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return null
  }

  /** Again and again until an answer comes; null when the load was stopped before that. */
  async function until(
    method: string,
    path: string,
    options: Parameters<typeof ask>[3],
  ): Promise<Answer | null> {
    while (working) {
      const answer = await once(method, path, options)
      if (answer) return answer
      await wait(100)
    }
    return null
  }

  const expectStatus = (what: string, answer: Answer, ...statuses: number[]) => {
    if (statuses.includes(answer.status)) return true
    problems.push(`${what} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    return false
  }
  const anyOf = <T>(values: T[]) => values[Math.floor(world.random() * values.length)]
  const pause = (ms: number) => wait(ms * (0.5 + world.random()))

  async function create(owner: Person | undefined): Promise<string | null> {
    const person = (people += 1)
    const email = owner?.email ?? `creator-${person}@fault.example`
    const body = {
      Empfehlung: { ProductId: '101', Channel: 'wa', Anteil: 50 },
      Empfehler: {
        Vorname: 'Mara',
        Nachname: 'Messwert',
        Email: email,
        Newsletter: false,
        Agb: true,
      },
    }
    const headers = { 'idempotency-key': randomUUID() }
    const options = {
      body,
      headers,
      from: addressOf(person),
      ...(owner ? { token: owner.token } : {}),
    }
    if (!owner) told.creationsSent.add(email)
    const answer = await until('POST', '/api/v1/standard/empfehlen/create', options)
    if (!answer || !expectStatus('creation', answer, 201)) return null
    const { Empfehlungsnummer: number } = answer.body as { Empfehlungsnummer: string }
    if (!owner) told.created.set(email, number)
    if (world.random() < 0.25) {
      const again = await once('POST', '/api/v1/standard/empfehlen/create', options)
      const replayed = (again?.body as { Empfehlungsnummer?: string } | undefined)
        ?.Empfehlungsnummer
      if (again && replayed !== number)
        problems.push(`the same key made ${number} and ${JSON.stringify(again.body)}`)
    }
    return number
  }

  async function click(): Promise<void> {
    const number = anyOf([...told.created.values()])
    if (!number) return
    told.clicksSent.set(number, (told.clicksSent.get(number) ?? 0) + 1)
    const answer = await once('GET', `/api/v1/standard/empfehlen/click/${number}?channel=wa`, {})
    if (answer && expectStatus('click', answer, 302))
      told.clicked.set(number, (told.clicked.get(number) ?? 0) + 1)
  }

  async function accept(number: string): Promise<{ number: string; token: string } | null> {
    const person = (people += 1)
    const email = `recipient-${person}@fault.example`
    const body = {
      Anrede: 'Frau',
      Vorname: 'Runa',
      Name: 'Rundweg',
      Email: email,
      Werbeeinwilligung: false,
      Agb: true,
    }
    const options = { body, headers: { 'idempotency-key': randomUUID() }, from: addressOf(person) }
    told.recipientsSent.add(email)
    const answer = await until(
      'POST',
      `/api/v1/standard/empfaenger/create/${number}?channel=wa`,
      options,
    )
    if (!answer || !expectStatus('recipient', answer, 201)) return null
    const made = answer.body as { Empfaengernummer: string; Token: string }
    told.recipients.set(email, made.Empfaengernummer)
    return { number: made.Empfaengernummer, token: made.Token }
  }

  /** From the recommendation of a registered person to the released order. */
  async function conclude(owner: Person): Promise<void> {
    const referral = await create(owner)
    const recipient = referral && (await accept(referral))
    if (!recipient) return
    const external = `FAULT-${(orderNumber += 1)}`
    told.ordersSent.add(external)
    const line = {
      ExterneAuftragsnummer: external,
      Empfaengernummer: recipient.number,
      ProduktExterneId: 'SON-STROM',
      Vertragsdatum: Temporal.Now.plainDateISO('Europe/Berlin').toString(),
      Status: 'abgeschlossen',
    }
    const fed = await until('POST', '/api/v1/standard/auftraege', {
      body: [line],
      token: world.apiKey,
    })
    if (!fed || !expectStatus('order feed', fed, 207)) return
    const [result] = (fed.body as { Ergebnisse: { Ergebnis: string }[] }).Ergebnisse
    if (result?.Ergebnis !== 'neu' && result?.Ergebnis !== 'unveraendert')
      return void problems.push(`order ${external}: ${JSON.stringify(fed.body)}`)
    const shown = await until('GET', '/api/v1/standard/empfaenger/auftrag', {
      token: recipient.token,
    })
    if (!shown || !expectStatus('order', shown, 200)) return
    const orders = (shown.body as { Auftraege: { Auftragsnummer: string }[] }).Auftraege
    if (orders.length !== 1) problems.push(`order ${external} shows ${orders.length} times`)
    const number = orders[0]?.Auftragsnummer ?? ''
    told.orders.set(external, number)
    const released = await until('POST', '/demo/release/standard', {
      body: { Auftragsnummer: number },
    })
    if (released && expectStatus('release', released, 200)) told.released.add(number)
  }

  /** Twice at once, as people click twice: both are told the same, and it happens once. */
  async function collect({ rewardId, token, cookie }: Collectable): Promise<void> {
    const bankData = { Kontoinhaber: 'Mara Messwert', Iban: ibanOf((people += 1)) }
    const cash = { PraemieId: 'geld', Bankdaten: bankData }
    const take = async (body: object) => {
      const options = { body, token, headers: { cookie } }
      const [answer] = await Promise.all([
        until('PUT', '/api/v1/standard/praemierung', options),
        once('PUT', '/api/v1/standard/praemierung', options),
      ])
      return answer
    }
    const wantsVoucher = world.random() < 0.25
    let answer = await take(wantsVoucher ? { PraemieId: 'seitenwind' } : cash)
    const isSoldOut = (answer?.body as { ErrorCode?: string } | undefined)?.ErrorCode === 'PSOF0405'
    if (isSoldOut) answer = await take(cash)
    if (answer && expectStatus('collection', answer, 200))
      told.collected.set(rewardId, wantsVoucher && !isSoldOut ? 'voucher' : 'cash')
  }

  async function pay(): Promise<void> {
    const answer = await once('POST', '/demo/payout/standard', {})
    if (!answer || !expectStatus('payout', answer, 200)) return
    const { Batch, File } = answer.body as { Batch: string | null; File?: string }
    if (Batch) told.batches.set(Batch, File ?? '')
  }

  /** The bank executes what it was given; the same status file twice changes nothing. */
  async function execute(): Promise<void> {
    const [batch] = await world.listOpenBatches()
    if (!batch) return
    const answer = await until('POST', `/demo/payout/standard/${batch}/executed`, {})
    if (answer && expectStatus('execution', answer, 200)) told.executed.add(batch)
  }

  /** Whoever has begun the fewest orders. A year's limit of rewards would hold what goes beyond it for review. */
  const begun = new Map<Person, number>(world.owners.map((owner) => [owner, 0]))
  const nextOwner = (): Person | null => {
    const [next] = [...begun].toSorted((a, b) => a[1] - b[1])
    if (!next || next[1] >= ordersOfOwner) return null
    begun.set(next[0], next[1] + 1)
    return next[0]
  }

  const repeat = async (isOn: () => boolean, ms: number, work: () => Promise<unknown>) => {
    while (isOn()) {
      await work()
      await pause(ms)
    }
  }
  const several = (count: number, start: (index: number) => Promise<void>) =>
    Array.from({ length: count }, (_, index) => start(index))
  const creators = [
    ...several(3, () =>
      repeat(
        () => creating,
        250,
        () => create(undefined),
      ),
    ),
    ...several(6, () => repeat(() => creating, 20, click)),
    ...several(2, () =>
      repeat(
        () => creating,
        300,
        async () => {
          const number = anyOf([...told.created.values()])
          if (number) await accept(number)
        },
      ),
    ),
    ...several(3, () =>
      repeat(
        () => creating,
        500,
        async () => {
          const owner = nextOwner()
          if (owner) await conclude(owner)
        },
      ),
    ),
  ]
  const others = [
    ...several(3, () =>
      repeat(
        () => working,
        100,
        async () => {
          const waiting = await world.listCollectable()
          const next = waiting.find(({ rewardId }) => !taken.has(rewardId))
          if (!next) return
          taken.add(next.rewardId)
          await collect(next)
        },
      ),
    ),
    ...several(2, () => repeat(() => working, 400, pay)),
    repeat(() => working, 300, execute),
  ]
  return {
    told,
    problems,
    async finish() {
      creating = false
      await Promise.all(creators)
    },
    async stop() {
      creating = false
      working = false
      await Promise.all([...creators, ...others])
    },
  }
}
