import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'
import type { MailTexts } from './mail-texts.ts'

const agencyFacts = (
  t: MailTexts,
  data: { line: (key: 'agencyName' | 'agencyNumber', most?: number) => string },
) => [
  { label: t('labelAgency'), value: data.line('agencyName', 120) },
  { label: t('labelAgencyNumber'), value: data.line('agencyNumber') },
]

export const agencyMails = {
  agencyConfirm: (t, data, tenant) => ({
    subject: t('agencyConfirm.subject', { tenant: tenant.name }),
    preheader: t('agencyConfirm.preheader'),
    heading: t('agencyConfirm.heading'),
    paragraphs: [t('agencyConfirm.text', { tenant: tenant.name })],
    facts: agencyFacts(t, data),
    picture: 'brand',
    steps: mailSteps(t, 'agency', 'confirmedAddress'),
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
      picture: 'brand',
      steps: mailSteps(t, 'employee', 'password'),
      button: { label: t('agencyEmployee.button'), link: data.link('link') },
      notes: [t('agencyEmployee.ignore')],
      why: t('agencyWhy', { tenant: tenant.name }),
    }
  },

  agencyInvitation: (t, data, tenant) => {
    const words = {
      agency: data.line('agencyName', 120),
      employee: data.line('employeeName', 160),
      tenant: tenant.name,
      until: data.date('expiresOn'),
    }
    const again = data.line('reminder') !== '0'
    const onSite = data.line('conversation') === 'on-site'
    return {
      subject: t(again ? 'agencyInvitation.subjectAgain' : 'agencyInvitation.subject', words),
      preheader: t('agencyInvitation.preheader', words),
      heading: t('agencyInvitation.heading'),
      paragraphs: [
        t(onSite ? 'agencyInvitation.onSite' : 'agencyInvitation.byPhone', words),
        `${t('agencyInvitation.join', words)} ${t('agencyInvitation.text', words)}`,
      ],
      facts: [
        { label: t('labelInvitedBy'), value: words.employee },
        { label: t('labelAgency'), value: words.agency },
        { label: t('labelValidUntil'), value: words.until },
      ],
      picture: 'brand',
      steps: mailSteps(t, 'invitation', 'registered'),
      button: { label: t('agencyInvitation.button'), link: data.link('link') },
      notes: [t('agencyInvitation.ignore')],
      why: t('agencyInvitation.why', words),
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
    picture: 'brand',
    steps: mailSteps(t, 'agency', 'inviting'),
    button: { label: t('agencyActivated.button'), link: data.link('link') },
    why: t('agencyWhy', { tenant: tenant.name }),
  }),

  agencyRefused: (t, data, tenant) => ({
    subject: t('agencyRefused.subject', { agency: data.line('agencyName', 120) }),
    preheader: t('agencyRefused.preheader'),
    heading: t('agencyRefused.heading'),
    paragraphs: [t('agencyRefused.text', { tenant: tenant.name })],
    facts: [...agencyFacts(t, data), { label: t('labelRefusal'), value: data.line('reason', 200) }],
    button: { label: t('agencyRefused.button'), link: data.link('link') },
    notes: [t('agencyRefused.wrong')],
    why: t('agencyWhy', { tenant: tenant.name }),
  }),

  agencyInvoice: (t, data, tenant) => {
    const kind = data.line('documentKind') === 'credit' ? 'credit' : 'invoice'
    const model = data.line('vatModel') === 'own' ? 'own' : 'agency'
    const words = { number: data.line('invoiceNumber', 60), due: data.date('expectedOn') }
    return {
      subject: t(`agencyInvoice.${kind}Subject`, words),
      preheader: t(`agencyInvoice.${kind}Preheader`, words),
      heading: t(`agencyInvoice.${kind}Heading`),
      paragraphs: [t(`agencyInvoice.${kind}Text`, words), t(`agencyInvoice.${model}Model`)],
      amount: { value: data.line('amount') },
      button: { label: t('agencyInvoice.button'), link: data.link('link') },
      why: t('agencyWhy', { tenant: tenant.name }),
    }
  },

  agencyInvoiceReminder: (t, data, tenant) => {
    const step = data.line('step') === 'last' ? 'Last' : data.line('step') === 'next' ? 'Next' : ''
    const number = data.line('invoiceNumber', 60)
    const words = { number, issued: data.date('issuedOn'), due: data.date('expectedOn') }
    return {
      subject: t(`agencyInvoiceReminder.subject${step}`, words),
      preheader: t('agencyInvoiceReminder.preheader', words),
      heading: t(`agencyInvoiceReminder.heading${step}`),
      paragraphs: [t('agencyInvoiceReminder.text', words), ...data.lines('note')],
      amount: { value: data.line('amount') },
      todo: [t('agencyInvoiceReminder.crossed')],
      button: { label: t('agencyInvoiceReminder.button'), link: data.link('link') },
      why: t('agencyWhy', { tenant: tenant.name }),
    }
  },

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
