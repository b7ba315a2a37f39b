import { createContext, use } from 'react'
import type { Locale } from '../../domain/tenant.ts'
import { findText, textList } from './find-text.ts'
import { usePage, type PageView } from './page-context.tsx'
import type account from '../texts/de/account.json'
import type agency from '../texts/de/agency.json'
import type agencyInvite from '../texts/de/agencyInvite.json'
import type agencyMoney from '../texts/de/agencyMoney.json'
import type agencyReports from '../texts/de/agencyReports.json'
import type agencyStatistics from '../texts/de/agencyStatistics.json'
import type agents from '../texts/de/agents.json'
import type catalogue from '../texts/de/catalogue.json'
import type claims from '../texts/de/claims.json'
import type common from '../texts/de/common.json'
import type confirmation from '../texts/de/confirmation.json'
import type console from '../texts/de/console.json'
import type consoleAudit from '../texts/de/consoleAudit.json'
import type consoleOrderFiles from '../texts/de/consoleOrderFiles.json'
import type consoleOrders from '../texts/de/consoleOrders.json'
import type consoleToday from '../texts/de/consoleToday.json'
import type consoleMoneyWay from '../texts/de/consoleMoneyWay.json'
import type consoleBooks from '../texts/de/consoleBooks.json'
import type consoleBankUploads from '../texts/de/consoleBankUploads.json'
import type consoleBankLines from '../texts/de/consoleBankLines.json'
import type consoleEarnings from '../texts/de/consoleEarnings.json'
import type consoleClawbacks from '../texts/de/consoleClawbacks.json'
import type consoleVouchers from '../texts/de/consoleVouchers.json'
import type consoleGoodwill from '../texts/de/consoleGoodwill.json'
import type consolePayoutAccount from '../texts/de/consolePayoutAccount.json'
import type consolePayouts from '../texts/de/consolePayouts.json'
import type consoleRewards from '../texts/de/consoleRewards.json'
import type consoleClaims from '../texts/de/consoleClaims.json'
import type consoleInvoices from '../texts/de/consoleInvoices.json'
import type consoleOperations from '../texts/de/consoleOperations.json'
import type consolePeople from '../texts/de/consolePeople.json'
import type consoleWhy from '../texts/de/consoleWhy.json'
import type consoleReveal from '../texts/de/consoleReveal.json'
import type consoleReviews from '../texts/de/consoleReviews.json'
import type consoleSelections from '../texts/de/consoleSelections.json'
import type consoleTeam from '../texts/de/consoleTeam.json'
import type consoleTenants from '../texts/de/consoleTenants.json'
import type consoleSellers from '../texts/de/consoleSellers.json'
import type content from '../texts/de/content.json'
import type cookies from '../texts/de/cookies.json'
import type dashboard from '../texts/de/dashboard.json'
import type exit from '../texts/de/exit.json'
import type invited from '../texts/de/invited.json'
import type mydata from '../texts/de/mydata.json'
import type help from '../texts/de/help.json'
import type offers from '../texts/de/offers.json'
import type own from '../texts/de/own.json'
import type passkeys from '../texts/de/passkeys.json'
import type recipient from '../texts/de/recipient.json'
import type referral from '../texts/de/referral.json'
import type holder from '../texts/de/holder.json'
import type reviewAnswer from '../texts/de/reviewAnswer.json'
import type reward from '../texts/de/reward.json'
import type sessions from '../texts/de/sessions.json'
import type salesPartner from '../texts/de/salesPartner.json'
import type table from '../texts/de/table.json'

// Texts are in texts/{locale}/{area}.json under flat keys. German keys that differ by du and Sie exist as `key_du` and `key_sie`; code uses
// the key without suffix. `count` chooses `key_one` or `key_other`. A page loads its areas and `common`, in the active language only.

type Areas = {
  account: typeof account
  agency: typeof agency
  agencyInvite: typeof agencyInvite
  agencyMoney: typeof agencyMoney
  agencyReports: typeof agencyReports
  agencyStatistics: typeof agencyStatistics
  agents: typeof agents
  catalogue: typeof catalogue
  claims: typeof claims
  common: typeof common
  confirmation: typeof confirmation
  console: typeof console
  consoleAudit: typeof consoleAudit
  consoleOrderFiles: typeof consoleOrderFiles
  consoleOrders: typeof consoleOrders
  consoleBankUploads: typeof consoleBankUploads
  consoleBankLines: typeof consoleBankLines
  consoleClawbacks: typeof consoleClawbacks
  consoleEarnings: typeof consoleEarnings
  consoleVouchers: typeof consoleVouchers
  consoleGoodwill: typeof consoleGoodwill
  consolePayoutAccount: typeof consolePayoutAccount
  consolePayouts: typeof consolePayouts
  consoleRewards: typeof consoleRewards
  consoleToday: typeof consoleToday
  consoleClaims: typeof consoleClaims
  consoleMoneyWay: typeof consoleMoneyWay
  consoleBooks: typeof consoleBooks
  consoleInvoices: typeof consoleInvoices
  consoleOperations: typeof consoleOperations
  consolePeople: typeof consolePeople
  consoleWhy: typeof consoleWhy
  consoleReveal: typeof consoleReveal
  consoleReviews: typeof consoleReviews
  consoleSelections: typeof consoleSelections
  consoleTeam: typeof consoleTeam
  consoleTenants: typeof consoleTenants
  consoleSellers: typeof consoleSellers
  content: typeof content
  cookies: typeof cookies
  dashboard: typeof dashboard
  exit: typeof exit
  invited: typeof invited
  mydata: typeof mydata
  help: typeof help
  offers: typeof offers
  own: typeof own
  passkeys: typeof passkeys
  recipient: typeof recipient
  referral: typeof referral
  holder: typeof holder
  reviewAnswer: typeof reviewAnswer
  reward: typeof reward
  salesPartner: typeof salesPartner
  sessions: typeof sessions
  table: typeof table
}
export type Area = keyof Areas

type Stem<K> = K extends `${infer Start}_${'du' | 'sie' | 'one' | 'other'}` ? Start : K
export type TextKey<A extends Area> = Stem<keyof Areas[A] & string>
export type Values = Record<string, string | number>
export type Translate<A extends Area> = (key: TextKey<A>, values?: Values) => string
/** An area's texts outside components: `texts('referral')('title')`. */
export type Texts = <A extends Area>(area: A) => Translate<A>

type TextFiles = Record<string, () => Promise<Record<string, string>>>

const files: TextFiles = {}

/** Adds texts that are not in the table of all (text-files.ts), or of which the page has the address already. */
export const addTexts = (more: TextFiles): void => void Object.assign(files, more)

/** The texts of one language by area; a tenant's own by `ownArea` (add-own-texts.ts). */
export type TextStore = { locale: Locale; areas: Map<string, Map<string, string>> }

const stores = new Map<Locale, TextStore>()

export const textFile = (locale: Locale, area: Area) => `src/web/texts/${locale}/${area}.json`

type Follow = (store: TextStore, areas: readonly Area[]) => Promise<void>
let follow: Follow | null = null

/** In the browser of a tenant with own texts: loads these after the defaults of every area (own-texts.ts). */
export const followWith = (own: Follow): void => void (follow = own)

/** A language's text store; resolves once the given areas are loaded. */
export async function loadTexts(locale: Locale, areas: readonly Area[]): Promise<TextStore> {
  const store = stores.get(locale) ?? { locale, areas: new Map() }
  stores.set(locale, store)
  await Promise.all([
    follow?.(store, areas),
    ...areas
      .filter((area) => !store.areas.has(area))
      .map(async (area) => {
        const file = `/${textFile(locale, area)}`
        const load = files[file] ?? (await import('./text-files.ts')).textFiles[file]
        if (!load) throw new Error(`no texts ${area} in ${locale}`)
        store.areas.set(area, textList(await load()))
      }),
  ])
  return store
}

/** An area's texts outside components, the tenant's own first. */
export const textsOf =
  ({ locale, areas }: TextStore, { tenant, own }: PageView): Texts =>
  (area) =>
  (key, values) => {
    const lists = [own ? areas.get(ownArea(tenant.code, area)) : undefined, areas.get(area)]
    return findText(lists, locale, tenant.address, key, values)
  }

/** Store key of a tenant's own texts of an area: all tenants share the server's store. */
export const ownArea = (tenant: string, area: string): string => `${tenant}/${area}`

const StoreContext = createContext<TextStore | null>(null)
export const StoreProvider = StoreContext.Provider

export function useStore(): TextStore {
  const store = use(StoreContext)
  if (!store) throw new Error('useStore outside of StoreProvider')
  return store
}

/** An area's texts in a component: `const t = useTexts('referral')`. */
export function useTexts<A extends Area>(area: A): Translate<A> {
  return textsOf(useStore(), usePage())(area)
}
