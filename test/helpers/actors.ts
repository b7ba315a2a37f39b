import { issueToken } from '../../src/server/base/token-store.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { provideRewards } from '../../src/server/reward/provide-rewards.ts'
import { releaseOrder } from '../../src/server/reward/release-order.ts'
import { makeAgency } from './agency.ts'
import { makeAgencyPapers } from './agency-papers.ts'
import { mailedToken } from './mails.ts'
import { makeOperator } from './operator.ts'
import { makePartner } from './sales-partner.ts'
import type { TestServer } from './server.ts'

export const password = 'Zugvogel-2026-Nord'
export const iban = 'DE89370400440532013000'

type Tokens = {
  user: string
  recipient: string
  reward: string
  apiKey: string
  agency: string // the owner's token
  agencyEmployee: string
  salesPartner: string
  operator: string // with every role at the tenant
}
export type Actors = {
  tokens: Tokens
  others: Partial<Tokens>
  /** Values of the contract's path parameters, all of the first person. */
  params: Record<string, string>
  /** Parameter values of single calls, of the first agency. */
  own: Record<string, Record<string, string>>
  /** Another employee of the first agency, who must not see the first one's data. */
  colleague: string
  employeeSecrets: string[]
  /** The first person's data that no stranger may see. */
  secrets: string[]
  /** Everything of the first person that could change. */
  snapshot: () => Promise<unknown>
}

export async function makeApiKey(server: TestServer, tenant: string): Promise<string> {
  const key = await withTenant(server.db, tenant, (tx) =>
    issueToken(tx, server.deps.keys, tenant, {
      kind: 'api-key',
      subject: 'test feed',
      now: server.clock.now(),
      expiresAt: server.clock.now().add({ hours: 24 * 365 }),
      uses: null,
    }),
  )
  return key.text
}

const people = new WeakMap<TestServer['database'], number>() // made so far

/** A referrer, a recipient who accepted and signed, and a released order with its rewards provided. */
export async function makeJourney(server: TestServer, tenant: string, apiKey: string, share = 50) {
  const made = (people.get(server.database) ?? 0) + 1
  people.set(server.database, made)
  const name = `person${made}`
  const [referrerEmail, recipientEmail] = [
    `${name}.werber@post.example`,
    `${name}.freund@post.example`,
  ]
  const ip = `192.0.2.${made}`
  const created = await server.call('POST', `/${tenant}/empfehlen/create`, {
    ip,
    body: {
      Empfehlung: { ProductId: '101', Anteil: share, Channel: 'wa' },
      Empfehler: {
        Vorname: `Vor${name}`,
        Nachname: `Nach${name}`,
        Email: referrerEmail,
        Agb: true,
      },
    },
  })
  if (created.status !== 201) throw new Error(JSON.stringify(created.body))
  const registered = await server.call('PUT', `/${tenant}/account/resetPassword`, {
    ip,
    body: {
      Token: await mailedToken(server, tenant, referrerEmail, 'welcome'),
      Password: password,
      PasswordConfirm: password,
    },
  })
  if (registered.status !== 200) throw new Error(JSON.stringify(registered.body))
  const recipient = await server.call(
    'POST',
    `/${tenant}/empfaenger/create/${created.body.Empfehlungsnummer}?channel=wa`,
    {
      ip,
      body: {
        Anrede: 'Frau',
        Vorname: `Fr${name}`,
        Name: `Nachname${name}`,
        Email: recipientEmail,
        Werbeeinwilligung: false,
        Agb: true,
      },
    },
  )
  if (recipient.status !== 201) throw new Error(JSON.stringify(recipient.body))
  await server.call('PUT', `/${tenant}/empfaenger/bestaetigung`, {
    ip,
    body: { Token: await mailedToken(server, tenant, recipientEmail, 'confirmRecipient') },
  })
  const externalNumber = `V-${made}-${tenant}`
  const imported = await server.call('POST', `/${tenant}/auftraege`, {
    token: apiKey,
    body: [
      {
        ExterneAuftragsnummer: externalNumber,
        Empfaengernummer: recipient.body.Empfaengernummer,
        ProduktExterneId: (await server.call('GET', `/${tenant}/produkt/101`)).body.ExterneId,
        Vertragsdatum: server.clock.today().toString(),
        Status: 'abgeschlossen',
      },
    ],
  })
  if (imported.body.Ergebnisse?.[0]?.Ergebnis !== 'neu')
    throw new Error(JSON.stringify(imported.body))
  const orders = await server.call('GET', `/${tenant}/empfaenger/auftrag`, {
    token: recipient.body.Token,
  })
  const orderNumber: string = orders.body.Auftraege[0].Auftragsnummer
  await withTenant(server.db, tenant, async (tx) =>
    releaseOrder(tx, server.deps, await server.deps.tenants.get(tenant), orderNumber, system),
  )
  await provideRewards(server.deps, await server.deps.tenants.get(tenant), { orderNumber })
  return {
    referrerEmail,
    recipientEmail,
    orderNumber,
    externalNumber,
    referral: created.body as { Empfehlungsnummer: string; Hex: string; Empfehlungscode: string },
    userToken: registered.body.Token as string,
    recipientToken: recipient.body.Token as string,
    recipient: recipient.body as { Empfaengernummer: string; Hex: string },
    rewardToken: share === 0 ? '' : await mailedToken(server, tenant, referrerEmail, 'rewardReady'),
    recipientRewardToken:
      share === 100 ? '' : await mailedToken(server, tenant, recipientEmail, 'rewardReady'),
  }
}

export async function makeActors(server: TestServer): Promise<Actors> {
  const apiKey = await makeApiKey(server, 'standard')
  const first = await makeJourney(server, 'standard', apiKey)
  const second = await makeJourney(server, 'standard', apiKey)
  await server.call('PUT', '/standard/empfehler/bankdaten', {
    token: first.userToken,
    body: { Kontoinhaber: 'Kontoinhaberin Erste', Iban: iban },
  })
  const agency = await makeAgency(server, 'standard', 'AG-1')
  const otherAgency = await makeAgency(server, 'standard', 'AG-2')
  const papers = await makeAgencyPapers(server, 'standard', agency)
  const invitee = 'leopoldine.wintermoser@post.example'
  const invited = await server.call('PUT', '/standard/Einladung', {
    token: agency.employee.token,
    body: { Vorname: 'Leopoldine', Nachname: 'Wintermoser', Email: invitee, Art: 'Telefon' },
  })
  if (invited.status !== 200) throw new Error(JSON.stringify(invited.body))
  const ofInvitation = { id: invited.body.Id as string }
  const partner = await makePartner(server, 'standard', 'VP-TEST-1')
  const otherPartner = await makePartner(server, 'standard', 'VP-TEST-2')
  const operator = await makeOperator(server, 'betrieb.erste@post.example')
  const otherOperator = await makeOperator(server, 'betrieb.andere@post.example', [], 'telko')
  const get = async (path: string, token: string) =>
    (await server.call('GET', path, { token })).body
  return {
    tokens: {
      user: first.userToken,
      recipient: first.recipientToken,
      reward: first.rewardToken,
      apiKey,
      agency: agency.owner.token,
      agencyEmployee: agency.employee.token,
      salesPartner: partner.token,
      operator: operator.token,
    },
    others: {
      user: second.userToken,
      recipient: second.recipientToken,
      reward: second.rewardToken,
      agency: otherAgency.owner.token,
      agencyEmployee: otherAgency.employee.token,
      salesPartner: otherPartner.token,
      operator: otherOperator.token,
    },
    own: {
      deactivateEmployee: { id: agency.employee.id },
      resetEmployee: { id: agency.employee.id },
      showInvitation: ofInvitation,
      showInvitationRecord: ofInvitation,
      remindInvitation: ofInvitation,
      withdrawInvitation: ofInvitation,
      listInvitations: { agency: agency.number },
      deleteBonusPlan: { id: papers.planId },
      showInvoiceRecord: { id: papers.invoiceId },
      showInvoicePdf: { id: papers.invoiceId },
      showInvoiceXml: { id: papers.invoiceId },
      showPartnerNotePdf: { id: partner.noteId },
      showPartnerNoteXml: { id: partner.noteId },
      showPartnerOrderRecord: { id: partner.orderNumber },
      showPartnerNoteRecord: { id: partner.noteId },
    },
    colleague: agency.colleague.token,
    employeeSecrets: [agency.employee.email, invitee],
    params: {
      number: first.referral.Empfehlungsnummer,
      hex: first.referral.Hex,
      code: first.referral.Empfehlungscode,
      id: '101',
      name: 'terms',
    },
    secrets: [
      first.referrerEmail,
      first.recipientEmail,
      iban,
      'Kontoinhaberin Erste',
      first.recipient.Hex,
      first.referral.Empfehlungsnummer,
      first.referral.Empfehlungscode,
      first.referral.Empfehlungscode.replaceAll('-', ''),
      first.externalNumber,
      first.orderNumber,
      first.recipient.Empfaengernummer,
      agency.name,
      papers.planName,
      papers.number,
      invitee,
      agency.owner.email,
      agency.employee.email,
      partner.email,
      partner.externalNumber,
      partner.noteNumber,
      operator.email,
    ],
    snapshot: async () => ({
      user: { ...(await get('/standard/account/user', first.userToken)), TokenGueltigBis: null },
      bank: await get('/standard/empfehler/bankdaten', first.userToken),
      referrals: await get('/standard/empfehler/empfehlungen', first.userToken),
      reward: await get('/standard/praemierung', first.rewardToken),
      recipient: await get('/standard/empfaenger/auftrag', first.recipientToken),
      agency: await get('/standard/agentur-konto/stammdaten', agency.owner.token),
      employees: await get('/standard/agentur-konto/mitarbeiter', agency.owner.token),
      plans: await get('/standard/agentur-konto/praemienplaene', agency.owner.token),
      invoices: await get('/standard/agentur-konto/rechnungen', agency.owner.token),
      invitation: await get(
        `/standard/agentur-konto/einladungen/${invited.body.Id}`,
        agency.owner.token,
      ),
      partner: await get('/standard/verkaufspartner/daten', partner.token),
      partnerSums: await get('/standard/verkaufspartner/uebersicht', partner.token),
      operator: (await get('/betrieb/betrieb/zugang', operator.token)).Passkeys,
      team: (await get('/standard/betrieb/team', operator.token)).Mitglieder?.map(
        (one: { Id: string; Rechte: unknown }) => [one.Id, one.Rechte],
      ),
      employee: {
        ...(await get('/standard/agentur-konto/benutzer', agency.employee.token)),
        TokenGueltigBis: null,
      },
    }),
  }
}
