import i18next, { type i18n as I18n, type TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { Locale } from '../domain/tenant.ts'
import { noNesting } from './no-nesting.ts'
import { usePage, type PageView } from './page-context.tsx'
import type account from './texts/de/account.json'
import type agency from './texts/de/agency.json'
import type agencyMoney from './texts/de/agencyMoney.json'
import type agents from './texts/de/agents.json'
import type catalogue from './texts/de/catalogue.json'
import type common from './texts/de/common.json'
import type content from './texts/de/content.json'
import type cookies from './texts/de/cookies.json'
import type dashboard from './texts/de/dashboard.json'
import type exit from './texts/de/exit.json'
import type mydata from './texts/de/mydata.json'
import type help from './texts/de/help.json'
import type offers from './texts/de/offers.json'
import type own from './texts/de/own.json'
import type recipient from './texts/de/recipient.json'
import type referral from './texts/de/referral.json'
import type reward from './texts/de/reward.json'
import type salesPartner from './texts/de/salesPartner.json'

// Texts live in texts/{locale}/{area}.json under flat keys. A key that differs between tenants that say du and those that
// say Sie exists twice, as `key_du` and `key_sie` (German only): code names it without the ending. `key_one` and
// `key_other` are chosen by `count`. A page loads its areas and `common`, in the active language alone.

type Areas = {
  account: typeof account
  agency: typeof agency
  agencyMoney: typeof agencyMoney
  agents: typeof agents
  catalogue: typeof catalogue
  common: typeof common
  content: typeof content
  cookies: typeof cookies
  dashboard: typeof dashboard
  exit: typeof exit
  mydata: typeof mydata
  help: typeof help
  offers: typeof offers
  own: typeof own
  recipient: typeof recipient
  referral: typeof referral
  reward: typeof reward
  salesPartner: typeof salesPartner
}
export type Area = keyof Areas

type Stem<K> = K extends `${infer Start}_${'du' | 'sie' | 'one' | 'other'}` ? Start : K
export type TextKey<A extends Area> = Stem<keyof Areas[A] & string>
export type Values = Record<string, string | number>
export type Translate<A extends Area> = (key: TextKey<A>, values?: Values) => string
/** The texts of an area, outside of components: `texts('referral')('title')`. */
export type Texts = <A extends Area>(area: A) => Translate<A>

const files = import.meta.glob<Record<string, string>>('./texts/*/*.json', { import: 'default' })
const instances = new Map<Locale, I18n>()

export const textFile = (locale: Locale, area: Area) => `src/web/texts/${locale}/${area}.json`

type Follow = (i18n: I18n, areas: readonly Area[]) => Promise<void>
let follow: Follow | null = null

/** In the browser of a tenant that has texts of its own: lets these follow the defaults of every area (own-texts.ts). */
export const followWith = (own: Follow): void => void (follow = own)

/** The text store of a language; the areas asked for are in it when the promise resolves. */
export async function loadTexts(locale: Locale, areas: readonly Area[]): Promise<I18n> {
  const i18n = instances.get(locale) ?? createStore(locale)
  instances.set(locale, i18n)
  await Promise.all(
    areas
      .filter((area) => !i18n.hasResourceBundle(locale, area))
      .map(async (area) => {
        const load = files[`./texts/${locale}/${area}.json`]
        if (load) i18n.addResourceBundle(locale, area, await load())
      }),
  )
  await follow?.(i18n, areas)
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

// Keys are checked by TextKey; i18next's own types would check them a second time, against one shape for all areas.
function say(t: TFunction, view: PageView, area: Area, key: string, values?: Values): string {
  // The tenant's own text is looked for first (add-own-texts.ts), with all endings of its key.
  const ns = view.own ? [`${view.tenant.code}/${area}`, area] : area
  return t(key, { context: view.tenant.address.toLowerCase(), ns, ...values })
}

export function textsOf(i18n: I18n, view: PageView): Texts {
  return (area) => (key, values) => say(i18n.t, view, area, key, values)
}

/** The texts of an area in a component: `const t = useTexts('referral')`. */
export function useTexts<A extends Area>(area: A): Translate<A> {
  const view = usePage()
  const { t } = useTranslation(area)
  return (key, values) => say(t, view, area, key, values)
}
