import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { isUuid, uuidv7 } from '../base/uuid.ts'
import { withTenant } from '../db/connection.ts'
import { makeFixtures } from '../payout/payout.test-helper.ts'
import { accountPlace, sealBankData } from '../reward/check-bank-data.ts'
import { saveBankAccount } from '../reward/bank-store.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'

type Hit = {
  Art: string
  Id: string
  Titel: string
  Zeile: string | null
  Wer: string | null
  Seit: string | null
  Betrag: number | null
  Status: string | null
  Person: string | null
}

const iban = 'DE59120300000000204711'
let server: TestServer
let support: string
let bench: Bench
let journey: Awaited<ReturnType<typeof makeJourney>>
beforeAll(async () => {
  server = await startTestServer()
  support = (await makeOperator(server, 'hilfe@post.example', ['support'])).token
  bench = await makeBench(server, 'standard')
  journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
})
afterAll(() => server.stop())

const ask = async (term: string, token = support, tenant = 'standard') => {
  const { status, body } = await server.call('PUT', `/${tenant}/betrieb/suche`, {
    token,
    body: { Suche: term },
  })
  expect([term, status]).toEqual([term, 200])
  return body.Treffer as Hit[]
}
/** Whom a search found, by the addresses that it shows masked. */
const emailsOf = async (hits: Hit[]) => {
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select(['account_id', 'email'])
      .where('tenant', '=', 'standard')
      .where('account_id', 'in', hits.map(({ Id }) => Id).filter(isUuid))
      .execute(),
  )
  return hits.map(({ Id }) => rows.find(({ account_id }) => account_id === Id)?.email)
}

async function addAccount(
  first: string,
  last: string,
  email: string,
  code = 'standard',
  at = server.clock.now(),
) {
  const id = uuidv7()
  await withTenant(server.db, code, (tx) =>
    tx
      .insertInto('accounts')
      .values({
        tenant: code,
        account_id: id,
        email,
        first_name: first,
        last_name: last,
        language: 'de',
        referrer_hash: id,
        customer_number: code === 'standard' ? `KD${email.length}${last.length}77` : null,
        customer_number_state: code === 'standard' ? 'checked' : null,
        customer_number_at: code === 'standard' ? server.clock.now().toString() : null,
        created_at: at.toString(),
        confirmed_at: server.clock.now().toString(),
      })
      .execute(),
  )
  return id
}

test.each([
  ['Müller', ['Müller', 'Mueller', 'Muller', 'Mülelr', 'Mülller', 'Müler', 'Nüller']],
  ['Meyer', ['Maier', 'meier', 'Meyr', 'eMyer', 'Meyre', 'Mejer']],
  ['von der Heide', ['von der Heide', 'vonderheide', 'von der Heyde', 'von der Haide']],
  ['Müller-Lüdenscheidt', ['Mueller Luedenscheid', 'Müllerlüdenscheitd']],
  ['Großmann', ['Grossmann', 'Grosmann', 'Grßomann', 'Großmnan']],
  ['Łukasiewicz', ['Lukasiewicz', 'Lukasievicz', 'Łukasziewicz']],
] as const)('%s is found, also with errors', async (last, terms) => {
  const email = `${terms[0]}@namen.example`.toLowerCase().replaceAll(/[^a-z@.]/g, 'x')
  await addAccount('Annegret', last, email)
  for (const term of terms) {
    expect([term, await emailsOf(await ask(term))]).toEqual([term, expect.arrayContaining([email])])
    for (const both of [`Annegret ${term}`, `${term}, Annegret`, `Anegrte ${term}`])
      expect([both, await emailsOf(await ask(both))]).toEqual([
        both,
        expect.arrayContaining([email]),
      ])
  }
})

test('a name is found while it is typed', async () => {
  await addAccount('Tippfriede', 'Anfangsfrau-Winzig', 'tipp@namen.example')
  for (const term of [
    'tip',
    'Anfangsfr',
    'tippfriede an',
    'Anfangsfrau Tipp',
    'Anfangsfrau-W',
    'Winzig',
  ])
    expect([term, await emailsOf(await ask(term))]).toEqual([term, ['tipp@namen.example']])
})

test('what is spelled as typed comes first, then what sounds so', async () => {
  for (const [at, last] of ['Maihr', 'Mayr', 'Meirsen', 'Meir', 'Mair'].entries())
    await addAccount('Rang', last, `rang${at}@rang.example`)
  const titles = (await ask('Mayr'))
    .map(({ Titel }) => Titel)
    .filter((name) => name.startsWith('Rang'))
  expect(titles[0]).toBe('Rang Mayr')
  expect(titles.slice(1, 3).toSorted()).toEqual(['Rang Mair', 'Rang Meir'])
})

test('a person is one hit, although account and contact, and a contact several times', async () => {
  const email = 'zweimal@post.example'
  const id = await addAccount('Konny', 'Kontaktova', email)
  for (const kept of [email, 'nurkontakt@post.example', 'nurkontakt@post.example'])
    await bench.makeRecipient(await bench.makeReferral(), { email: kept })
  const [hit, ...more] = await ask('zweimal@post.example')
  expect(more).toEqual([])
  expect(hit).toMatchObject({ Art: 'person', Id: id, Person: id, Titel: 'Konny Kontaktova' })
  const contact = await ask('nurkontakt')
  expect(contact).toHaveLength(1)
  expect(contact[0]).toMatchObject({ Art: 'person', Status: 'Bestaetigt' })
  expect(contact[0]!.Person).toMatch(/^[0-9A-Z]{16}$/)
})

test('people of one name are told apart by the day they came, their masked address, and a contact’s town', async () => {
  const before = server.clock.now().subtract({ hours: 72 })
  await addAccount('Zwilla', 'Gleichnam', 'zwilla.eins@post.example', 'standard', before)
  const first = server.deps.clock.today().subtract({ days: 3 }).toString()
  await addAccount('Zwilla', 'Gleichnam', 'zwilla.zwei@post.example')
  const contact = { zip: '12345', email: 'nachbarin@post.example' }
  await bench.makeRecipient(await bench.makeReferral(), contact)
  const today = server.deps.clock.today().toString()
  const days = (await ask('Zwilla Gleichnam')).map(({ Seit }) => Seit)
  expect(days.toSorted()).toEqual([first, today])
  expect(await ask('nachbarin@')).toMatchObject([{ Seit: today, Wer: '12345' }])
})

test('an address is found whole, in any case, and by its beginning from three letters', async () => {
  const id = await addAccount('Edda', 'Adresse', 'ganz.lang@adressen.example')
  for (const term of [
    'ganz.lang@adressen.example',
    ' GANZ.Lang@Adressen.example',
    'gan',
    'ganz.lang@',
  ])
    expect([term, (await ask(term))[0]?.Id]).toEqual([term, id])
  expect((await ask('ga')).map(({ Id }) => Id)).not.toContain(id)
  expect(await ask('anz.lang@')).toEqual([])
})

test('each number leads to the person whom it concerns', async () => {
  const { referral, recipient, orderNumber, externalNumber, referrerEmail } = journey
  const [referrer] = await ask(referrerEmail)
  const rewards = await bench.readRewards(orderNumber)
  const ofReferrer = rewards.find(({ beneficiary }) => beneficiary === 'referrer')!
  const ofRecipient = rewards.find(({ beneficiary }) => beneficiary === 'recipient')!
  const person = referrer!.Id
  const code = referral.Empfehlungscode
  for (const [term, found] of [
    [referral.Empfehlungsnummer, { Art: 'referral', Person: person, Wer: referrer!.Titel }],
    [referral.Empfehlungsnummer.toLowerCase(), { Art: 'referral', Person: person }],
    [code, { Art: 'referral', Person: person, Zeile: code }],
    [code.replace('-', ' ').toLowerCase(), { Art: 'referral', Person: person }],
    [recipient.Empfaengernummer, { Art: 'person', Person: recipient.Empfaengernummer }],
    [orderNumber, { Art: 'order', Person: person, Zeile: externalNumber, Status: 'Freigegeben' }],
    [externalNumber, { Art: 'order', Id: orderNumber, Person: person }],
    [ofReferrer.reward_id, { Art: 'reward', Person: person, Betrag: ofReferrer.cents }],
    [ofRecipient.reward_id, { Art: 'reward', Person: recipient.Empfaengernummer }],
  ] as const)
    expect([term, await ask(term)]).toEqual([term, [expect.objectContaining(found)]])
  expect(await ask(ofReferrer.reward_id.slice(0, 8))).toEqual(
    expect.arrayContaining([expect.objectContaining({ Id: ofReferrer.reward_id })]),
  )
  expect(await ask(ofReferrer.reward_id.slice(0, 7))).toEqual([])
})

test('a customer number is found as people write it', async () => {
  const id = await addAccount('Kuno', 'Kunde', 'kuno@kunde.example')
  expect((await ask('kd 18-577'))[0]).toMatchObject({ Art: 'person', Id: id })
})

test('a bank account is found by its last four characters and by its whole IBAN, and is not shown', async () => {
  const id = await addAccount('Iba', 'Nowak', 'iba@bank.example')
  await withTenant(server.db, 'standard', (tx) =>
    saveBankAccount(
      tx,
      'standard',
      id,
      sealBankData(
        server.deps.keys,
        { holder: 'Iba Nowak', iban, bic: null },
        accountPlace('standard', id),
      ),
      server.clock.now(),
    ),
  )
  for (const term of ['4711', '••4711', iban, 'de59 1203 0000 0000 2047 11']) {
    const found = await ask(term)
    expect([term, found.map(({ Id }) => Id)]).toEqual([term, [id]])
    expect(JSON.stringify(found)).not.toContain('4711')
  }
  for (const term of ['711', '04711', iban.slice(0, -1)])
    expect([term, await ask(term)]).toEqual([term, []])
})

test('a payment is found by the bank’s reference, also by what the statement has of it', async () => {
  const fixtures = makeFixtures(server)
  const { rewards } = await fixtures.sent(4200)
  const [rewardId = ''] = rewards
  const [payout] = await fixtures.payouts(rewardId)
  const { account_id } = await fixtures.reward(rewardId)
  const start = payout!.end_to_end_id.slice(0, 8)
  for (const term of [payout!.end_to_end_id, start, `Ref. ${start}`, start.toLowerCase()])
    expect([term, await ask(term)]).toEqual([
      term,
      [
        expect.objectContaining({
          Art: 'payout',
          Betrag: 4200,
          Status: 'Unterwegs',
          Person: account_id,
        }),
      ],
    ])
})

test('an invoice is found by its number, by whoever may see invoices and at its tenant alone', async () => {
  const { agencyId } = await makeAgency(server, 'standard', 'AG-SUCHE-7')
  await withTenant(server.db, 'standard', (tx) =>
    sql`insert into papers (tenant, paper_id, party_kind, party_id, kind, number, month, issued_on, due_on, cents, state)
      values ('standard', gen_random_uuid(), 'agency', ${agencyId}, 'invoice', 'RE-SUCHE-7', '2026-11', '2026-12-01', '2026-12-15', 1190, 'open')`.execute(
      tx,
    ),
  )
  const kinds = (hits: { Art: string }[]) => hits.map(({ Art }) => Art)
  expect(await ask('re-suche-7')).toEqual([
    expect.objectContaining({
      Art: 'invoice',
      Titel: 'RE-SUCHE-7',
      Wer: expect.stringContaining('Agentur'),
      Betrag: 1190,
      Status: 'Offen',
    }),
  ])
  const auditor = await makeOperator(server, 'revision-re@post.example', ['auditor'])
  const found = async (token: string, at: string) =>
    kinds(
      (await server.call('PUT', `/${at}/betrieb/suche`, { token, body: { Suche: 'RE-SUCHE-7' } }))
        .body.Treffer,
    )
  expect(await found(auditor.token, 'standard')).toEqual(['invoice'])
  const elsewhere = await makeOperator(server, 'fern-re@post.example', ['support'], 'bgv')
  expect(await found(elsewhere.token, 'bgv')).toEqual([])
})

test('agencies, their people and sales partners are found by number and name', async () => {
  const { owner } = await makeAgency(server, 'standard', 'AG-SUCHE-1')
  const { partnerId, number, email } = await makePartner()
  expect(await ask('ag-suche-1')).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ Art: 'agency', Zeile: 'AG-SUCHE-1', Status: 'Aktiv' }),
    ]),
  )
  for (const term of ['lindenhain', 'Agentur Lindenheyn'])
    expect([term, (await ask(term)).map(({ Art }) => Art)]).toEqual([
      term,
      expect.arrayContaining(['agency']),
    ])
  expect(await ask(owner.email)).toEqual([
    expect.objectContaining({
      Art: 'agency-user',
      Id: owner.id,
      Person: null,
      Agentur: expect.any(String),
    }),
  ])
  expect((await ask(number)).map(({ Art, Id }) => [Art, Id])).toEqual([
    ['sales-partner', partnerId],
  ])
  expect((await ask(email)).map(({ Art }) => Art)).toEqual(['sales-partner'])
})
async function makePartner() {
  const { partnerId, number, email } = await makePartnerBench(server, 'standard')
  return { partnerId, number, email }
}

test('at most eight of a kind', async () => {
  for (let at = 0; at < 12; at += 1)
    await addAccount('Viele', 'Achterbahn', `acht${at}@viele.example`)
  expect(await ask('Achterbahn')).toHaveLength(8)
  expect(await ask('acht')).toHaveLength(8)
})

test('another tenant’s people and numbers are never found', async () => {
  const elsewhere = await makeOperator(server, 'bgv@post.example', ['support'], 'bgv')
  const other = await addAccount('Fremda', 'Anderswo', 'fremda@anderswo.example', 'bgv')
  const { reward_id } = (await bench.readRewards(journey.orderNumber))[0]!
  expect((await ask('Anderswo', elsewhere.token, 'bgv')).map(({ Id }) => Id)).toEqual([other])
  for (const term of ['Anderswo', 'Anderswoo', 'fremda@anderswo.example', 'Fremda Anderswo'])
    expect([term, await ask(term)]).toEqual([term, []])
  const { referral, recipient, orderNumber, externalNumber, referrerEmail } = journey
  for (const term of [
    referrerEmail,
    referral.Empfehlungsnummer,
    referral.Empfehlungscode,
    recipient.Empfaengernummer,
    orderNumber,
    externalNumber,
    reward_id,
    '4711',
    iban,
    'Müller',
  ])
    expect([term, await ask(term, elsewhere.token, 'bgv')]).toEqual([term, []])
  for (const path of ['bgv', 'telko', 'betrieb']) {
    const { status } = await server.call('PUT', `/${path}/betrieb/suche`, {
      token: support,
      body: { Suche: 'Anderswo' },
    })
    expect([path, status]).toEqual([path, 403])
  }
})

test.each<OperatorRole>(['payout-preparer', 'payout-approver'])(
  '%s finds rewards and payments by number, with the person masked, and nobody by name, address or IBAN',
  async (role) => {
    const { token } = await makeOperator(server, `${role}@post.example`, [role])
    const { reward_id } = (await bench.readRewards(journey.orderNumber)).find(
      ({ beneficiary }) => beneficiary === 'referrer',
    )!
    const found = await ask(reward_id, token)
    expect(found).toEqual([
      expect.objectContaining({
        Art: 'reward',
        Person: null,
        Wer: expect.stringMatching(/^V\. N\., p\*\*\*@post\.example$/),
      }),
    ])
    const orders = await ask(journey.orderNumber, token)
    expect(orders.map(({ Art }) => Art)).toEqual(role === 'payout-preparer' ? ['order'] : [])
    expect(JSON.stringify([found, orders])).not.toContain('werber')
    for (const term of [
      'Müller',
      'Annegret Müller',
      journey.referrerEmail,
      journey.referral.Empfehlungsnummer,
      journey.referral.Empfehlungscode,
      journey.recipient.Empfaengernummer,
      '4711',
      iban,
      'AG-SUCHE-1',
      'kd 18-577',
    ])
      expect([term, await ask(term, token)]).toEqual([term, []])
  },
)

test.each([
  ['a wildcard', '%'],
  ['wildcards', '%%%%'],
  ['underscores', '____'],
  ['a backslash', '\\\\'],
  ['a quote', "O'; drop table accounts; --"],
  ['spaces', '      '],
  ['nothing', ''],
  ['one letter', 'M'],
  ['NUL', '\0\0\0\0'],
  ['half a surrogate', '\ud800\ud800\ud800'],
  ['zero width', '\u200b\u200b\u200b'],
  ['no letters of any name', '((((**[a-z]+'],
  ['254 letters', 'x'.repeat(254)],
  ['many words', 'ab '.repeat(80)],
  ['many at signs', '@'.repeat(200)],
  ['dashes', '-'.repeat(200)],
] as const)('%s finds nothing and breaks nothing', async (_, term) => {
  expect(await ask(term)).toEqual([])
})

test('NUL within a name is no error, and longer texts are refused', async () => {
  expect((await ask('Annegret\0Müller')).length).toBeGreaterThan(0)
  const { status } = await server.call('PUT', '/standard/betrieb/suche', {
    token: support,
    body: { Suche: 'x'.repeat(255) },
  })
  expect(status).toBe(400)
})

test('a deleted account and an ended contact are found by no name', async () => {
  const id = await addAccount('Weg', 'Gelöschtova', 'weg@geloescht.example')
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('accounts')
      .set({ deleted_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .where('account_id', '=', id)
      .execute(),
  )
  expect(await ask('Gelöschtova')).toEqual([])
  expect(await ask('weg@geloescht.example')).toEqual([])
})
