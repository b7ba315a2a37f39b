import type { Compose } from './compose.ts'
import { mailSteps } from './mail-steps.ts'
import type { MailTexts } from './mail-texts.ts'

export const stepMails: { [T in 'contactAccepted' | 'contractConcluded']: Compose<T> } = {
  contactAccepted: (t, data) => stepMail(t, data, 'contactAccepted'),
  contractConcluded: (t, data) => stepMail(t, data, 'contractConcluded'),
}

/** News that a referrer opted in to; each mail has a link to opt out. */
function stepMail(
  t: MailTexts,
  data: Parameters<Compose<'contactAccepted'>>[1],
  name: 'contactAccepted' | 'contractConcluded',
): ReturnType<Compose<'contactAccepted'>> {
  const product = data.line('productTitle')
  return {
    subject: t(`${name}.subject`, { product }),
    preheader: t(`${name}.preheader`),
    heading: t(`${name}.heading`),
    paragraphs: [t(`${name}.text`, { product })],
    picture: 'brand',
    steps: mailSteps(t, 'own', name === 'contactAccepted' ? 'contract' : 'checked'),
    button: { label: t('stepMail.button'), link: data.link('link') },
    share: { text: t('stepMail.off'), link: data.link('settings'), label: t('stepMail.offLink') },
  }
}
