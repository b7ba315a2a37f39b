import type { Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'

/** Mails to a contact who filled in the form. */
export const recipientMails: {
  [T in 'confirmRecipient' | 'acceptedBefore' | 'rewardCapped']: Compose<T>
} = {
  confirmRecipient: (t, data) => {
    const amount = data.amount('amount')
    // A referrer with a deleted account has no name here.
    const referrer = data.line('referrerFirstName') || t('confirmRecipient.somebody')
    const values = { referrer, product: data.line('productTitle') }
    return {
      subject: t('confirmRecipient.subject', values),
      preheader: amount
        ? t('confirmRecipient.preheaderAmount', { amount })
        : t('confirmRecipient.preheader'),
      heading: t('confirmRecipient.heading'),
      paragraphs: [
        t('confirmRecipient.text', values),
        ...(data.has('limit')
          ? [t('confirmRecipient.capped', { limit: data.amount('limit') })]
          : []),
      ],
      amount: amount ? { value: amount, label: t('confirmRecipient.amount') } : undefined,
      picture: amount ? undefined : 'brand',
      steps: mailSteps(t, amount ? 'contact' : 'contactWithout', 'confirmedData'),
      button: { label: t('confirmRecipient.button'), link: data.link('link') },
      // Mails queued before that page existed have none.
      share: data.has('area')
        ? {
            text: t('confirmRecipient.area'),
            link: data.link('area'),
            label: t('confirmRecipient.areaLink'),
          }
        : undefined,
      notes: [t('confirmRecipient.ignore')],
    }
  },

  rewardCapped: (t, data) => {
    const amount = data.amount('amount')
    const product = data.line('productTitle')
    return {
      subject: t('rewardCapped.subject', { product }),
      preheader: t('rewardCapped.preheader'),
      heading: amount ? t('rewardCapped.headingSome', { amount }) : t('rewardCapped.heading'),
      paragraphs: [
        t('rewardCapped.text', { product }),
        t('rewardCapped.why', { limit: data.amount('limit') }),
      ],
      button: { label: t('rewardCapped.button'), link: data.link('link') },
    }
  },

  acceptedBefore: (t, data) => {
    const values = {
      referrer: data.line('referrerFirstName') || t('confirmRecipient.somebody'),
      product: data.line('productTitle'),
    }
    return {
      subject: t('acceptedBefore.subject', values),
      preheader: t('acceptedBefore.preheader'),
      heading: t('acceptedBefore.heading'),
      paragraphs: [
        t(data.has('corrected') ? 'acceptedBefore.corrected' : 'acceptedBefore.text', values),
      ],
      picture: 'brand',
      button: { label: t('acceptedBefore.button'), link: data.link('link') },
      notes: data.has('corrected') ? [] : [t('acceptedBefore.ignore')],
    }
  },
}
