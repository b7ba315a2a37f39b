import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag } from './fields.ts'
import { shape } from './shape.ts'

const notifications = shape({ steps: ['Schritte', flag] })

export const showNotifications = endpoint({
  name: 'showNotifications',
  method: 'GET',
  path: '/empfehler/benachrichtigungen',
  summary: 'Which mails the user asked for beside those that have to be sent',
  caller: 'referrer',
  answer: notifications,
  errors: ['session-missing'],
})

export const saveNotifications = endpoint({
  name: 'saveNotifications',
  method: 'PUT',
  path: '/empfehler/benachrichtigungen',
  summary: 'Schritte: a mail when a contact accepts and when a contract is concluded',
  caller: 'referrer',
  body: notifications,
  answer: z.strictObject({}),
  errors: ['session-missing'],
})
