import type { MailTemplate } from '../../contract/mail-templates.ts'
import { sideOf, type Compose } from './compose.ts'

export const clawbackMails = {
  rewardClaimedBack: (t, data) => {
    const product = data.line('productTitle')
    const side = sideOf(data)
    return {
      subject: product
        ? t('orderCancelled.subject', { product })
        : t(`orderCancelled.subjectPlain${side}`),
      preheader: t('rewardClaimedBack.preheader'),
      heading: t('rewardClaimedBack.heading'),
      paragraphs: [
        product
          ? t(`rewardClaimedBack.text${side}`, { product })
          : t(`rewardClaimedBack.textPlain${side}`),
        t('rewardClaimedBack.next'),
      ],
      amount: { value: data.amount('amount') },
      todo: [t('orderCancelled.othersRecipient')],
      button: { label: t(`orderCancelled.button${side}`), link: data.link('link') },
    }
  },

  clawbackReminder: (t, data) => {
    const product = data.line('productTitle')
    const note = data.line('note', 300)
    const from = data.date('setOffFrom')
    const reference = data.line('reference') // none in mails before it was named
    return {
      subject: t('clawbackReminder.subject'),
      preheader: t('clawbackReminder.preheader'),
      heading: t('clawbackReminder.subject'),
      paragraphs: [
        product ? t('clawbackReminder.text', { product }) : t('clawbackReminder.textPlain'),
        ...(note ? [note] : []),
        t('clawbackReminder.next', { email: data.line('email') }),
        ...(reference ? [t('clawbackReminder.reference', { reference })] : []),
        from ? t('clawbackReminder.setOffFrom', { day: from }) : t('clawbackReminder.setOff'),
      ],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },

  clawbackWaived: (t, data) => {
    const product = data.line('productTitle')
    return {
      subject: t('claimSettled.subject'),
      preheader: t('clawbackWaived.preheader'),
      heading: t('claimSettled.subject'),
      paragraphs: [product ? t('clawbackWaived.text', { product }) : t('clawbackWaived.textPlain')],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },

  rewardSetOff: (t, data) => {
    const [rest, left] = [data.line('rest'), data.line('left')]
    return {
      subject: t('rewardSetOff.subject'),
      preheader: t('rewardSetOff.preheader'),
      heading: t('rewardSetOff.subject'),
      paragraphs: [
        t('rewardSetOff.text'),
        rest ? t('rewardSetOff.rest', { rest }) : t('rewardSetOff.whole'),
        left ? t('rewardSetOff.left', { left }) : t('rewardSetOff.done'),
        t('rewardSetOff.object', { email: data.line('email') }),
      ],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },

  repaymentBooked: (t, data) => {
    const left = data.line('left')
    return {
      subject: t('repaymentBooked.subject'),
      preheader: t('repaymentBooked.preheader'),
      heading: t('repaymentBooked.subject'),
      paragraphs: [
        t('repaymentBooked.text'),
        left ? t('rewardSetOff.left', { left }) : t('rewardSetOff.done'),
      ],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },

  repaymentUndone: (t, data) => {
    const left = data.line('left')
    return {
      subject: t('repaymentUndone.subject'),
      preheader: t('repaymentUndone.preheader'),
      heading: t('repaymentUndone.subject'),
      paragraphs: [
        t('repaymentUndone.text'),
        left ? t('rewardSetOff.left', { left }) : t('rewardSetOff.done'),
        t('rewardSetOff.object', { email: data.line('email') }),
      ],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },

  claimSettled: (t, data) => {
    const product = data.line('productTitle')
    return {
      subject: t('claimSettled.subject'),
      preheader: t('claimSettled.preheader'),
      heading: t('claimSettled.subject'),
      paragraphs: [product ? t('claimSettled.text', { product }) : t('claimSettled.textPlain')],
      amount: { value: data.amount('amount') },
      button: { label: t('claimSettled.button'), link: data.link('link') },
    }
  },
} satisfies { [T in MailTemplate]?: Compose<T> }
