import { renderToStaticMarkup } from 'react-dom/server'
import type { MailToRender } from '../../contract/page-context.ts'
import { composeMail } from './compose-mail.ts'
import { MailLayout } from './mail-layout.tsx'
import { mailTexts } from './mail-texts.ts'
import { writePlainText } from './write-plain-text.ts'

// The doctype that mail clients know best; React Email's renderer writes the same but brings a formatter along.
const doctype =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

// React preloads pictures; those of a mail are embedded.
const preloads = /<link rel="preload"[^>]*>/g

/** See WebBundle in contract/page-context.ts. */
export async function renderMail(
  mail: MailToRender,
): Promise<{ subject: string; html: string; text: string }> {
  const t = mailTexts(mail.locale, mail.tenant.address, mail.texts)
  const content = composeMail(mail, t)
  const markup = renderToStaticMarkup(
    <MailLayout content={content} tenant={mail.tenant} locale={mail.locale} t={t} />,
  )
  return {
    subject: content.subject,
    html: doctype + markup.replace(preloads, ''),
    text: writePlainText(content, mail.tenant, t),
  }
}
