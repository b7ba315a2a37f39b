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
      ...footerLines(content, tenant, t),
      ...legalPages(content, tenant, t).map(({ label, link }) => `${label}: ${link}`),
    ].join('\n')}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}

/** Below the mail: whom to ask, why it came, and what the law wants of the company. */
export const footerLines = (content: MailContent, tenant: MailTenant, t: MailTexts): string[] =>
  (
    content.footer ?? [
      ...contactLines(tenant, t),
      content.why ?? t('why', { tenant: tenant.name }),
      tenant.imprintLine,
      ...tenant.particulars,
    ]
  ).filter((line) => line !== '')

/** Contact line, if there is a contact. The phone number does not wrap. */
function contactLines({ contact }: MailTenant, t: MailTexts): string[] {
  if (contact.email === '') return []
  return [t('contact', { email: contact.email, phone: contact.phone.replaceAll(' ', '\u00a0') })]
}

export const legalPages = (
  { footer }: MailContent,
  { imprint, privacy }: MailTenant,
  t: MailTexts,
) =>
  [
    { label: t('imprint'), link: footer ? null : imprint },
    { label: t('privacy'), link: footer ? null : privacy },
  ].filter((page): page is { label: string; link: string } => page.link !== null)
