import { tenantFlags } from '../../contract/mandant.ts'
import { pages } from '../../contract/pages.ts'
import type { OptionalCategory } from '../../domain/cookie-consent.ts'
import { readFrame, siteUrl } from '../../domain/frame.ts'
import type { Tenant } from '../../domain/tenant.ts'

type Derived =
  | 'flags'
  | 'channels'
  | 'selfReferralAllowed'
  | 'emailWhitelist'
  | 'forcedLogin'
  | 'entryPage'
  | 'autoLogin'
  | 'providerUrl'
  | 'frame'
  | 'accountsBlockedOn'
  | 'acceptedIbans'
  | 'imprintElsewhere'
  | 'termsByButton'
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
  | 'agencyNumberPattern'
  | 'sso'
  | 'agencyBilling'
  | 'reminders'

/** A tenant as stored in `tenants.config`: flags under their wire names, everything else as the rules read it. */
export type StoredTenant = Omit<Tenant, Derived | 'content'> & {
  content?: Tenant['content'] | undefined // tenants made before there was any have none
  flags: Record<string, unknown>
  capPer: Tenant['cap']['per']
  capExcess: Tenant['cap']['excess']
  customerNumberCheck?: string | null // not in settings from before there was one
  reminders?: Tenant['reminders'] // the same
  cookieCategories?: OptionalCategory[] // not in settings from before there were any
  entryPage?: string | undefined
  agencies?: boolean | undefined // not in settings from before there were any
  agencyNumberPattern?: string | null | undefined
  sso?: Tenant['sso'] | undefined
  agencyBilling?: Tenant['agencyBilling'] | undefined
  accountsBlockedOn?: string | null | undefined // set by `accounts block --all`
}

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

/** Reads the stored configuration into what the rules mean by it; throws a ZodError on a flag that is none. */
export function readTenant(stored: StoredTenant): Tenant {
  const flags = tenantFlags.parse(stored.flags)
  const { capPer, capExcess, ...rest } = stored
  const defaultPaths = Object.entries(pages).map(([name, page]) => [name, page.path] as const)
  return {
    ...rest,
    routes: { ...Object.fromEntries(defaultPaths), ...stored.routes },
    content: stored.content ?? { faq: [], accessibility: null },
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
    companyReferral: flags.ModuleCompanyRecommendation,
    agentReferral: flags.ModuleAgentRecommendation,
    offlineCode: flags.ModuleErstelleOfflineEmpfehlungCode,
    newsletter: flags.ModuleNewsletterPermission,
    storesBankData: flags.ModuleStoringBankdata,
    defaultShare: flags.RecommenderDefaultShare,
    complaintDays: flags.ModuleAuftragsdatumMindestalterTage,
    cookieCategories: stored.cookieCategories ?? [],
    customerNumberCheck: stored.customerNumberCheck ?? null,
    agencies: stored.agencies ?? false,
    agencyNumberPattern: stored.agencyNumberPattern ?? null,
    sso: stored.sso ?? null,
    agencyBilling: stored.agencyBilling ?? null,
    reminders: stored.reminders ?? { rewardDays: [30, 7], referralDays: [] },
    cap: { cents: flags.MaxEmpfaengerPraemieCent, per: capPer, excess: capExcess },
  }
}
