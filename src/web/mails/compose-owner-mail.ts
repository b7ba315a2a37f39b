import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'

export const ownerMails = {
  welcome: (t, data, tenant) => {
    const product = data.line('productTitle')
    const words = { product, tenant: tenant.name }
    return {
      subject: t(product ? 'welcome.subjectProduct' : 'welcome.subject', words),
      preheader: t('welcome.preheader'),
      heading: t('welcome.heading'),
      paragraphs: [t(product ? 'welcome.textProduct' : 'welcome.text', words)],
      picture: 'brand',
      steps: product ? mailSteps(t, 'referrer', 'confirmed') : undefined,
      button: { label: t('welcome.button'), link: data.link('link') },
      share: data.has('referralLink')
        ? { text: t('welcome.share'), link: data.link('referralLink') }
        : undefined,
      notes: [
        t('claimReferral.late', { tenant: tenant.name }),
        t(product ? 'welcome.ignoreProduct' : 'welcome.ignore'),
      ],
    }
  },

  finishReferral: (t, data, tenant) => {
    const product = data.line('productTitle')
    return {
      subject: product
        ? t('finishReferral.subject', { product })
        : t('finishReferral.subjectPlain'),
      preheader: t('finishReferral.preheader'),
      heading: t('finishReferral.heading'),
      paragraphs: [product ? t('finishReferral.text', { product }) : t('finishReferral.textPlain')],
      picture: 'brand',
      steps: mailSteps(t, 'referrer', 'confirmed'),
      button: { label: t('finishReferral.button'), link: data.link('link') },
      notes: [t('finishReferral.late', { tenant: tenant.name }), t('finishReferral.ignore')],
    }
  },

  claimReferral: (t, data, tenant) => {
    const product = data.line('productTitle')
    const amount = data.amount('amount')
    const until = data.date('expiresOn')
    const occasion = data.has('again') ? 'again' : amount ? 'released' : 'first'
    const words = { product, amount }
    const days = Number(data.line('contactDays'))
    return {
      subject: t(`claimReferral.${occasion}.subject`, words),
      preheader: t('claimReferral.preheader'),
      heading: t(`claimReferral.${occasion}.heading`),
      paragraphs: [
        t(`claimReferral.${occasion}.text`, words),
        [
          t(data.has('kept') ? 'claimReferral.why' : 'claimReferral.whyNone'),
          ...(until ? [t('claimReferral.until', { until })] : []),
          ...(days > 0 ? [t('claimReferral.contact', { count: days })] : []),
        ].join(' '),
      ],
      amount: amount ? { value: amount } : undefined,
      picture: amount ? undefined : 'brand',
      steps: mailSteps(t, amount ? 'lateChecked' : 'late', 'confirmed'),
      button: { label: t('finishReferral.button'), link: data.link('link') },
      notes: [t('claimReferral.late', { tenant: tenant.name }), t('claimReferral.ignore')],
    }
  },
} satisfies { [T in MailTemplate]?: Compose<T> }
