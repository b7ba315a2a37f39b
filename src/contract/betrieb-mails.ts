import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, date, emailText, flag, instant, locale } from './fields.ts'
import { listFile } from './list-file.ts'
import { anyOf, listAnswer, listRequest } from './report-list.ts'
import { shape } from './shape.ts'

// The mails of a tenant in the console: whether they went out, and what they say.

export const mailStates = ['wartet', 'gesendet', 'gescheitert'] as const

const mailFields = {
  id: ['MailId', z.string()],
  at: ['Zeit', instant], // queued
  sentAt: ['Gesendet', instant.nullable()],
  template: ['Vorlage', z.string()],
  state: ['Stand', z.enum(mailStates)],
  address: ['Email', z.string().nullable()], // masked; null: deleted
} as const

const filter = {
  state: ['Stand', anyOf(z.enum(mailStates)).optional()],
  template: ['Vorlage', anyOf(z.string().trim().max(80)).optional()],
  from: ['Von', date.optional()],
  to: ['Bis', date.optional()],
} as const
const sorts = ['Zeit'] as const

const known = ['session-missing', 'not-authorised'] as const

export const listMails = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'operations'],
  name: 'listMails',
  method: 'PUT',
  path: '/betrieb/mails',
  summary:
    'The mails of a tenant, the newest first, with masked addresses. A filter’s total ends at 10,000',
  body: listRequest(
    sorts,
    shape({ ...filter, email: ['Email', emailText.optional()] }), // the whole address
  ),
  answer: listAnswer(shape(mailFields)),
  errors: [...known],
})

export const showMailsFile = listFile(listMails, {
  name: 'showMailsFile',
  summary: 'The mails of a tenant, the newest first, with masked addresses,',
  sorts,
  filter,
})

export const showMail = endpoint({
  caller: 'operator',
  console: 'any',
  needs: ['read', 'people'],
  name: 'showMail',
  method: 'GET',
  path: '/betrieb/mails/:mail',
  summary:
    'One mail as text, without what lets anybody in: links lose their tokens, voucher codes are hidden. That it was looked at is in the log',
  params: shape({ mail: ['mail', z.string().max(40)] }),
  answer: shape({
    ...mailFields,
    language: ['Sprache', locale],
    attempts: ['Versuche', count.nullable()], // of a dead one
    error: ['Fehler', z.string().nullable()], // what the mail server said last
    isBlank: ['Geleert', flag], // address and content are deleted 30 days after sending
    subject: ['Betreff', z.string().nullable()],
    text: ['Text', z.string().nullable()],
  }),
  errors: [...known, 'not-found'],
})
