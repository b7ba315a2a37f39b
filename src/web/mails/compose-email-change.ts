import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { Compose } from './compose.ts'

/** Mails of an address change: to the new address and to the old one. */
export const emailChangeMails = {
  newEmail: (t, data, tenant) => ({
    subject: t('newEmail.subject'),
    preheader: t('newEmail.preheader'),
    heading: t('newEmail.heading'),
    paragraphs: data.has('contact')
      ? [t('newEmail.contact', { tenant: tenant.name })]
      : [t('newEmail.text', { tenant: tenant.name }), t('newEmail.device')],
    button: { label: t('newEmail.button'), link: data.link('link') },
    notes: [t('newEmail.ignore')],
  }),

  emailTaken: (t, data, tenant) => ({
    subject: t('emailTaken.subject', { tenant: tenant.name }),
    preheader: t('emailTaken.preheader'),
    heading: t('emailTaken.heading'),
    paragraphs: [t('emailTaken.text', { tenant: tenant.name })],
    button: { label: t('emailTaken.button'), link: data.link('link') },
    notes: [t('emailTaken.ignore')],
  }),

  oldEmail: (t, data, tenant) => ({
    subject: t('oldEmail.subject'),
    preheader: t('oldEmail.preheader'),
    heading: t('oldEmail.heading'),
    paragraphs: data.has('contact')
      ? [t('oldEmail.contact', { tenant: tenant.name }), t('oldEmail.contactAlarm')]
      : [t('oldEmail.text', { tenant: tenant.name }), t('oldEmail.alarm')],
    button: { label: t('oldEmail.button'), link: data.link('link') },
    notes: [t('emailChanged.late')],
  }),

  emailChanged: (t, data, tenant) => ({
    subject: t('emailChanged.subject', { tenant: tenant.name }),
    preheader: t('oldEmail.preheader'),
    heading: t('emailChanged.heading'),
    paragraphs: [
      t(data.has('contact') ? 'emailChanged.contact' : 'emailChanged.text', {
        tenant: tenant.name,
        email: data.line('maskedEmail', 254),
      }),
      ...(data.has('moved') ? [t('emailChanged.moved')] : []),
      t(data.has('contact') ? 'emailChanged.contactAlarm' : 'emailChanged.alarm'),
    ],
    button: { label: t('oldEmail.button'), link: data.link('link') },
    notes: [t('emailChanged.late')],
  }),
} satisfies { [T in MailTemplate]?: Compose<T> }
