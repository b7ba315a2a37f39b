import type { StoredTenant } from '../tenant/read-tenant.ts'
import { flattenSettings } from '../tenant/setting-changes.ts'

// Rules, which tenants may share, unlike particulars.
const rules =
  /^(code|locales|address|company\.form|flags|routes|additionalRoutes|productApi\.type|excludedProducts|trackings|clickTarget|recipientTerms|capPer|capExcess|eligibility|customerNumberPattern|agencyNumberPattern|cookieCategories|entryPage|accountsBlockedOn|sso\.(scopes|claim)|content\.faq\..*\.(id|group\.(de|en)|question\.(de|en))$|theme\.(look|font|radius|buttonRadius))/

// What two tenants may well have alike, but a copy has only not chosen yet.
const choices = /^(home\.steps\..*\.title\.(de|en)$|legal\.termsVersion$|theme\.colours\.)/

/**
 * What a tenant still shares with its template, as lines: equal settings, equal lines of legal texts, and texts naming the
 * other. Short sentences do not count.
 */
export function listShared(tenant: StoredTenant, other: StoredTenant): string[] {
  const { same, lines, named } = findShared(tenant, other)
  return [
    ...grouped(same),
    ...lines.map(({ setting, line }) => `${setting}: "${line}"`),
    ...named.map(({ setting, name }) => `${setting}: names ${name}`),
  ]
}

/** The same, by settings. `alike`: what two tenants may well share, but a copy that still does has chosen nothing. */
export function findShared(tenant: StoredTenant, other: StoredTenant) {
  const [own, theirs] = [particulars(tenant), particulars(other)]
  const equal = [...own.keys()].filter((setting) => own.get(setting) === theirs.get(setting))
  const same = equal.filter((setting) => !choices.test(setting))
  // Whoever chose another colour for buttons has chosen the others with it.
  const isPainted = !equal.includes('theme.colours.primary')
  const alike = equal.filter(
    (setting) => choices.test(setting) && !(isPainted && setting.startsWith('theme.colours.')),
  )
  const lines = [...own].flatMap(([setting, text]) => sameLines(setting, text, theirs.get(setting)))
  const names = [other.name, other.legalName, other.payoutAccount.iban, other.contact.email]
  const foreign = names.filter((name) => ![...ownNames(tenant)].some((mine) => mine.includes(name)))
  const named = [...own].flatMap(([setting, text]) => {
    const found = foreign.find((name) => text.includes(name))
    return found && theirs.get(setting) !== text ? [{ setting, name: found }] : []
  })
  return { same, alike, lines, named }
}

const ownNames = ({ name, legalName, payoutAccount, contact }: StoredTenant) => [
  name,
  legalName,
  payoutAccount.iban,
  contact.email,
]

function particulars(tenant: StoredTenant): Map<string, string> {
  const spelled = (value: unknown) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string') ? value.join(', ') : value
  return new Map(
    [...flattenSettings(tenant)].flatMap(([setting, whole]) => {
      const value = spelled(whole)
      return typeof value === 'string' &&
        value.length > 2 &&
        !rules.test(setting) &&
        !(setting === 'productApi.route' && value.startsWith('/'))
        ? [[setting, samePicture(value)] as const]
        : []
    }),
  )
}

/** Equal pictures have the tenant in their path. */
const samePicture = (value: string) => value.replace(/^\/marke\/[^/]+\//, '/marke/')

// A register number or director is one line of an imprint.
function sameLines(setting: string, text: string, other: string | undefined) {
  if (!setting.startsWith('legal.imprint') || other === undefined || other === text) return []
  const known = new Set(other.split('\n').map((line) => line.trim()))
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.length > 3 && !line.startsWith('#') && known.has(line))
    .map((line) => ({ setting, line: line.length > 80 ? `${line.slice(0, 80)}…` : line }))
}

/** `contact.street`, `contact.city` become one line, a list's entries their number. */
function grouped(settings: string[]): string[] {
  const groups = Map.groupBy(settings, (setting) => setting.split('.')[0]!)
  return [...groups].map(([group, all]) => {
    const parts = all.map((setting) => setting.slice(group.length + 1))
    if (all.length > 12) return `${group}: ${all.length} texts`
    return parts[0] === '' ? group : `${group}: ${parts.join(', ')}`
  })
}
