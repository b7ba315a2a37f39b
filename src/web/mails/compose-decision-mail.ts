import type { MailTemplate } from '../../contract/mail-templates.ts'
import { sideOf, type Compose } from './compose.ts'

export const decisionMails = {
  refused: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('objectUntil')
    const side = sideOf(data)
    return {
      subject: product ? t('refused.subject', { product }) : t('refused.subjectPlain'),
      preheader: t('refused.preheader', { until }),
      heading: t('refused.heading'),
      paragraphs: [
        product ? t(`refused.text${side}`, { product }) : t('refused.textPlain'),
        `${t('refused.reason')}: ${data.line('reason', 420)}`,
        t('refused.object', { until, email: data.line('email', 254) }),
      ],
      button: { label: t('refused.button'), link: data.link('link') },
    }
  },

  appealEntered: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('until')
    return {
      subject: t('appealEntered.subject'),
      preheader: t('appealEntered.preheader', { until }),
      heading: t('appealEntered.heading'),
      paragraphs: [
        product ? t('appealEntered.text', { product }) : t('appealEntered.textPlain'),
        data.line('message', 2_000),
        t('appealEntered.next', { until }),
        t('appealEntered.wrong'),
      ],
      button: { label: t('appealEntered.button'), link: data.link('link') },
    }
  },

  appealDecided: (t, data) => {
    const product = data.line('productTitle')
    const about = product ? t('appealDecided.about', { product }) : t('appealDecided.aboutPlain')
    if (!data.has('reason'))
      return {
        subject: t('appealDecided.accepted.subject'),
        preheader: t('appealDecided.accepted.preheader'),
        heading: t('appealDecided.accepted.heading'),
        paragraphs: [about, t('appealDecided.accepted.text')],
        button: { label: t('appealDecided.accepted.button'), link: data.link('link') },
      }
    return {
      subject: t('appealDecided.rejected.subject'),
      preheader: t('appealDecided.rejected.preheader'),
      heading: t('appealDecided.rejected.heading'),
      paragraphs: [
        about,
        t('appealDecided.rejected.text'),
        `${t('refused.reason')}: ${data.line('reason', 420)}`,
        t('appealDecided.rejected.final'),
      ],
      button: { label: t('appealDecided.rejected.button'), link: data.link('link') },
    }
  },

  voucherKept: (t, data) => {
    const place = data.line('place')
    const values = { brand: data.line('brand'), amount: data.amount('amount') }
    return {
      subject: t('voucherKept.subject', values),
      preheader: t('voucherKept.preheader'),
      heading: t('voucherKept.heading'),
      paragraphs: [
        place
          ? t('voucherKept.textNumbered', { ...values, number: place })
          : t('voucherKept.text', values),
        `${t('refused.reason')}: ${data.line('reason', 420)}`,
        t('voucherKept.ask', { email: data.line('email', 254) }),
      ],
      button: { label: t('voucherKept.button'), link: data.link('link') },
    }
  },

  reviewQuestion: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('until')
    return {
      subject: product
        ? t('reviewQuestion.subject', { product })
        : t('reviewQuestion.subjectPlain'),
      preheader: t('reviewQuestion.preheader', { until }),
      heading: t('reviewQuestion.heading'),
      paragraphs: [
        product ? t('reviewQuestion.text', { product }) : t('reviewQuestion.textPlain'),
        data.line('question', 500),
        t('reviewQuestion.until', { until }),
      ],
      button: { label: t('reviewQuestion.button'), link: data.link('link') },
    }
  },

  claimEntered: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('until')
    const said = [
      data.has('orderNumber') ? t('claimEntered.number', { number: data.line('orderNumber') }) : '',
      data.has('contractOn') ? t('claimEntered.day', { day: data.date('contractOn') }) : '',
      data.has('note') ? data.line('note', 1_000) : '',
    ]
    return {
      subject: t('claimEntered.subject', { product }),
      preheader: t('claimEntered.preheader', { until }),
      heading: t('claimEntered.heading'),
      paragraphs: [
        t('claimEntered.text', { product }),
        ...said.filter(Boolean),
        t('claimEntered.next', { until }),
      ],
      button: { label: t('claimEntered.button'), link: data.link('link') },
    }
  },

  claimDecided: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('objectUntil')
    if (!data.has('reason'))
      return {
        subject: t('claimDecided.found.subject', { product }),
        preheader: t('claimDecided.found.preheader'),
        heading: t('claimDecided.found.heading'),
        paragraphs: [t('claimDecided.found.text', { product }), t('claimDecided.found.next')],
        picture: 'brand',
        button: { label: t('claimDecided.found.button'), link: data.link('link') },
      }
    return {
      subject: t('claimDecided.refused.subject', { product }),
      preheader: t('claimDecided.refused.preheader', { until }),
      heading: t('claimDecided.refused.heading'),
      paragraphs: [
        t('claimDecided.refused.text', { product }),
        `${t('refused.reason')}: ${data.line('reason', 420)}`,
        t('refused.object', { until, email: data.line('email', 254) }),
      ],
      button: { label: t('refused.button'), link: data.link('link') },
    }
  },
} satisfies { [T in MailTemplate]?: Compose<T> }
