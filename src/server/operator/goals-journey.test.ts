import { afterAll, beforeAll, expect, test } from 'vitest'
import { iban, makeApiKey, password } from '../../../test/helpers/actors.ts'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { provedAddress } from '../../../test/helpers/proved-address.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { goals, type EventSource } from '../../domain/tracking-goals.ts'
import { stranger } from '../account/people.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { acceptance } from '../referral/journey.test-helper.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { agreedCookie, readQueued, useMatomo } from '../tracking/tracking.test-helper.ts'

let server: TestServer
let cookie: string
beforeAll(async () => {
  server = await startTestServer()
  await useMatomo(server, 'standard', { url: 'https://matomo.example', siteId: 1 })
  cookie = await agreedCookie(server, 'standard')
})
afterAll(() => server.stop())

/** A call of somebody who agreed to statistics; it has to succeed. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  proof?: string | null,
) {
  const answer = await server.call(method, `/standard${path}`, {
    cookie: proof ? `${cookie}; ${proof}` : cookie,
    ip: stranger().ip,
    ...(body === undefined ? {} : { body }),
    ...(token ? { token } : {}),
  })
  expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(400)
  return answer.body
}

test('who agreed and goes the whole way reaches every goal of a call, each once; what the office does is told to nobody', async () => {
  const [referrer, friend] = [stranger(), stranger()]
  const created = await call('POST', '/empfehlen/create', {
    Empfehlung: { ProductId: '101', Anteil: 50 },
    Empfehler: { Vorname: 'Mara', Nachname: 'Lindenau', Email: referrer.email, Agb: true },
  })
  const number: string = created.Empfehlungsnummer
  const mailed = (to: string, template: string) => mailedToken(server, 'standard', to, template)
  const { Token: session } = await call('PUT', '/account/resetPassword', {
    Token: await mailed(referrer.email, 'welcome'),
    Password: password,
    PasswordConfirm: password,
  })
  await call('POST', '/account/login', { Email: referrer.email, Password: password })
  await call('PUT', '/empfehler/setNewsletterOptin', undefined, session)
  await call('PUT', '/empfehler/newsletter/optin', {
    Token: await mailed(referrer.email, 'newsletterOptin'),
  })
  await call('GET', `/empfehlung/empfehlungscode/${created.Empfehlungscode}`)
  await call('GET', `/empfehlen/click/${number}?channel=wa`)
  const recipient = await call('POST', `/empfaenger/create/${number}`, acceptance(friend.email))
  await call('PUT', '/empfaenger/bestaetigung', {
    Token: await mailed(friend.email, 'confirmRecipient'),
  })
  await call('POST', '/tracking/ziel', { Ereignis: 'shop-opened' })
  const reported = await call('POST', '/tracking/abschliessen/?channel=co', {
    empfehlungsnummer: number,
    empfaengernummer: recipient.Empfaengernummer,
  })
  await call('POST', '/tracking/abschliessen/', {
    empfehlungsnummer: number,
    empfaengernummer: recipient.Empfaengernummer,
  })
  const product = (await call('GET', '/produkt/101')).ExterneId
  const line = {
    ExterneAuftragsnummer: 'V-1',
    Empfaengernummer: recipient.Empfaengernummer,
    ProduktExterneId: product,
    Vertragsdatum: server.clock.today().toString(),
    Status: 'abgeschlossen',
  }
  await call('POST', '/auftraege', [line], await makeApiKey(server, 'standard'))
  const tenant = await server.deps.tenants.get('standard')
  await withTenant(server.db, 'standard', (tx) =>
    releaseOrder(tx, server.deps, tenant, reported.Auftragsnummer, system),
  )
  await provideRewards(server.deps, tenant, { orderNumber: reported.Auftragsnummer })
  const collect = async (to: string, at: number, more: object) => {
    const token = await mailed(to, 'rewardReady')
    const { Auswahl } = await call('GET', '/praemierung/', undefined, token)
    const body = { PraemieId: Auswahl.at(at).Id, ...more }
    const proof = await provedAddress(server.deps, 'standard', token)
    await call('PUT', '/praemierung/', body, token, proof)
    await call('PUT', '/praemierung/', body, token, proof) // again, answered as done
  }
  await collect(referrer.email, 0, { Bankdaten: { Kontoinhaber: 'Mara Lindenau', Iban: iban } })
  await collect(friend.email, -1, {})

  const queued = await readQueued(server)
  const told = queued.map(({ payload }) => payload.goal).toSorted((a, b) => a - b)
  const ofCalls = goals.filter(({ by }) => (by as readonly EventSource[]).includes('call'))
  expect(told).toEqual(ofCalls.map(({ id }) => id))
  const said = JSON.stringify(queued)
  for (const secret of [referrer.email, friend.email, number, created.Empfehlungscode, 'Mara'])
    expect(said).not.toContain(secret)
})
