import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'

export const salesPartnerMails = {
  salesPartnerConfirm: (t, data, tenant) => {
    const account = data.line('maskedIban')
    return {
      subject: t('salesPartnerConfirm.subject', { tenant: tenant.name }),
      preheader: t('salesPartnerConfirm.preheader'),
      heading: t('salesPartnerConfirm.heading'),
      paragraphs: [t('salesPartnerConfirm.text', { tenant: tenant.name })],
      facts: [
        { label: t('labelPartnerNumber'), value: data.line('partnerNumber') },
        ...(account ? [{ label: t('labelAccount'), value: account }] : []),
      ],
      // Anyone may have registered with this address, including one with an account.
      ...(account ? { todo: [t('salesPartnerConfirm.account')] } : {}),
      picture: 'brand',
      steps: mailSteps(t, 'partner', 'confirmedAddress'),
      button: { label: t('salesPartnerConfirm.button'), link: data.link('link') },
      notes: [t('salesPartnerConfirm.ignore')],
      why: t('salesPartnerWhy', { tenant: tenant.name }),
    }
  },

  salesPartnerRegistered: (t, data) => ({
    subject: t('salesPartnerRegistered.subject', { number: data.line('partnerNumber') }),
    preheader: t('salesPartnerRegistered.preheader'),
    heading: t('salesPartnerRegistered.heading'),
    paragraphs: [t('salesPartnerRegistered.text')],
    facts: [
      { label: t('labelPartnerNumber'), value: data.line('partnerNumber') },
      { label: t('labelName'), value: data.line('name', 160) },
      { label: t('labelEmail'), value: data.line('email', 254) },
    ],
    button: { label: t('salesPartnerRegistered.button'), link: data.link('link') },
    why: t('salesPartnerRegistered.why'),
  }),

  salesPartnerActivated: (t, data, tenant) => ({
    subject: t('salesPartnerActivated.subject', { tenant: tenant.name }),
    preheader: t('salesPartnerActivated.preheader'),
    heading: t('salesPartnerActivated.heading'),
    paragraphs: [t('salesPartnerActivated.text')],
    facts: [{ label: t('labelPartnerNumber'), value: data.line('partnerNumber') }],
    picture: 'brand',
    steps: mailSteps(t, 'partner', 'selling'),
    button: { label: t('salesPartnerActivated.button'), link: data.link('link') },
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),

  salesPartnerRefused: (t, data, tenant) => ({
    subject: t('salesPartnerRefused.subject', { tenant: tenant.name }),
    preheader: t('salesPartnerRefused.preheader'),
    heading: t('salesPartnerRefused.heading'),
    paragraphs: [t('salesPartnerRefused.text', { tenant: tenant.name })],
    facts: [
      { label: t('labelPartnerNumber'), value: data.line('partnerNumber') },
      { label: t('labelRefusal'), value: data.line('reason', 200) },
    ],
    button: { label: t('salesPartnerRefused.button'), link: data.link('link') },
    notes: [t('salesPartnerRefused.wrong')],
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),

  salesPartnerAccount: (t, data, tenant) => ({
    subject: t('bankDataChanged.subject'),
    preheader: t('bankDataChanged.preheader'),
    heading: t('salesPartnerAccount.heading'),
    paragraphs: [t('salesPartnerAccount.text')],
    facts: [{ label: t('labelAccount'), value: data.line('maskedIban') }],
    todo: [t('salesPartnerAccount.alarm')],
    button: { label: t('bankDataChanged.button'), link: data.link('link') },
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),

  salesPartnerNote: (t, data, tenant) => ({
    subject: t('salesPartnerNote.subject', { number: data.line('noteNumber') }),
    preheader: t('salesPartnerNote.preheader', { due: data.date('expectedOn') }),
    heading: t('salesPartnerNote.heading'),
    paragraphs: [t('salesPartnerNote.text')],
    amount: { value: data.amount('amount') },
    facts: [
      { label: t('labelNoteNumber'), value: data.line('noteNumber') },
      { label: t('labelDue'), value: data.date('expectedOn') },
    ],
    steps: mailSteps(t, 'note', 'paid'),
    button: { label: t('salesPartnerNote.button'), link: data.link('link') },
    notes: [t('salesPartnerNote.wrong')],
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),

  salesPartnerPaid: (t, data, tenant) => ({
    subject: t('salesPartnerPaid.subject', { amount: data.amount('amount') }),
    preheader: t('salesPartnerPaid.preheader', { number: data.line('noteNumber', 120) }),
    heading: t('salesPartnerPaid.heading'),
    paragraphs: [t('salesPartnerPaid.text')],
    amount: { value: data.amount('amount') },
    facts: [
      { label: t('labelBilledIn'), value: data.line('noteNumber', 120) },
      { label: t('labelAccount'), value: data.line('maskedIban') },
    ],
    steps: mailSteps(t, 'note', null),
    button: { label: t('salesPartnerNote.button'), link: data.link('link') },
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),

  salesPartnerAccountNeeded: (t, data, tenant) => {
    const named = data.has('named') ? 'Named' : ''
    return {
      subject: t(`salesPartnerAccountNeeded.subject${named}`, { amount: data.amount('amount') }),
      preheader: t(`salesPartnerAccountNeeded.preheader${named}`),
      heading: t(`salesPartnerAccountNeeded.heading${named}`),
      paragraphs: [t(`salesPartnerAccountNeeded.text${data.has('own') ? 'Own' : named}`)],
      amount: { value: data.amount('amount') },
      facts: [
        {
          label: t(data.has('own') ? 'labelOwnReason' : 'labelReason'),
          value: data.line('reason', 200),
        },
      ],
      button: { label: t(`salesPartnerAccountNeeded.button${named}`), link: data.link('link') },
      notes: [t('salesPartnerAccountNeeded.help')],
      why: t('salesPartnerWhy', { tenant: tenant.name }),
    }
  },

  salesPartnerPaidAgain: (t, data, tenant) => ({
    subject: t('salesPartnerPaidAgain.subject', { amount: data.amount('amount') }),
    preheader: t('salesPartnerPaidAgain.preheader'),
    heading: t('salesPartnerPaidAgain.heading'),
    paragraphs: [t('salesPartnerPaidAgain.text')],
    amount: { value: data.amount('amount') },
    facts: [
      { label: t('labelReason'), value: data.line('reason', 200) },
      { label: t('labelAccount'), value: data.line('maskedIban') },
    ],
    button: { label: t('salesPartnerNote.button'), link: data.link('link') },
    why: t('salesPartnerWhy', { tenant: tenant.name }),
  }),
} satisfies { [T in Extract<MailTemplate, `salesPartner${string}`>]: Compose<T> }
