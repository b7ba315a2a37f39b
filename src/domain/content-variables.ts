import { accessibilityVariables } from './accessibility.ts'
import { isHtml, markupToHtml, spansToHtml } from './rich-text.ts'
import { say } from './say.ts'
import type { Locale, Tenant } from './tenant.ts'
import { payerSentences, vatSentences } from './vat-sentences.ts'

// Variables in content: {{kontakt.telefon}}. The dot tells them from values of interface texts ({{name}}).

/** A tenant's values, by the names used in content. */
export function tenantVariables(
  tenant: Pick<
    Tenant,
    | 'name'
    | 'legalName'
    | 'contact'
    | 'referralDays'
    | 'unconfirmedWeeks'
    | 'complaintDays'
    | 'payoutDays'
    | 'rewardMonths'
    | 'address'
    | 'rewardWord'
    | 'vatModel'
  >,
  locale: Locale,
): Record<string, string> {
  const { contact } = tenant
  return {
    'mandant.name': tenant.name,
    'mandant.firma': tenant.legalName,
    'kontakt.telefon': contact.phone,
    'kontakt.email': contact.email,
    'kontakt.zeiten': contact.hours[locale],
    'kontakt.strasse': contact.street,
    'kontakt.plz': contact.zip,
    'kontakt.ort': contact.city,
    'empfehlung.tage': String(tenant.referralDays),
    'empfaenger.wochen': String(tenant.unconfirmedWeeks),
    'auftrag.tage': String(tenant.complaintDays),
    'auszahlung.tage': String(tenant.payoutDays),
    'praemie.monate': String(tenant.rewardMonths),
    'praemie.zahler': say(payerSentences[tenant.vatModel], { locale, tenant }),
    'praemie.umsatzsteuer': say(vatSentences[tenant.vatModel], { locale, tenant }),
    ...accessibilityVariables(locale),
  }
}

export const variablePattern = /\{\{\s*([a-z]+(?:\.[a-z]+)+)\s*\}\}/gi

/** The names that a text asks for. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePattern)].map(([, name = '']) => name.toLowerCase())),
]

/** The text with its variables filled in, escaped in HTML; unknown ones become empty. */
export function fillVariables(text: string, values: Record<string, string>): string {
  if (!text.includes('{{')) return text
  const html = isHtml(text)
  return text.replace(variablePattern, (_, name: string) => {
    const known = name.toLowerCase()
    const value = Object.hasOwn(values, known) ? (values[known] ?? '') : ''
    return html ? asHtml(value) : value
  })
}

/** A value among HTML: a list as one, its other lines as they are. */
const asHtml = (value: string) =>
  value.startsWith('- ') ? markupToHtml(value) : value.split('\n').map(spansToHtml).join('<br />')

/** Whether a text says in whose name rewards are given, so that another model is other words. */
export const saysVatModel = (text: string): boolean =>
  variablesIn(text).some((name) => name === 'praemie.zahler' || name === 'praemie.umsatzsteuer')
