import { tenantFlags } from '../../contract/mandant.ts'
import { pages } from '../../contract/pages.ts'
import type { OptionalCategory } from '../../domain/cookie-consent.ts'
import { readFrame, siteUrl } from '../../domain/frame.ts'
import { readInvoiceReminders } from '../../domain/invoice-reminder.ts'
import { readProviderLogin } from '../../domain/provider-login.ts'
import { readPayoutRules, type StoredPayoutRules } from '../../domain/payout-rules.ts'
import type { ContentService, Tenant } from '../../domain/tenant.ts'

type Derived =
  | 'isDraft' // a column of its own
  | 'flags'
  | 'channels'
  | 'selfReferralAllowed'
  | 'emailWhitelist'
  | 'forcedLogin'
  | 'entryPage'
  | 'autoLogin'
  | 'providerUrl'
  | 'providerLogin'
  | 'frame'
  | 'accountsBlockedOn'
  | 'acceptedIbans'
  | 'imprintElsewhere'
  | 'termsByButton'
  | 'recipientTerms'
  | 'companyReferral'
  | 'agentReferral'
  | 'offlineCode'
  | 'newsletter'
  | 'storesBankData'
  | 'defaultShare'
  | 'complaintDays'
  | 'cap'
  | 'cookieCategories'
  | 'customerNumberCheck'
  | 'agencies'
  | 'passkeyForAgencyOwners'
  | 'passkeyForSalesPartners'
  | 'agencyNumberPattern'
  | 'sso'
  | 'agencyBilling'
  | 'vatModel'
  | 'invoiceContact'
  | 'flatTaxForPartners'
  | 'invoiceReminders'
  | 'salesPartners'
  | 'accounting'
  | 'monthCloseDay'
  | 'reminders'
  | 'reviewDays'
  | 'claimMonths'
  | 'unclaimedDays'
  | 'voucherExpiryDays'
  | 'leastVouchers'
  | 'voucherReminderDays'
  | 'voucherProvider'
  | 'setsOffByItself'
  | 'payouts'
  | 'leastAge'
  | 'showsCategories'
  | 'excludedProducts'
  | 'contentService'
  | 'matomo'
  | 'company'
  | 'rewardWord'

/** A tenant as in `tenants.config`: flags under wire names, the rest as rules read it. */
export type StoredTenant = Omit<Tenant, Derived | 'content'> & {
  company?: Tenant['company'] | undefined // optional in a tenant file
  content?: Tenant['content'] | undefined // optional in a tenant file
  flags: Record<string, unknown>
  capPer: Tenant['cap']['per']
  capExcess: Tenant['cap']['excess']
  rewardWord?: Tenant['rewardWord'] | undefined // optional in a tenant file
  customerNumberCheck?: string | null // optional in a tenant file
  providerLogin?: string | null // the same
  reminders?: Tenant['reminders'] // the same
  recipientTerms?: Tenant['recipientTerms'] | undefined // the same
  reviewDays?: number | undefined // the same
  claimMonths?: number | undefined // the same
  unclaimedDays?: number | undefined // the same
  voucherExpiryDays?: number | undefined // the same
  leastVouchers?: number | undefined // the same
  voucherReminderDays?: number | undefined // the same
  voucherProvider?: Tenant['voucherProvider'] | undefined // the same
  setsOffByItself?: boolean | undefined // the same
  payouts?: StoredPayoutRules | undefined // the same
  leastAge?: number | undefined // the same
  excludedProducts?: string[] // the same
  cookieCategories?: OptionalCategory[] // optional in a tenant file
  contentService?: ContentService | null // the same
  entryPage?: string | undefined
  matomo?: { url: string; siteId: number; goals?: Record<string, number> | undefined } | undefined
  agencies?: boolean | undefined // optional in a tenant file
  passkeyForAgencyOwners?: boolean | undefined // the same
  passkeyForSalesPartners?: boolean | undefined
  agencyNumberPattern?: string | null | undefined
  sso?: Tenant['sso'] | undefined
  agencyBilling?: Tenant['agencyBilling'] | undefined
  vatModel?: Tenant['vatModel'] | undefined // optional in a tenant file
  invoiceContact?: Partial<Tenant['invoiceContact']> | undefined // the same
  flatTaxForPartners?: boolean | undefined // the same
  invoiceReminders?: Parameters<typeof readInvoiceReminders>[0] | undefined // the same
  salesPartners?: Tenant['salesPartners'] | undefined
  accounting?: Tenant['accounting'] | undefined
  monthCloseDay?: Tenant['monthCloseDay'] | undefined // optional in a tenant file
  accountsBlockedOn?: string | null | undefined // set by `accounts block --all`
}

const excludedByDefault = ['637', '638', '639', '640'] // spec section 9

const channelFlags = [
  ['ModuleEmailClient', 'em'],
  ['ModuleFacebook', 'fb'],
  ['ModuleWhatsapp', 'wa'],
  ['ModuleXing', 'xi'],
  ['ModuleLinkedIn', 'li'],
  ['ModuleTwitter', 'tw'],
  ['ModuleGmail', 'gm'],
  ['ModuleOutlook', 'ol'],
  ['ModuleYahoo', 'ya'],
] as const

/** Turns the stored configuration into the rules' shape; throws a ZodError for an invalid flag. */
export function readTenant(stored: StoredTenant): Tenant {
  const flags = tenantFlags.parse(stored.flags)
  const { capPer, capExcess, ...rest } = stored
  const matomo = stored.trackings.includes('matomo') ? stored.matomo : undefined
  const defaultPaths = Object.entries(pages).map(([name, page]) => [name, page.path] as const)
  return {
    ...rest,
    isDraft: false,
    routes: { ...Object.fromEntries(defaultPaths), ...stored.routes },
    company: stored.company ?? null,
    rewardWord: stored.rewardWord ?? 'Prämie',
    content: stored.content ?? { faq: [], accessibility: null },
    contentService: stored.contentService ?? null,
    flags,
    channels: channelFlags
      .filter(([flag]) => flags[flag] > -1)
      .toSorted(([a], [b]) => flags[a] - flags[b])
      .map(([, channel]) => channel),
    selfReferralAllowed: flags.AllowSelfRecommendation,
    emailWhitelist: flags.EmailWhitelist.length > 0 ? flags.EmailWhitelist : null,
    forcedLogin: flags.ForcedLogin,
    entryPage: stored.entryPage ?? 'Login',
    autoLogin: flags.IsAutologin,
    providerUrl: siteUrl(flags.MandantUrl)?.href ?? null,
    providerLogin: readProviderLogin(stored.providerLogin ?? ''),
    frame: readFrame({
      on: flags.ModuleIntegratedFrame,
      site: flags.MandantUrl,
      path: flags.EmpfehlenPath,
      page: flags.EmpfehlenWebPage,
    }),
    accountsBlockedOn: stored.accountsBlockedOn ?? null,
    acceptedIbans: flags.ModuleIBANNurDE ? 'german' : 'sepa',
    imprintElsewhere: flags.ModuleAdv ? (stored.legal.imprintUrl ?? '/') : null,
    termsByButton: flags.AgbCheckBoxAutoAccept,
    recipientTerms: flags.AgbCheckBoxAutoAccept ? 'button' : (stored.recipientTerms ?? 'checkbox'),
    companyReferral: flags.ModuleCompanyRecommendation,
    agentReferral: flags.ModuleAgentRecommendation,
    offlineCode: flags.ModuleErstelleOfflineEmpfehlungCode,
    newsletter: flags.ModuleNewsletterPermission,
    storesBankData: flags.ModuleStoringBankdata,
    defaultShare: flags.RecommenderDefaultShare,
    complaintDays: flags.ModuleAuftragsdatumMindestalterTage,
    showsCategories: flags.ShowProductCategory,
    excludedProducts: stored.excludedProducts ?? excludedByDefault,
    matomo: matomo ? { ...matomo, goals: matomo.goals ?? {} } : null,
    // Own statistics are anonymous and need no consent; external ones do.
    cookieCategories: (stored.cookieCategories ?? []).filter(
      (category) => category !== 'analytical' || matomo !== undefined,
    ),
    customerNumberCheck: stored.customerNumberCheck ?? null,
    agencies: stored.agencies ?? false,
    passkeyForAgencyOwners: stored.passkeyForAgencyOwners ?? false,
    passkeyForSalesPartners: stored.passkeyForSalesPartners ?? false,
    agencyNumberPattern: stored.agencyNumberPattern ?? null,
    sso: stored.sso ?? null,
    agencyBilling: stored.agencyBilling ?? null,
    vatModel: stored.vatModel ?? 'agency',
    invoiceContact: { name: null, phone: null, ...stored.invoiceContact },
    flatTaxForPartners: stored.flatTaxForPartners ?? false,
    invoiceReminders: readInvoiceReminders(stored.invoiceReminders ?? {}),
    salesPartners: stored.salesPartners ?? null,
    accounting: stored.accounting ?? null,
    monthCloseDay: stored.monthCloseDay ?? null,
    leastAge: stored.leastAge ?? 18,
    reviewDays: stored.reviewDays ?? 14,
    claimMonths: stored.claimMonths ?? 3,
    unclaimedDays: stored.unclaimedDays ?? 14,
    voucherExpiryDays: stored.voucherExpiryDays ?? 90,
    leastVouchers: stored.leastVouchers ?? 20,
    voucherReminderDays: stored.voucherReminderDays ?? 14,
    voucherProvider: stored.voucherProvider ?? null,
    setsOffByItself: stored.setsOffByItself ?? false,
    payouts: readPayoutRules(stored.payouts ?? {}),
    reminders: stored.reminders ?? { rewardDays: [30, 7], referralDays: [] },
    cap: { cents: flags.MaxEmpfaengerPraemieCent, per: capPer, excess: capExcess },
  }
}
