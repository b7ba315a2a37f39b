import { drawToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { MailData } from '../mail/store.ts'
import { sendLinks, type LinkMail } from './send-links.ts'
import type { PendingInviter } from './inviter-store.ts'
import type { Account } from './store.ts'

export const welcomeDays = 7
export const resetHours = 24

/** What a welcome mail says about the referral that caused it. */
export type Occasion = {
  referralNumber: string
  productTitle: string
  referralLink: string
  contract?: MailData | null // its text about a waiting contract
}
/**
 * `without`: why the password was deleted: the owner reported an intruder, or another address was confirmed outside the owner's
 * session.
 */
type Reason = {
  occasion?: Occasion | null
  invited?: PendingInviter | null
  reward?: string | undefined
  without?: 'objected' | 'moved'
}

/**
 * Mails the password link: 7 days to complete a registration, else 24 hours to set a new one. The token may name the referral to
 * claim and the inviter. All in one round trip.
 */
export const mailAccess = (
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  account: Mailed,
  reason: Reason = {},
): Promise<void> => sendLinks(tx, deps.keys, tenant, [accessMail(deps, account, reason)])

type Mailed = Pick<Account, 'account_id' | 'email' | 'first_name' | 'language' | 'confirmed_at'>

export function accessMail(
  deps: Pick<Deps, 'keys' | 'clock'>,
  account: Mailed,
  { occasion = null, invited = null, reward, without }: Reason,
): LinkMail {
  const now = deps.clock.now()
  const registration = account.confirmed_at === null
  const drawn = drawToken(deps.keys, {
    kind: 'set-password',
    subject: account.account_id,
    now,
    expiresAt: now.add({ hours: registration ? welcomeDays * 24 : resetHours }),
    uses: 1,
    details: {
      ...(registration ? { welcome: true } : {}),
      ...(occasion ? { referral: occasion.referralNumber } : {}),
      ...(invited && registration ? { invited } : {}),
    },
  })
  const { id } = drawn
  const link = {
    link: {
      page: registration ? 'Registration' : 'SetPassword',
      token: { id, as: 't' },
      ...(reward && !registration ? { query: { reward } } : {}),
    },
  } as const
  const { template, data } = wordsOf(registration, occasion, without)
  const mail = {
    template,
    to: account.email,
    locale: account.language,
    data: { firstName: account.first_name, link, ...data },
    dedupeKey: `set-password|${id}`,
    now,
  }
  return { drawn, mail }
}

function wordsOf(
  registration: boolean,
  occasion: Occasion | null,
  without: Reason['without'],
): { template: MailTemplate; data: MailData } {
  if (!registration) return { template: 'setPassword', data: without ? { [without]: 1 } : {} }
  const productTitle = occasion?.productTitle ?? null
  if (occasion?.contract)
    return { template: 'claimReferral', data: { productTitle, ...occasion.contract } }
  return {
    template: 'welcome',
    data: { productTitle, referralLink: occasion?.referralLink ?? null },
  }
}
