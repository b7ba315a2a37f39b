import type { MailTemplate } from '../../contract/page-context.ts'
import type { Compose } from './compose.ts'
import type { MailTexts } from './mail-texts.ts'

const agencyFacts = (
  t: MailTexts,
  data: { line: (key: 'agencyName' | 'agencyNumber', most?: number) => string },
) => [
  { label: t('labelAgency'), value: data.line('agencyName', 120) },
  { label: t('labelAgencyNumber'), value: data.line('agencyNumber') },
]

/** The mails that belong to agencies and their people. */
export const agencyMails = {
  agencyConfirm: (t, data, tenant) => ({
    subject: t('agencyConfirm.subject', { agency: data.line('agencyName', 120) }),
    preheader: t('agencyConfirm.preheader'),
    heading: t('agencyConfirm.heading'),
    paragraphs: [t('agencyConfirm.text', { tenant: tenant.name })],
    facts: agencyFacts(t, data),
    button: { label: t('agencyConfirm.button'), link: data.link('link') },
    notes: [t('agencyConfirm.ignore')],
    why: t('agencyWhy', { tenant: tenant.name }),
  }),

  agencyEmployee: (t, data, tenant) => {
    const agency = data.line('agencyName', 120)
    return {
      subject: t('agencyEmployee.subject', { agency }),
      preheader: t('agencyEmployee.preheader'),
      heading: t('agencyEmployee.heading'),
      paragraphs: [t('agencyEmployee.text', { agency, tenant: tenant.name })],
      button: { label: t('agencyEmployee.button'), link: data.link('link') },
      notes: [t('agencyEmployee.ignore')],
      why: t('agencyWhy', { tenant: tenant.name }),
    }
  },

  agencyNumberTaken: (t, data, tenant) => {
    const number = data.line('agencyNumber')
    return {
      subject: t('agencyNumberTaken.subject', { number }),
      preheader: t('agencyNumberTaken.preheader'),
      heading: t('agencyNumberTaken.heading'),
      paragraphs: [t('agencyNumberTaken.text', { number })],
      button: { label: t('agencyNumberTaken.button'), link: data.link('link') },
      notes: [t('agencyNumberTaken.ignore')],
      why: t('agencyWhy', { tenant: tenant.name }),
    }
  },

  agencyActivated: (t, data, tenant) => ({
    subject: t('agencyActivated.subject', { agency: data.line('agencyName', 120) }),
    preheader: t('agencyActivated.preheader'),
    heading: t('agencyActivated.heading'),
    paragraphs: [t('agencyActivated.text', { number: data.line('agencyNumber') })],
    button: { label: t('agencyActivated.button'), link: data.link('link') },
    why: t('agencyWhy', { tenant: tenant.name }),
  }),

  agencyRegistered: (t, data) => ({
    subject: t('agencyRegistered.subject', { number: data.line('agencyNumber') }),
    preheader: t('agencyRegistered.preheader'),
    heading: t('agencyRegistered.heading'),
    paragraphs: [t('agencyRegistered.text')],
    facts: [
      ...agencyFacts(t, data),
      { label: t('labelName'), value: data.line('name', 160) },
      { label: t('labelEmail'), value: data.line('email', 254) },
    ],
    button: { label: t('agencyRegistered.button'), link: data.link('link') },
    why: t('agencyRegistered.why'),
  }),
} satisfies { [T in Extract<MailTemplate, `agency${string}`>]: Compose<T> }
