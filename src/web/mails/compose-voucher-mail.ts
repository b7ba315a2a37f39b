import { sideOf, type Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'

/** Voucher codes, and what is needed to redeem them. */
export const composeVoucher: Compose<'voucher'> = (t, data) => {
  const worths = data.lines('worths')
  const codes = data.lines('codes').map((code, index) => ({ code, worth: worths[index] ?? null }))
  const values = { brand: data.line('brand'), amount: data.amount('amount'), count: codes.length }
  const shop = data.has('shop')
  const section = (name: 'redeem' | 'validity' | 'terms') =>
    data.has(name) ? [{ title: t(`voucher.${name}`, values), text: data.line(name, 600) }] : []
  return {
    subject: t('voucher.subject', values),
    preheader: t('voucher.preheader', values),
    heading: t('voucher.heading', values),
    paragraphs: [
      data.has('replaced')
        ? t('voucher.replaced', values)
        : t(`voucher.text${sideOf(data)}`, values),
    ],
    picture: { path: data.line('picture', 200), alt: t('voucher.picture', values) },
    codes,
    sections: [...section('redeem'), ...section('validity'), ...section('terms')],
    todo: [t('voucher.keep', values)],
    steps: mailSteps((key) => t(key, values), 'goodwillVoucher', 'redeemed'),
    button: shop
      ? { label: t('voucher.shop'), link: data.link('shop') }
      : { label: t('voucher.button'), link: data.link('link') },
    share: shop
      ? { text: t('voucher.area'), link: data.link('link'), label: t('voucher.button') }
      : undefined,
  }
}

/** Codes that were not shown on their owner's page; the mail has none of them. */
export const composeVoucherReminder: Compose<'voucherReminder'> = (t, data) => {
  const values = {
    brand: data.line('brand'),
    amount: data.amount('amount'),
    count: Number(data.line('count')),
  }
  const until = data.date('expiresOn')
  return {
    subject: t('voucherReminder.subject', values),
    preheader: t('voucherReminder.preheader', values),
    heading: t('voucherReminder.heading', values),
    paragraphs: [t('voucherReminder.text', values), t('voucherReminder.used')],
    amount: { value: values.amount },
    facts: until ? [{ label: t('labelUntil'), value: until }] : undefined,
    steps: mailSteps((key) => t(key, values), 'goodwillVoucher', 'redeemed'),
    button: { label: t('voucherReminder.button', values), link: data.link('link') },
    notes: [t('rewardReady.private'), t('voucherReminder.once')],
  }
}
