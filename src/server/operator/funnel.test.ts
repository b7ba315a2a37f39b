import { afterAll, beforeAll, expect, test } from 'vitest'
import { iban, makeApiKey, password } from '../../../test/helpers/actors.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { funnelSteps, type FunnelStep } from '../../domain/funnel.ts'
import { stranger } from '../account/people.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { acceptance, readRecipients, readReferral } from '../referral/journey.test-helper.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { flushEvents, recordEvent } from '../tracking/record-event.ts'
import { closeFunnelDays } from '../tracking/close-funnel-days.ts'
import { foldOldCampaigns } from '../tracking/fold-campaigns.ts'
import { readFunnelClosed } from './funnel-store.ts'
import { showFunnel } from './show-funnel.ts'

let server: TestServer
let apiKey: string
beforeAll(async () => {
  server = await startTestServer()
  apiKey = await makeApiKey(server, 'standard')
})
startEachAfresh(() => server)
afterAll(() => server.stop())

type Search = { channel?: string; campaign?: string }
const searchOf = ({ channel, campaign }: Search) =>
  `?${new URLSearchParams({ ...(channel ? { channel } : {}), ...(campaign ? { mtm_campaign: campaign } : {}) }).toString()}`

/** Everything that one referral goes through by one way, up to `until`. */
async function play(way: Search, until: FunnelStep, visits = 1) {
  const query = searchOf(way)
  for (let i = 0; i < visits; i++)
    recordEvent(server.deps, {
      tenant: 'standard',
      event: 'home-viewed',
      page: 'Homepage',
      way: { channel: (way.channel ?? 'xx') as 'wa', campaign: way.campaign ?? null },
      isEntry: true,
      analytics: null,
    })
  const reached = (step: FunnelStep) => funnelSteps.indexOf(until) >= funnelSteps.indexOf(step)
  if (!reached('referrals')) return null
  const [referrer, friend] = [stranger(), stranger()]
  const created = await server.call('POST', `/standard/empfehlen/create${query}`, {
    ip: referrer.ip,
    body: {
      Empfehlung: { ProductId: '101', Anteil: 50 },
      Empfehler: { Vorname: 'Mara', Nachname: 'Lindenau', Email: referrer.email, Agb: true },
    },
  })
  const number: string = created.body.Empfehlungsnummer
  const token = await mailedToken(server, 'standard', referrer.email, 'welcome')
  await server.call('PUT', '/standard/account/resetPassword', {
    ip: referrer.ip,
    body: { Token: token, Password: password, PasswordConfirm: password },
  })
  const made = { number, friend: friend.email }
  if (!reached('clicks')) return made
  const clicked = await server.call('GET', `/standard/empfehlen/click/${number}${query}`)
  if (!reached('accepted')) return made
  // What the click leads to is the address from which the contact accepts.
  const { search } = new URL(String(clicked.headers.location))
  const accepted = await server.call('POST', `/standard/empfaenger/create/${number}${search}`, {
    ip: friend.ip,
    body: acceptance(friend.email),
  })
  expect(accepted.status).toBe(201)
  if (!reached('confirmed')) return made
  await server.call('PUT', '/standard/empfaenger/bestaetigung', {
    body: { Token: await mailedToken(server, 'standard', friend.email, 'confirmRecipient') },
  })
  if (!reached('orders')) return made
  const product = (await server.call('GET', '/standard/produkt/101')).body.ExterneId
  await server.call('POST', '/standard/auftraege', {
    token: apiKey,
    body: [
      {
        ExterneAuftragsnummer: `F-${number}`,
        Empfaengernummer: accepted.body.Empfaengernummer,
        ProduktExterneId: product,
        Vertragsdatum: server.clock.today().toString(),
        Status: 'abgeschlossen',
      },
    ],
  })
  if (!reached('released')) return made
  const orders = await server.call('GET', '/standard/empfaenger/auftrag', {
    token: accepted.body.Token,
  })
  const orderNumber: string = orders.body.Auftraege[0].Auftragsnummer
  const tenant = await server.deps.tenants.get('standard')
  await withTenant(server.db, 'standard', (tx) =>
    releaseOrder(tx, server.deps, tenant, orderNumber, system),
  )
  await provideRewards(server.deps, tenant, { orderNumber })
  if (!reached('collected')) return made
  const take = async (email: string, kind: 'bargeld' | 'gutschein') => {
    const bearer = await mailedToken(server, 'standard', email, 'rewardReady')
    const { body } = await server.call('GET', '/standard/praemierung/', { token: bearer })
    const options: { Id: string }[] = body.Auswahl
    const cash = kind === 'bargeld'
    const option = options.at(cash ? 0 : -1)!.Id
    const answer = await server.call('PUT', '/standard/praemierung/', {
      token: bearer,
      body: {
        PraemieId: option,
        ...(cash ? { Bankdaten: { Kontoinhaber: 'Mara Lindenau', Iban: iban } } : {}),
      },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await take(referrer.email, 'bargeld')
  if (reached('paid')) await take(friend.email, 'gutschein') // a voucher is paid when it is taken
  return made
}

const read = async (
  by: 'channel' | 'campaign' = 'channel',
  period: { from?: string; to?: string } = {},
) => {
  await flushEvents(server.deps)
  const { rows, total } = await showFunnel(server.deps, 'standard', {
    by,
    from: period.from ? Temporal.PlainDate.from(period.from) : null,
    to: period.to ? Temporal.PlainDate.from(period.to) : null,
  })
  const figures = (row: (typeof rows)[number]) => funnelSteps.map((step) => row.counts[step])
  return {
    rows: Object.fromEntries(rows.map((row) => [row.way, figures(row)])),
    total: figures(total),
    rates: total.rates,
  }
}

test('nothing counted is an empty funnel', async () => {
  expect(await read()).toEqual({
    rows: {},
    total: funnelSteps.map(() => 0),
    rates: { accepted: null, confirmed: null, orders: null, released: null, paid: null },
  })
})

test('a journey by one way, up to the money, is in every step of that way and of no other', async () => {
  const whatsapp = { channel: 'wa', campaign: 'Herbst' }
  await play(whatsapp, 'paid', 4)
  await play(whatsapp, 'clicks')
  await play({ channel: 'em', campaign: 'Winter' }, 'confirmed', 2)
  await play({}, 'accepted', 3)
  await play({}, 'visits')
  await server.call('POST', '/standard/tracking/ziel?channel=wa&mtm_campaign=Herbst', {
    body: { Ereignis: 'shared-by-message' },
  })
  const byChannel = {
    wa: [5, 2, 1, 2, 1, 1, 1, 1, 2, 1],
    em: [2, 1, 0, 1, 1, 1, 0, 0, 0, 0],
    xx: [4, 1, 0, 1, 1, 0, 0, 0, 0, 0],
  }
  const total = [11, 4, 1, 4, 3, 2, 1, 1, 2, 1]
  expect(await read()).toEqual({
    rows: byChannel,
    total,
    rates: { accepted: 3 / 4, confirmed: 2 / 3, orders: 1 / 2, released: 1, paid: 1 / 2 },
  })
  const { wa, em, xx } = byChannel
  expect(await read('campaign')).toMatchObject({
    rows: { Herbst: wa, Winter: em, '': xx },
    total,
  })
  expect(await read('channel', { from: '2026-11-17', to: '2026-11-17' })).toMatchObject({ total })
  for (const period of [{ to: '2026-11-16' }, { from: '2026-11-18' }])
    expect((await read('channel', period)).rows).toEqual({})
})

test('the way goes along: from the link to the click, the contact and the order', async () => {
  const made = await play({ channel: 'qr', campaign: 'Messe Köln' }, 'orders')
  expect(await readReferral(server, made!.number)).toMatchObject({
    channel: 'qr',
    campaign: 'Messe Köln',
  })
  expect(await readRecipients(server, made!.number)).toMatchObject([
    { channel: 'qr', campaign: 'Messe Köln' },
  ])
  const rows = await withTenant(server.db, 'standard', async (tx) => ({
    clicks: await tx
      .selectFrom('clicks')
      .select(['channel', 'campaign'])
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', made!.number)
      .execute(),
    orders: await tx
      .selectFrom('orders')
      .select(['channel', 'campaign'])
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', made!.number)
      .execute(),
  }))
  const way = { channel: 'qr', campaign: 'Messe Köln' }
  expect(rows).toEqual({ clicks: [way], orders: [way] })
})

test('what could name a person never becomes a campaign', async () => {
  const made = await play({ channel: 'em', campaign: 'mara@post.example' }, 'accepted')
  expect(await readReferral(server, made!.number)).toMatchObject({ channel: 'em', campaign: null })
  expect(await readRecipients(server, made!.number)).toMatchObject([{ campaign: null }])
})

test('a contract that was cancelled is no order any more', async () => {
  const before = await read()
  const made = await play({ channel: 'fb' }, 'orders')
  expect((await read()).rows['fb']![6]).toBe(1)
  const product = (await server.call('GET', '/standard/produkt/101')).body.ExterneId
  await server.call('POST', '/standard/auftraege', {
    token: apiKey,
    body: [
      {
        ExterneAuftragsnummer: `F-${made!.number}`,
        ProduktExterneId: product,
        Vertragsdatum: server.clock.today().toString(),
        Status: 'storniert',
      },
    ],
  })
  expect((await read()).rows['fb']).toEqual([1, 1, 0, 1, 1, 1, 0, 0, 0, 0])
  expect((await read()).total[6]).toBe(before.total[6])
})

test('days that are over are counted once, and say the same; what goes on after them is added, what was deleted meanwhile stays', async () => {
  const close = () => closeFunnelDays(server.deps, 'standard')
  const way = { channel: 'wa', campaign: 'Herbst' }
  await close()
  await play(way, 'paid', 2)
  const waiting = await play({ channel: 'em', campaign: 'Winter' }, 'accepted')
  await play({}, 'confirmed')
  const before = await read('campaign')
  for (const days of ['P1D', 'P2D', 'P1D']) {
    server.clock.advance(days)
    await close()
    await close()
    expect(await read('campaign')).toEqual(before)
  }
  expect(await withTenant(server.db, 'standard', (tx) => readFunnelClosed(tx, 'standard'))).toBe(
    '2026-11-19',
  )
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .deleteFrom('recipients')
      .where('tenant', '=', 'standard')
      .where('referral_number', '=', waiting!.number)
      .execute(),
  )
  expect(await read('campaign')).toEqual(before)
  await play(way, 'confirmed')
  const { rows } = await read('campaign')
  expect(rows['Herbst']).toEqual([3, 2, 0, 2, 2, 2, 1, 1, 2, 1])
  expect((await read('channel', { to: '2026-11-17' })).rows['wa']).toEqual([
    2, 1, 0, 1, 1, 1, 1, 1, 2, 1,
  ])
  expect((await read('channel', { from: '2026-11-18' })).rows['wa']).toEqual([
    1, 1, 0, 1, 1, 1, 0, 0, 0, 0,
  ])

  server.clock.advance('P27M')
  await close()
  await foldOldCampaigns(server.deps, 'standard')
  const old = (await read('campaign', { to: '2026-11-30' })).rows
  const { total } = await read()
  // Names of orders stay with their orders.
  expect(Object.keys(old).toSorted()).toEqual(['', 'Herbst'])
  expect([0, 1, 3, 4, 5].map((step) => old['']![step])).toEqual(
    [0, 1, 3, 4, 5].map((step) => total[step]),
  )
})

test('one tenant’s funnel holds nothing of another', async () => {
  const { rows } = await showFunnel(server.deps, 'bgv', { by: 'channel', from: null, to: null })
  expect(rows).toEqual([])
})
