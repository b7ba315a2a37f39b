import type { MailTenant } from '../../contract/page-context.ts'
import type { MailContent } from './mail-content.ts'
import type { MailTexts } from './mail-texts.ts'

const marks = { done: 'x', next: '>', later: ' ' }

/** The text part: all of the HTML part's content, the link on its own line. */
export function writePlainText(content: MailContent, tenant: MailTenant, t: MailTexts): string {
  const facts = (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`)
  const { amount } = content
  const blocks = [
    content.heading,
    content.greeting,
    ...content.paragraphs,
    amount ? (amount.label ? `${amount.label}: ${amount.value}` : amount.value) : '',
    facts.join('\n'),
    (content.codes ?? [])
      .map(({ code, worth }) => `    ${worth === null ? code : `${code} · ${worth}`}`)
      .join('\n'),
    ...(content.sections ?? []).map(({ title, text }) => `${title}:\n${text}`),
    ...(content.todo ?? []),
    `${content.button.label}:\n${content.button.link}`,
    (content.steps ?? []).map(({ label, state }) => `[${marks[state]}] ${label}`).join('\n'),
    content.share ? `${content.share.text}\n${content.share.link}` : '',
    ...(content.notes ?? []),
    `${t('regards')}\n${tenant.name}`,
    `-- \n${[
      ...contactLines(tenant, t),
      content.why ?? t('why', { tenant: tenant.name }),
      tenant.imprintLine,
      ...tenant.particulars,
      ...legalPages(tenant, t).map(({ label, link }) => `${label}: ${link}`),
    ]
      .filter((line) => line !== '')
      .join('\n')}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Contact line, if there is a contact. The phone number does not wrap. */
export function contactLines({ contact }: MailTenant, t: MailTexts): string[] {
  if (contact.email === '') return []
  return [t('contact', { email: contact.email, phone: contact.phone.replaceAll(' ', '\u00a0') })]
}

export const legalPages = ({ imprint, privacy }: MailTenant, t: MailTexts) =>
  [
    { label: t('imprint'), link: imprint },
    { label: t('privacy'), link: privacy },
  ].filter((page): page is { label: string; link: string } => page.link !== null)
