import i18next, { type i18n as I18n } from 'i18next'
import { use } from 'react'
import { I18nContext } from 'react-i18next'
import type { Locale } from '../../domain/tenant.ts'
import { noNesting } from './no-nesting.ts'
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

// Areas of rarely visited pages are added with those (add-agency.ts and the like).
const files: TextFiles = import.meta.glob<Record<string, string>>(
  ['/src/web/texts/*/*.json', '!/src/web/texts/*/{agency*,salesPartner,console*}.json'],
  { import: 'default' },
)

/** Adds the texts of an area's pages. */
export const addTexts = (more: TextFiles): void => void Object.assign(files, more)

const instances = new Map<Locale, I18n>()

export const textFile = (locale: Locale, area: Area) => `src/web/texts/${locale}/${area}.json`

type Follow = (i18n: I18n, areas: readonly Area[]) => Promise<void>
let follow: Follow | null = null

/** In the browser of a tenant with own texts: loads these after the defaults of every area (own-texts.ts). */
export const followWith = (own: Follow): void => void (follow = own)

/** A language's text store; resolves once the given areas are loaded. */
export async function loadTexts(locale: Locale, areas: readonly Area[]): Promise<I18n> {
  const i18n = instances.get(locale) ?? createStore(locale)
  instances.set(locale, i18n)
  await Promise.all([
    follow?.(i18n, areas),
    ...areas
      .filter((area) => !i18n.hasResourceBundle(locale, area))
      .map(async (area) => {
        const load = files[`/${textFile(locale, area)}`]
        if (!load) throw new Error(`no texts ${area} in ${locale}`)
        i18n.addResourceBundle(locale, area, await load())
      }),
  ])
  return i18n
}

function createStore(locale: Locale): I18n {
  const i18n = i18next.createInstance()
  void i18n.init({
    lng: locale,
    fallbackLng: false,
    resources: {},
    defaultNS: 'common',
    keySeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false, ...noNesting }, // React escapes
    react: { useSuspense: false },
  })
  return i18n
}

// TextKey checks keys; i18next's types would check them again, against one shape for all areas.
function say(i18n: I18n, view: PageView, area: Area, key: string, values?: Values): string {
  const { tenant, own } = view
  const find = () => {
    // The tenant's own text first (add-own-texts.ts), with all suffixes of its key.
    const ns = own ? [`${tenant.code}/${area}`, area] : area
    return i18n.t(key, { context: tenant.address.toLowerCase(), ns, ...values })
  }
  if (values) return find()
  const said = saidBy(i18n)
  const sentence = `${own ? tenant.code : ''} ${tenant.address} ${area} ${key}`
  const text = said.get(sentence) ?? find()
  said.set(sentence, text)
  return text
}

const saidSoFar = new WeakMap<I18n, Map<string, string>>()

// A look-up takes 20 µs, and a page makes a hundred: texts without values are cached until the store changes.
function saidBy(i18n: I18n): Map<string, string> {
  const known = saidSoFar.get(i18n)
  if (known) return known
  const said = new Map<string, string>()
  for (const event of ['added', 'removed'] as const) i18n.store.on(event, () => said.clear())
  saidSoFar.set(i18n, said)
  return said
}

export function textsOf(i18n: I18n, view: PageView): Texts {
  return (area) => (key, values) => say(i18n, view, area, key, values)
}

/** The text store. Not useTranslation: languages change with the page, and it wraps anew on each call. */
export function useStore(): I18n {
  const found = use(I18nContext)
  if (!found) throw new Error('useStore outside of I18nextProvider')
  return found.i18n
}

/** An area's texts in a component: `const t = useTexts('referral')`. */
export function useTexts<A extends Area>(area: A): Translate<A> {
  const view = usePage()
  const i18n = useStore()
  return (key, values) => say(i18n, view, area, key, values)
}
