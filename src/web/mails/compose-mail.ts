import type { OurReason } from '../../domain/bank-reasons.ts'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { MailToRender } from '../../contract/page-context.ts'
import type { MailContent } from './mail-content.ts'
import type { MailTexts } from './mail-texts.ts'
import { mailSteps } from './mail-steps.ts'
import { agencyMails } from './compose-agency-mail.ts'
import { emailChangeMails } from './compose-email-change.ts'
import { salesPartnerMails } from './compose-sales-partner-mail.ts'
import { ownerMails } from './compose-owner-mail.ts'
import { operatorMails } from './compose-operator-mail.ts'
import { clawbackMails } from './compose-clawback-mail.ts'
import { decisionMails } from './compose-decision-mail.ts'
import { contactMails } from './compose-contact-mail.ts'
import { recipientMails } from './compose-recipient-mail.ts'
import { composeVoucher, composeVoucherReminder } from './compose-voucher-mail.ts'
import { stepMails } from './compose-step-mail.ts'
import { sideOf, type Compose } from './compose.ts'
import { readMailData } from './read-mail-data.ts'

/** `isMore`: the account is right, and something is missing beside it. */
const ownReasons: Record<OurReason, { text: `text${OwnText}`; isMore?: true }> = {
  'iban-invalid': { text: 'textIban' },
  'iban-missing': { text: 'textMissing' },
  'bic-missing': { text: 'textBic', isMore: true },
  'holder-letters': { text: 'textLetters', isMore: true },
  'not-sent': { text: 'textUnsent' },
  'cancelled-at-bank': { text: 'textUnsent' },
}
type OwnText = 'Iban' | 'Missing' | 'Bic' | 'Letters' | 'Unsent'

/** Why the password was removed, if it was (mail-access.ts). */
const lostPassword = (data: { has: (key: 'objected' | 'moved') => boolean }) =>
  (['objected', 'moved'] as const).find((why) => data.has(why))

const templates: { [T in MailTemplate]: Compose<T> } = {
  ...ownerMails,

  setPassword: (t, data, tenant) => ({
    subject: t('setPassword.subject'),
    preheader: t('setPassword.preheader'),
    heading: t('setPassword.heading'),
    paragraphs: [t(`setPassword.${lostPassword(data) ?? 'text'}`, { tenant: tenant.name })],
    button: { label: t('setPassword.button'), link: data.link('link') },
    notes: [t(lostPassword(data) ? 'setPassword.later' : 'setPassword.ignore')],
  }),

  passwordChanged: (t, data, tenant) => ({
    subject: t(data.has('first') ? 'passwordFirst.subject' : 'passwordChanged.subject'),
    preheader: t('passwordChanged.preheader'),
    heading: t(data.has('first') ? 'passwordFirst.subject' : 'passwordChanged.heading'),
    paragraphs: [
      t(data.has('first') ? 'passwordFirst.text' : 'passwordChanged.text', { tenant: tenant.name }),
      t('passwordChanged.alarm'),
    ],
    button: { label: t('passwordChanged.button'), link: data.link('link') },
  }),

  passwordGuessed: (t, data, tenant) => ({
    subject: t('passwordGuessed.subject'),
    preheader: t('passwordGuessed.preheader'),
    heading: t('passwordGuessed.heading'),
    paragraphs: [t('passwordGuessed.text', { tenant: tenant.name }), t('passwordGuessed.advice')],
    button: { label: t('setPassword.button'), link: data.link('link') },
  }),

  passkeyChanged: (t, data, tenant) => {
    const what = data.has('added') ? 'added' : data.has('passkey') ? 'removed' : 'support'
    return {
      subject: t(`passkeyChanged.${what}`),
      preheader: t('passkeyChanged.preheader'),
      heading: t(`passkeyChanged.${what}`),
      paragraphs: [
        t(`passkeyChanged.${what}Text`, { tenant: tenant.name, name: data.line('passkey') }),
        t('passkeyChanged.alarm'),
      ],
      button: { label: t('passkeyChanged.button'), link: data.link('link') },
    }
  },
  addressCode: (t, data, tenant) => ({
    subject: t('addressCode.subject', { code: data.line('code', 6), tenant: tenant.name }),
    preheader: t('addressCode.preheader'),
    heading: t('addressCode.heading'),
    paragraphs: [t('addressCode.text', { tenant: tenant.name })],
    codes: [{ code: data.line('code', 6), worth: null }],
    button: { label: t('addressCode.button'), link: data.link('link') },
    notes: [t('addressCode.ignore')],
  }),

  ...emailChangeMails,

  ...recipientMails,
  ...operatorMails,
  ...clawbackMails,
  ...decisionMails,

  rewardReady: (t, data) => {
    const product = data.line('productTitle')
    const until = data.date('expiresOn')
    const amount = data.amount('amount')
    return {
      subject: t('rewardReady.subject', { amount }),
      preheader: until ? t('rewardReady.preheader', { until }) : t('rewardReady.preheaderOpen'),
      heading: t('rewardReady.heading'),
      paragraphs: [
        product
          ? t(`rewardReady.text${sideOf(data)}`, { product })
          : t(`rewardReady.textPlain${sideOf(data)}`),
      ],
      amount: { value: amount },
      facts: until ? [{ label: t('labelUntil'), value: until }] : undefined,
      todo: [t('rewardReady.todo')],
      steps: mailSteps(t, product ? 'reward' : 'goodwill', 'collected'),
      button: { label: t('rewardReady.button'), link: data.link('link') },
      notes: [t('rewardReady.private')],
    }
  },

  rewardReminder: (t, data) => {
    const amount = data.amount('amount')
    const until = data.date('expiresOn')
    const product = data.line('productTitle')
    return {
      subject: t('rewardReminder.subject', { amount, until }),
      preheader: t('rewardReminder.preheader'),
      heading: t('rewardReminder.heading'),
      paragraphs: [
        product
          ? t(`rewardReminder.text${sideOf(data)}`, { product })
          : t('rewardReminder.textPlain'),
      ],
      amount: { value: amount },
      facts: [{ label: t('labelUntil'), value: until }],
      todo: [t('rewardReminder.after')],
      steps: mailSteps(t, product ? 'reward' : 'goodwill', 'collected'),
      button: { label: t('rewardReady.button'), link: data.link('link') },
      notes: [t('rewardReady.private')],
    }
  },

  referralReminder: (t, data) => {
    const values = { product: data.line('productTitle'), until: data.date('expiresOn') }
    return {
      subject: t('referralReminder.subject', values),
      preheader: t('referralReminder.preheader'),
      heading: t('referralReminder.heading'),
      paragraphs: [t('referralReminder.text', values), t('referralReminder.after')],
      facts: [{ label: t('labelValidUntil'), value: values.until }],
      picture: 'brand',
      steps: mailSteps(t, 'own', 'accepted'),
      button: { label: t('referralReminder.button'), link: data.link('link') },
      notes: [t('referralReminder.once')],
    }
  },

  bankDataNeeded: (t, data) => {
    const amount = data.amount('amount')
    const reason = data.line('reason', 200)
    const until = data.date('expiresOn')
    const own = data.has('own') ? ownReasons[data.line('own') as OurReason] : undefined
    const text = data.has('noMatch') ? 'textNoMatch' : (own?.text ?? 'text')
    return {
      subject: t('bankDataNeeded.subject', { amount }),
      preheader: t(`bankDataNeeded.${own?.isMore ? 'preheaderMore' : 'preheader'}`),
      heading: t('bankDataNeeded.heading'),
      paragraphs: [t(`bankDataNeeded.${text}`)],
      amount: { value: amount },
      facts: [
        ...(reason && !data.has('noMatch') && !own
          ? [{ label: t('labelReason'), value: reason }]
          : []),
        ...(until ? [{ label: t('labelUntil'), value: until }] : []),
      ],
      steps: mailSteps(t, 'again', 'account'),
      button: { label: t('bankDataNeeded.button'), link: data.link('link') },
      notes: [t('rewardReady.private')],
    }
  },

  // The name itself is on the page alone: mails are also read by others.
  holderQuestion: (t, data) => {
    const amount = data.amount('amount')
    return {
      subject: t('holderQuestion.subject', { amount }),
      preheader: t('holderQuestion.preheader'),
      heading: t('holderQuestion.heading'),
      paragraphs: [t('holderQuestion.text'), t('holderQuestion.other')],
      amount: { value: amount },
      steps: mailSteps(t, 'named', 'named'),
      button: { label: t('holderQuestion.button'), link: data.link('link') },
      notes: [t('rewardReady.private')],
    }
  },

  rewardCollected: (t, data) => {
    const account = data.line('maskedIban')
    const due = data.date('expectedOn')
    const cash = account !== '' // no account: a voucher
    const held = data.has('held')
    const named = data.has('named') ? 'Named' : ''
    const again = data.has('again') ? 'rewardCollected.textAgain' : 'rewardCollected.text'
    const first = held ? 'rewardCollected.textHeld' : again
    const confirmed = held ? 'rewardCollected.textNamedHeld' : 'rewardCollected.textNamed'
    const text = named ? confirmed : first
    const way = data.has('again') ? 'again' : 'goodwill'
    return {
      subject: held
        ? t(`rewardCollected.subject${named}Held`)
        : t(`rewardCollected.subject${named}`, { amount: data.amount('amount') }),
      preheader:
        cash && due
          ? t('rewardCollected.preheader', { due })
          : t(cash ? text : 'rewardCollected.preheaderVoucher'),
      heading: t(held ? 'rewardCollected.headingHeld' : `rewardCollected.heading${named}`),
      paragraphs: [t(cash ? text : 'rewardCollected.textVoucher')],
      amount: { value: data.amount('amount') },
      facts: [
        ...(cash ? [{ label: t('labelAccount'), value: account }] : []),
        ...(due ? [{ label: t('labelDue'), value: due }] : []),
      ],
      steps: cash
        ? mailSteps(t, named ? 'named' : way, 'paid')
        : mailSteps(t, 'goodwillVoucher', 'redeemed'),
      button: { label: t('rewardCollected.button'), link: data.link('link') },
      notes: cash ? [t('rewardCollected.wrong')] : undefined,
    }
  },

  payoutDone: (t, data) => {
    const side = sideOf(data)
    const [account, agency] = [data.line('maskedIban'), data.line('inNameOf')]
    return {
      subject: t('payoutDone.subject', { amount: data.amount('amount') }),
      preheader: t(`payoutDone.preheader${side}`),
      heading: t('payoutDone.heading'),
      paragraphs: [
        t(`payoutDone.text${side}`),
        ...(agency ? [t('payoutDone.inNameOf', { agency })] : []),
      ],
      amount: { value: data.amount('amount') },
      facts: account ? [{ label: t('labelAccount'), value: account }] : undefined,
      todo: [t('payoutDone.when')],
      steps: mailSteps(t, 'goodwill', null),
      button: { label: t('payoutDone.button'), link: data.link('link') },
    }
  },

  bankDataSaved: (t, data, tenant) => ({
    subject: t('bankDataSaved.subject'),
    preheader: t('bankDataChanged.preheader'),
    heading: t('bankDataSaved.heading'),
    paragraphs: [t('bankDataSaved.text')],
    facts: [{ label: t('labelAccount'), value: data.line('maskedIban') }],
    todo: [t('bankDataChanged.alarm', { tenant: tenant.name })],
    button: { label: t('bankDataChanged.button'), link: data.link('link') },
  }),

  bankDataChanged: (t, data, tenant) => {
    const account = data.line('maskedIban')
    return {
      subject: t('bankDataChanged.subject'),
      preheader: t('bankDataChanged.preheader'),
      heading: t('bankDataChanged.heading'),
      paragraphs: [t(account ? 'bankDataChanged.text' : 'bankDataChanged.textDeleted')],
      facts: account ? [{ label: t('labelAccount'), value: account }] : undefined,
      todo: [t('bankDataChanged.alarm', { tenant: tenant.name })],
      button: { label: t('bankDataChanged.button'), link: data.link('link') },
    }
  },

  orderCancelled: (t, data) => {
    const product = data.line('productTitle')
    const side = sideOf(data)
    return {
      subject: product
        ? t('orderCancelled.subject', { product })
        : t(`orderCancelled.subjectPlain${side}`),
      preheader: t(`orderCancelled.preheader${side}`),
      heading: t('orderCancelled.heading'),
      paragraphs: [
        product
          ? t(`orderCancelled.text${side}`, { product })
          : t(`orderCancelled.textPlain${side}`),
        t(`orderCancelled.others${side}`),
      ],
      button: { label: t(`orderCancelled.button${side}`), link: data.link('link') },
    }
  },

  newsletterOptin: (t, data, tenant) => ({
    subject: t('newsletterOptin.subject', { tenant: tenant.name }),
    preheader: t('newsletterOptin.preheader'),
    heading: t('newsletterOptin.heading'),
    paragraphs: [t('newsletterOptin.text', { tenant: tenant.name })],
    picture: 'brand',
    steps: mailSteps(t, 'newsletter', 'confirmedAddress'),
    button: { label: t('newsletterOptin.button'), link: data.link('link') },
    notes: [t('newsletterOptin.ignore')],
  }),

  newsletterConfirmed: (t, data, tenant) => ({
    subject: t('newsletterConfirmed.subject', { tenant: tenant.name }),
    preheader: t('newsletterConfirmed.preheader'),
    heading: t('newsletterConfirmed.heading'),
    paragraphs: [t('newsletterConfirmed.text', { tenant: tenant.name })],
    picture: 'brand',
    steps: mailSteps(t, 'newsletter', null),
    button: { label: t('newsletterConfirmed.button'), link: data.link('link') },
    share: {
      text: t('newsletterConfirmed.leave'),
      link: data.link('unsubscribe'),
      label: t('newsletterConfirmed.leaveLink'),
    },
  }),

  accountDeleted: (t, data, tenant) => {
    const amount = data.amount('amount')
    return {
      subject: t('accountDeleted.subject', { tenant: tenant.name }),
      preheader: t('accountDeleted.preheader'),
      heading: t('accountDeleted.heading'),
      paragraphs: [t('accountDeleted.text', { tenant: tenant.name }), t('accountDeleted.kept')],
      amount: amount ? { value: amount, label: t('accountDeleted.amount') } : undefined,
      button: { label: t('accountDeleted.button'), link: data.link('link') },
      notes: [t('accountDeleted.alarm'), t('accountDeleted.last')],
    }
  },

  ...agencyMails,
  ...salesPartnerMails,
  ...stepMails,
  voucher: composeVoucher,
  voucherReminder: composeVoucherReminder,

  ...contactMails,
}

/** A mail's content in its language and form of address. */
export function composeMail(mail: MailToRender, t: MailTexts): MailContent {
  const data = readMailData(mail.data, mail.tenant.origin, mail.locale)
  const compose = templates[mail.template] as Compose<MailTemplate>
  const [first, last] = [data.line('firstName', 60), data.line('lastName', 60)]
  return {
    ...compose(t, data, mail.tenant),
    greeting: last
      ? t('greetingFull', { name: `${first} ${last}` })
      : first
        ? t('greeting', { name: first })
        : t('greetingNobody'),
  }
}
