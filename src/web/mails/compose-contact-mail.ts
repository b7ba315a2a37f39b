import { contactSubjects } from '../../domain/contact.ts'
import type { Compose } from './compose.ts'

export const contactMails: { [T in 'contactMessage' | 'contactReceived']: Compose<T> } = {
  contactMessage: (t, data, tenant) => {
    const topic = topicOf(data.line('topic'))
    const number = data.line('referralNumber')
    return {
      subject: t('contactMessage.subject', { topic: t(topic), name: data.line('name') }),
      preheader: t('contactMessage.preheader'),
      heading: t('contactMessage.heading', { topic: t(topic) }),
      paragraphs: [t('contactMessage.text', { tenant: tenant.name })],
      facts: [
        { label: t('labelName'), value: data.line('name', 80) },
        { label: t('labelEmail'), value: data.line('email', 254) },
        ...(number ? [{ label: t('labelReferral'), value: number }] : []),
        { label: t('labelLanguage'), value: data.line('language') },
      ].filter(({ value }) => value !== ''),
      todo: data.lines('message'),
      button: { label: t('contactMessage.button'), link: data.link('link') },
      notes: [t('contactMessage.answer')],
      why: t('contactMessage.why'),
    }
  },

  contactReceived: (t, data, tenant) => ({
    subject: t('contactReceived.subject', { tenant: tenant.name }),
    preheader: t('contactReceived.preheader'),
    heading: t('contactReceived.heading'),
    paragraphs: [t('contactReceived.text'), t('contactReceived.meanwhile')],
    picture: 'brand',
    button: { label: t('contactReceived.button'), link: data.link('link') },
    notes: [t('contactReceived.ignore')],
    why: t('contactReceived.why', { tenant: tenant.name }),
  }),
}

const topicOf = (word: string) =>
  `topic.${contactSubjects.find((subject) => subject === word) ?? 'other'}` as const
