import { newsletterState } from '../../domain/newsletter.ts'
import type { Account } from '../account/store.ts'

/** An account's newsletter state, from two fields (spec section 3). */
export const stateOf = (
  account: Pick<Account, 'newsletter_opted_in_at' | 'newsletter_mail_sent_at'>,
) =>
  newsletterState({
    optedIn: account.newsletter_opted_in_at !== null,
    mailSent: account.newsletter_mail_sent_at !== null,
  })
