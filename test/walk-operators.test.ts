import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { operatorRoles, type OperatorRole } from '../src/domain/operator-abilities.ts'
import { roleWords } from '../src/domain/operator-words.ts'
import { platformCode } from '../src/domain/platform.ts'
import { wireFields } from '../src/contract/shape.ts'
import { makeCommandToken } from './helpers/command-token.ts'
import { makeOperator, pathAt, tenantRoles } from './helpers/operator.ts'
import { sample, bodySchema } from './helpers/sample-body.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// Every call of the console at a tenant in every role. Who may is written down here, call by call, and read from no table of the product.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const calls = (Object.values(endpoints) as unknown as Endpoint[]).filter(
  ({ caller }) => caller === 'operator',
)
const atTenants = calls.filter(({ console }) => console !== 'platform')

const who: Record<string, readonly OperatorRole[]> = {
  listTeam: ['tenant-admin', 'auditor'],
  inviteOperator: ['tenant-admin'],
  endGrant: ['tenant-admin'],
  renewOperator: ['tenant-admin'],
  endMemberAccess: ['tenant-admin'],
  showToday: tenantRoles,
  attendRecord: tenantRoles,
  undoReview: ['reviewer'],
  undoClaim: ['support', 'reviewer'],
  undoPersonNote: ['support'],
  listReviews: ['reviewer', 'auditor'],
  showReview: ['reviewer', 'auditor'],
  revealReview: ['reviewer', 'auditor'],
  decideReview: ['reviewer'],
  assignReview: ['reviewer'],
  snoozeReview: ['reviewer'],
  askReview: ['reviewer'],
  enterReviewAppeal: ['reviewer'],
  selectReviews: ['reviewer'],
  selectOrders: ['reviewer'],
  selectJobs: ['tenant-admin'],
  // Each sees the selections of what it may read, and carries out what it may do one by one.
  listSelections: ['support', 'reviewer', 'payout-preparer', 'tenant-admin', 'auditor'],
  showSelection: ['support', 'reviewer', 'payout-preparer', 'tenant-admin', 'auditor'],
  startSelection: ['reviewer', 'tenant-admin'],
  stopSelection: ['reviewer', 'tenant-admin'],
  listOpenClaims: ['support', 'reviewer', 'auditor'],
  showClaim: ['support', 'reviewer', 'auditor'],
  revealClaim: ['support', 'reviewer', 'auditor'],
  showClaimFile: ['support', 'reviewer', 'auditor'],
  decideClaim: ['support', 'reviewer'],
  assignClaim: ['support', 'reviewer'],
  showPerson: ['support', 'reviewer', 'auditor'],
  showErasedPerson: ['support', 'reviewer', 'auditor'],
  revealPerson: ['support', 'reviewer', 'auditor'],
  resendPersonMail: ['support'],
  blockPerson: ['support'],
  correctPersonName: ['support'],
  correctPersonHome: ['support'],
  correctPersonEmail: ['support'],
  addPersonNote: ['support'],
  enterPersonAppeal: ['support'],
  enterPersonClaim: ['support'],
  listTenantOrders: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  listOrderProducts: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  showTenantOrder: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  releaseTenantOrder: ['reviewer'],
  cancelTenantOrder: ['reviewer'],
  listRewards: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showRewardsFile: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showClawbacksFile: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showRewardRecord: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  holdRewardByHand: ['support', 'reviewer'],
  extendReward: ['support', 'reviewer'],
  reportVoucherCode: ['support', 'reviewer'],
  decideVoucherCode: ['reviewer', 'payout-approver'],
  showVouchers: ['payout-preparer', 'payout-approver', 'tenant-admin', 'auditor'],
  importVoucherCodes: ['payout-preparer'],
  showVoucherBalance: ['payout-preparer', 'payout-approver', 'tenant-admin', 'auditor'],
  retryVoucherOrder: ['payout-preparer'],
  findOrderContacts: ['reviewer'],
  matchTenantOrder: ['reviewer'],
  checkOrderFile: ['payout-preparer'],
  listOrderFiles: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  showOrderFile: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  startOrderFile: ['payout-preparer'],
  approveOrderFile: ['reviewer', 'payout-preparer'],
  stopOrderFile: ['reviewer', 'payout-preparer'],
  showOrderFileContent: ['reviewer', 'payout-preparer'],
  showOrderFileErrors: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  listPayouts: ['payout-preparer', 'payout-approver', 'auditor'],
  showPayoutsFile: ['payout-preparer', 'payout-approver', 'auditor'],
  showDue: ['payout-preparer', 'payout-approver', 'auditor'],
  proposePayout: ['payout-preparer'],
  showPayout: ['payout-preparer', 'payout-approver', 'auditor'],
  listPayments: ['payout-preparer', 'payout-approver', 'auditor'],
  approvePayout: ['payout-approver'],
  stopPayout: ['payout-preparer', 'payout-approver'],
  takePaymentOut: ['payout-preparer', 'payout-approver'],
  openPayoutFiles: ['payout-approver'],
  fetchPayoutFile: ['payout-approver'],
  cancelPayoutFile: ['payout-preparer', 'payout-approver'],
  showMoneyWay: ['payout-preparer', 'payout-approver', 'auditor'],
  showPayoutAccount: ['payout-preparer', 'payout-approver', 'tenant-admin', 'auditor'],
  proposePayoutAccount: ['tenant-admin'],
  approvePayoutAccount: ['payout-approver', 'tenant-admin'],
  stopPayoutAccount: ['payout-approver', 'tenant-admin'],
  tellBank: ['payout-preparer', 'payout-approver'],
  untellBank: ['payout-approver'],
  showBooks: ['payout-preparer', 'payout-approver', 'auditor'],
  showBooksFile: ['payout-preparer', 'payout-approver', 'auditor'],
  closeBooksMonth: ['payout-approver'],
  showBooksMonthFile: ['payout-preparer', 'payout-approver', 'auditor'],
  checkBooks: ['payout-preparer', 'payout-approver', 'auditor'],
  listBankLines: ['payout-preparer', 'payout-approver', 'auditor'],
  showBankBooks: ['payout-preparer', 'payout-approver', 'auditor'],
  showBankLine: ['payout-preparer', 'payout-approver', 'auditor'],
  uploadBankFile: ['payout-preparer'],
  listBankUploads: ['payout-preparer', 'payout-approver', 'auditor'],
  showBankUpload: ['payout-preparer', 'payout-approver', 'auditor'],
  decideBankReturn: ['payout-approver'],
  proposeBankReturn: ['payout-approver'],
  decideBankRejections: ['payout-approver'],
  assignBankLine: ['payout-preparer', 'payout-approver'],
  reopenBankLine: ['payout-approver'],
  closeBankDays: ['payout-approver'],
  listPeopleEarnings: ['payout-preparer', 'payout-approver', 'auditor'],
  showPersonEarnings: ['payout-preparer', 'payout-approver', 'auditor'],
  showPeopleEarningsFile: ['payout-preparer', 'payout-approver', 'auditor'],
  listClawbacks: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showClawback: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  remindOfClawback: ['support', 'reviewer'],
  setOffClawback: ['support', 'reviewer'],
  writeOffClawback: ['support', 'reviewer'],
  bookRepayment: ['payout-approver'],
  takeBackRepayment: ['payout-approver'],
  decideWriteOff: ['reviewer', 'payout-approver'],
  listGoodwill: ['support', 'reviewer', 'payout-approver', 'auditor'],
  showGoodwill: ['support', 'reviewer', 'payout-approver', 'auditor'],
  decideGoodwill: ['reviewer', 'payout-approver'],
  grantPersonGoodwill: ['support'],
  openPersonArea: ['support'],
  openPersonFile: ['support'],
  exportPersonFile: ['support'],
  erasePersonAs: ['support'],
  listConsoleAgencies: ['support', 'reviewer', 'auditor'],
  showConsoleAgency: ['support', 'reviewer', 'auditor'],
  decideAgency: ['reviewer'],
  saveAgencyEInvoice: ['support', 'reviewer'],
  showConsoleAgencyUser: ['support', 'reviewer', 'auditor'],
  resetAgencyUser: ['support', 'reviewer'],
  listConsolePartners: ['support', 'reviewer', 'auditor'],
  showConsolePartner: ['support', 'reviewer', 'auditor'],
  decidePartner: ['reviewer'],
  resetPartner: ['support', 'reviewer'],
  showAgenciesFile: ['support', 'reviewer', 'auditor'],
  showPartnersFile: ['support', 'reviewer', 'auditor'],
  listPapers: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showPapersFile: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showPaper: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showPaperFile: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  markPaperPaid: ['payout-preparer', 'payout-approver'],
  takeBackPaperPayment: ['payout-preparer', 'payout-approver'],
  showOperations: ['tenant-admin', 'auditor'],
  listDeadJobs: ['tenant-admin', 'auditor'],
  retryJobs: ['tenant-admin'],
  listMails: ['tenant-admin', 'auditor'],
  showMail: ['support', 'reviewer', 'auditor'],
  listAudit: ['tenant-admin', 'auditor'],
  showAuditRow: ['tenant-admin', 'auditor'],
  showAuditWords: ['tenant-admin', 'auditor'],
  showAuditFile: ['tenant-admin', 'auditor'],
  listRecordLog: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
  showReviewsFile: ['reviewer', 'auditor'],
  showTenantOrdersFile: ['support', 'reviewer', 'payout-preparer', 'auditor'],
  showClaimsFile: ['support', 'reviewer', 'auditor'],
  showGoodwillFile: ['support', 'reviewer', 'payout-approver', 'auditor'],
  showMailsFile: ['tenant-admin', 'auditor'],
  showSettings: ['tenant-admin', 'auditor'],
  checkSettings: ['tenant-admin'],
  saveSettings: ['tenant-admin'],
  previewTenant: ['tenant-admin', 'auditor'],
  createTenantKey: ['tenant-admin'],
  endTenantKey: ['tenant-admin'],
  searchEverything: ['support', 'reviewer', 'payout-preparer', 'payout-approver', 'auditor'],
}

test('every call at a tenant says here who may make it, and asks for a right', () => {
  expect(atTenants.map(({ name }) => name).toSorted()).toEqual(Object.keys(who).toSorted())
  expect(atTenants.filter(({ needs }) => !needs).map(({ name }) => name)).toEqual([])
})

test('what decides about somebody asks why', () => {
  const deciding = atTenants.filter(
    // Who works on a case decides nothing, nor does a note, whose text is deleted with the person, a look at what would change, a search, or
    // a check that writes nothing.
    ({ name, needs, method }) =>
      method !== 'GET' &&
      needs![0] !== 'read' &&
      ![
        'assignReview',
        'askReview',
        'assignClaim',
        // Nor does what takes it back.
        'undoReview',
        'undoClaim',
        'undoPersonNote',
        'addPersonNote',
        'checkSettings',
        'findOrderContacts',
        'checkOrderFile',
        'uploadBankFile', // the bank's own word
        'openPersonFile',
        'selectReviews',
        'selectOrders',
        'selectJobs',
        // Who proposes takes what is due, and who approves agrees to all of it as it was seen.
        'proposePayout',
        'approvePayout',
        'approvePayoutAccount',
        'openPayoutFiles',
      ].includes(name),
  )
  expect(deciding.length).toBeGreaterThan(2)
  for (const { name, body } of deciding)
    expect([name, Object.keys((body && wireFields(body)) ?? {})]).toEqual([
      name,
      expect.arrayContaining(['Grund']),
    ])
})

/** Calls that change something and need no version, each with the reason. */
const withoutVersion: Record<string, string> = {
  attendRecord: 'says that one is there; nothing of the record changes',
  revealPerson: 'reads, and says so in the log',
  revealReview: 'reads, and says so in the log',
  revealClaim: 'reads, and says so in the log',
  previewTenant: 'adds a link',
  signOut: 'ends the own session, once',
  beginProof: 'asks for a passkey, changes nothing',
  beginSignOnProof: 'leads to the provider, changes nothing',
  prove: 'of the own session',
  endSignOnProof: 'of the own session',
  beginPasskey: 'asks for a passkey, changes nothing',
  addPasskey: 'adds',
  importVoucherCodes: 'adds; codes that are there are left out',
  endPasskey: 'ends one of one’s own, once',
  endSession: 'ends one of one’s own, once',
  createOperatorToken: 'adds',
  endOperatorToken: 'ends one of one’s own, once',
  saveView: 'one’s own, kept under its name; nobody else writes it',
  endView: 'ends one of one’s own, once',
  undoEndView: 'brings back one of one’s own, once',
  inviteOperator: 'adds a right that is there once',
  endGrant: 'ends a right, once',
  renewOperator: 'ends all passkeys and invites: both again do no harm',
  endMemberAccess: 'ends sessions and tokens: again it ends none',
  selectReviews: 'adds a stored selection, which has the versions of its rows',
  selectOrders: 'adds a stored selection, which has the versions of its rows',
  selectJobs: 'adds a stored selection, which has the versions of its rows',
  stopSelection: 'ends what runs, once; anybody who sees it run may',
  checkOrderFile: 'adds',
  uploadBankFile: 'says what the bank said: again it changes nothing',
  closeBankDays: 'closes days, once, and only if nothing of them is open',
  decideBankReturn: 'decides about what waits, once',
  decideBankRejections: 'decides about what waits, once',
  resendPersonMail: 'sends, five times a day at most',
  addPersonNote: 'adds',
  enterPersonClaim: 'adds; the same contract is reported once',
  undoPersonNote: 'ends one’s own last note, once',
  grantPersonGoodwill: 'adds one of the form’s own id, once',
  openPersonArea: 'adds a link',
  openPersonFile: 'changes nothing but says how long the proof holds',
  erasePersonAs: 'ends the person, once; what would be lost is asked anew in the same step',
  resetAgencyUser: 'ends sessions or sends a link: again it does the same',
  resetPartner: 'ends sessions or sends a link: again it does the same',
  retryJobs: 'takes up dead jobs, each once',
  createTenant: 'adds a code that is free',
  deleteTenant: 'ends a draft that nobody used, once',
  closeBooksMonth: 'a month is closed once',
  checkBooks: 'reads, and keeps what it found',
  checkSettings: 'changes nothing but says what would',
  openPayoutFiles: 'changes nothing but says how long the proof holds',
  proposePayout: 'adds, and there is one at a time',
  proposePayoutAccount: 'adds, and there is one at a time',
  cancelPayoutFile: 'is said by two people, and done once',
  tellBank: 'is noted once, and the file is not taken back after it',
  untellBank: 'ends a note, once',
  createTenantKey: 'adds a key of a name that is free',
  endTenantKey: 'ends a key, once',
}

test('every call that changes a record asks for the version that was seen, or says here why it needs none', () => {
  const changing = calls.filter(
    ({ method, name }) => method !== 'GET' && !/^(list|show|search|find)/.test(name),
  )
  const isVersioned = ({ body }: Endpoint) =>
    Object.keys((body && wireFields(body)) ?? {}).includes('Version')
  const without = changing.filter((one) => !isVersioned(one)).map(({ name }) => name)
  expect(without.toSorted()).toEqual(Object.keys(withoutVersion).toSorted())
  const versioned = changing.filter(isVersioned)
  expect(versioned.length).toBeGreaterThan(20)
  for (const { name, errors } of versioned)
    expect([name, errors]).toEqual([name, expect.arrayContaining(['changed-meanwhile'])])
})

test.each(operatorRoles)(
  'as %s each call does what this role may, and nothing else',
  async (role) => {
    const isPlatform = role === 'platform-operator'
    const at = isPlatform ? platformCode : 'bgv'
    const person = await makeOperator(server, `${role}@post.example`, [role], at)
    for (const endpoint of atTenants) {
      const path = endpoint.path.replace(/:[A-Za-z]+/g, 'x')
      const { status, body } = await server.call(endpoint.method, pathAt(endpoint, 'bgv', path), {
        token: person.token,
        ...(endpoint.body ? { body: sample(bodySchema(endpoint)) } : {}),
      })
      const isAllowed = who[endpoint.name]!.includes(role)
      const isRefused = status === 403 && body.ErrorCode === 'PSOF0203'
      expect([endpoint.name, isRefused, status < 500]).toEqual([endpoint.name, !isAllowed, true])
    }
  },
)

test('a token for scripts reads: every call that is no GET refuses it, whatever its person may', async () => {
  const script = await makeCommandToken(server, {
    tenant: 'bgv',
    email: 'skript@post.example',
    kind: 'operator-token',
  })
  const writing = calls.filter(({ method }) => method !== 'GET')
  expect(writing.length).toBeGreaterThan(50)
  for (const endpoint of writing) {
    const path = endpoint.path.replace(/:[A-Za-z]+/g, 'x')
    const { status, body } = await server.call(endpoint.method, pathAt(endpoint, 'bgv', path), {
      token: script.token,
      ...(endpoint.body ? { body: sample(bodySchema(endpoint)) } : {}),
    })
    expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 403, 'PSOF0203'])
  }
})

test('a refused call names the rights that would do, and who grants them, formally in both languages', async () => {
  // This tenant says du to its customers.
  const { token } = await makeOperator(server, 'wort@post.example', ['analyst'], 'telko')
  const said = async (language: string) => {
    const headers = { 'accept-language': language }
    const answer = await server.call('PUT', '/telko/betrieb/pruefungen', {
      token,
      body: {},
      headers,
    })
    return answer.body.Message
  }
  expect(await said('de')).toBe(
    'Dafür fehlt ein Recht: „Prüfung“ oder „Revision“. Rechte vergibt die Verwaltung dieses Mandanten.',
  )
  expect(await said('en')).toBe(
    'You lack a right for this: “Reviews” or “Audit”. The administrators of this tenant grant rights.',
  )
})

test('roles have one word each, on pages and in refusals', async () => {
  for (const locale of ['de', 'en'] as const) {
    const texts = JSON.parse(readFileSync(`src/web/texts/${locale}/console.json`, 'utf8'))
    expect(operatorRoles.map((role) => texts[`role.${role}`])).toEqual(
      operatorRoles.map((role) => roleWords[role][locale]),
    )
  }
})

test('whoever has every role at one tenant may do nothing at another, nor at the platform', async () => {
  const all = await makeOperator(server, 'alles@post.example', tenantRoles, 'bgv')
  for (const endpoint of atTenants)
    for (const tenant of ['telko', platformCode]) {
      const path = endpoint.path.replace(/:[A-Za-z]+/g, 'x')
      const { status } = await server.call(endpoint.method, pathAt(endpoint, tenant, path), {
        token: all.token,
        ...(endpoint.body ? { body: {} } : {}),
      })
      expect([endpoint.name, tenant, status]).toEqual([endpoint.name, tenant, 403])
    }
})
