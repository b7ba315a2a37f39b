import type { MailTemplate, mailTemplates } from '../../contract/mail-templates.ts'
import type { MailContent } from './mail-content.ts'
import type { MailTexts } from './mail-texts.ts'
import type { MailData } from './read-mail-data.ts'

export type Compose<T extends MailTemplate> = (
  t: MailTexts,
  data: MailData<(typeof mailTemplates)[T][number]>,
  tenant: { name: string },
) => Omit<MailContent, 'greeting'>

/** The key suffix for the contact, who is not thanked for recommending. */
export const sideOf = (data: { line: (key: 'beneficiary') => string }) =>
  data.line('beneficiary') === 'recipient' ? 'Recipient' : ''
