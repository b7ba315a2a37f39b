import { mailTemplates, type MailTemplate } from '../../contract/mail-templates.ts'
import type { DemoPage, WebBundle } from '../../contract/page-context.ts'
import { objectUntil } from '../../domain/refusal.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { listRewardOptions, type RewardOption } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { readMailPictures } from '../mail/mail-pictures.ts'
import { mailTenant } from '../mail/mail-tenant.ts'
import { tenantOrigin } from '../tenant/tenant-origin.ts'

type Preview = Extract<DemoPage, { kind: 'preview' }>
type Field = (typeof mailTemplates)[MailTemplate][number]
type Wish = { tenant?: string; template?: string; mailLocale?: string; beneficiary?: string }

const templates = Object.keys(mailTemplates) as MailTemplate[]
const beneficiaries = ['referrer', 'recipient'] as const

/** Any mail of any tenant with sample data; unknown parameters become the first of their kind. */
export async function previewMail(
  deps: Deps,
  renderMail: WebBundle['renderMail'],
  locale: Locale,
  wish: Wish,
): Promise<Preview> {
  const tenants = await deps.tenants.all()
  const tenant = tenants.find(({ code }) => code === wish.tenant) ?? tenants[0]!
  const template = templates.find((name) => name === wish.template) ?? templates[0]!
  const mailLocale = tenant.locales.find((one) => one === wish.mailLocale) ?? tenant.locales[0]!
  const beneficiary = beneficiaries.find((one) => one === wish.beneficiary) ?? 'referrer'
  const origin = tenantOrigin(deps.publicOrigin, tenant)
  const options = await withTenant(deps.db, tenant.code, (tx) => listRewardOptions(tx, tenant.code))
  const values = sampleValues(tenant, mailLocale, origin, deps.clock.today(), beneficiary, options)
  const pictures = await readMailPictures(deps, tenant, values.picture, true)
  const fields: readonly Field[] = mailTemplates[template]
  const mail = await renderMail({
    template,
    locale: mailLocale,
    tenant: mailTenant(deps.publicOrigin, tenant, mailLocale, pictures.shown),
    texts: await contentOf(deps, tenant).mailTexts(mailLocale),
    data: {
      ...Object.fromEntries(fields.map((field) => [field, values[field]])),
      ...(tenant.address === 'Sie' && fields.includes('firstName')
        ? { lastName: 'Wolkenstein' }
        : {}),
    },
  })
  return {
    kind: 'preview',
    locale,
    looks: tenants.map(({ theme }) => theme.look),
    tenants: tenants.map(({ code, name, locales }) => ({ code, name, locales })),
    templates,
    beneficiaries: fields.includes('beneficiary') ? [...beneficiaries] : [],
    chosen: { tenant: tenant.code, template, mailLocale, beneficiary },
    mail,
  }
}

function sampleValues(
  tenant: Tenant,
  locale: Locale,
  origin: string,
  today: Temporal.PlainDate,
  beneficiary: (typeof beneficiaries)[number],
  vouchers: RewardOption[],
): Record<Field, string> {
  const voucher = vouchers.find(({ kind }) => kind === 'voucher')
  const isGerman = locale === 'de'
  const home = `${origin}/${locale}`
  return {
    firstName: 'Jördis',
    reference: isGerman ? 'Rückzahlung T4SEGT2PW5SG6VQH' : 'Repayment T4SEGT2PW5SG6VQH',
    setOffFrom: today.add({ days: 14 }).toString(),
    agencyName: 'Agentur Wolkenstein',
    agencyNumber: 'AG-1234',
    employeeName: 'Isolde Wolkenstein',
    person: 'Isolde Wolkenstein',
    role: 'auditor',
    ended: '',
    refused: '1',
    by: 'Wilma Amtlich',
    alone: '',
    keys: 'Aufträge\nKundenportal',
    place: '2',
    inNameOf: '',
    step: 'first',
    issuedOn: today.subtract({ days: 21 }).toString(),
    vatModel: 'agency',
    on: '2026-11-20',
    login: '',
    changes: isGerman
      ? 'Auszahlung nach Abruf (Tage): 14 → 7\nGleiches Konto: anhalten und prüfen → erlauben'
      : 'Payout after collection (days): 14 → 7\nSame bank account: hold and review → allow',
    month: isGerman ? 'Oktober 2026' : 'October 2026',
    missing: isGerman
      ? 'Banktage abgeschlossen bis: 27.10.2026\nOffene Zeilen im Kontoauszug: 2'
      : 'Bank days closed up to: 27 Oct 2026\nOpen lines of the statement: 2',
    accountStep: 'approved',
    before: 'Sonnseite GmbH, DE89 **** **** **** **** 00',
    after: 'Sonnseite GmbH, DE02 **** **** **** **** 30',
    from: today.add({ days: 7 }).toString(),
    waits: '2',
    cancels: '4',
    lost: formatCents(16_000, locale),
    reviews: '4',
    overdueReviews: '1',
    claims: '3',
    overdueClaims: '1',
    goodwill: '1',
    clawbacks: '2',
    clawbackProposals: '1',
    payoutProposals: '1',
    bankLines: '2',
    namedLines: '1',
    stoppedUploads: '1',
    endingKeys: '1',
    voucherCodes: '1',
    lowVouchers: '2',
    voucherOrders: '1',
    orderFiles: '1',
    unmatchedOrders: '6',
    invoices: '1',
    agencies: '2',
    partners: '1',
    payments: '12',
    overduePayments: '3',
    heldPayments: '1',
    latePayouts: '1',
    lostPayments: '2',
    deadJobs: '3',
    failedMails: '2',
    alarm: 'dead-jobs',
    count: '3',
    until: today.add({ days: 7 }).toString(),
    conversation: 'on-site',
    reminder: '0',
    partnerNumber: 'VP-AB2C-D3EF',
    noteNumber: 'VP-AB2C-D3EF-2026-3',
    documentKind: 'invoice',
    invoiceNumber: 'AG-1234-2026-3',
    orderNumber: 'BV-20418',
    contractOn: today.subtract({ days: 9 }).toString(),
    referrerFirstName: 'Ansgar',
    beneficiary,
    link: home,
    referralLink: `${origin}/k/AB2C-D3EF`,
    area: home,
    unsubscribe: `${home}?t=preview`,
    productTitle: isGerman ? 'den Tarif Morgenrot' : 'the Daybreak plan',
    amount: formatCents(5_000, locale),
    brand: voucher?.title[locale] ?? 'Buchenblatt',
    picture: voucher?.picture ?? '',
    redeem: voucher?.voucher?.redeem[locale] ?? '',
    validity: voucher?.voucher?.validity[locale] ?? '',
    terms: voucher?.voucher?.terms[locale] ?? '',
    shop: voucher?.voucher?.shopUrl ?? '',
    settings: home,
    code: '042917',
    codes: 'AAAA-BBBB-CCCC\nDDDD-EEEE-FFFF',
    worths: [formatCents(2_500, locale), formatCents(2_500, locale)].join('\n'),
    again: '',
    named: '',
    noMatch: '',
    own: '',
    replaced: '',
    held: '',
    limit: '',
    kept: '1',
    note: isGerman
      ? 'Wir freuen uns über eine kurze Antwort.'
      : 'We would be glad of a short answer.',
    rest: formatCents(2_500, locale),
    left: formatCents(1_000, locale),
    contactDays: String(tenant.unclaimedDays),
    objected: '',
    moved: '',
    contact: '',
    corrected: '',
    maskedEmail: 'j***@post.example',
    first: '',
    passkey: isGerman ? 'Telefon' : 'Phone',
    added: '1',
    reason: isGerman ? 'Das Konto ist erloschen (AC04).' : 'The account is closed (AC04).',
    maskedIban: 'DE89 **** **** **** **** 00',
    expectedOn: today.add({ days: 28 }).toString(),
    objectUntil: objectUntil(today).toString(),
    expiresOn: today.add({ months: 12 }).toString(),
    name: 'Jördis Wolkenstein',
    email: 'joerdis.wolkenstein@post.example',
    topic: 'reward',
    question: isGerman
      ? 'Wann und wo wurde der Vertrag abgeschlossen?'
      : 'When and where was the contract signed?',
    message: isGerman
      ? 'Wann kommt meine Prämie?\nViele Grüße'
      : 'When will my reward come?\nRegards',
    referralNumber: 'A7KM-Q2X9',
    language: tenant.locales[0] ?? 'de',
  }
}
