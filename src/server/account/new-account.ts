import { randomBytes } from 'node:crypto'
import type { Locale } from '../../domain/tenant.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { NewAccount } from './store.ts'

/** @param person.email normalised */
export function newAccount(person: {
  email: string
  firstName: string
  lastName?: string | undefined
  language: Locale
}): NewAccount {
  return {
    account_id: uuidv7(),
    email: person.email,
    first_name: person.firstName,
    last_name: person.lastName ?? '',
    language: person.language,
    referrer_hash: randomBytes(16).toString('base64url'),
  }
}
