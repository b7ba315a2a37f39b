import type { Localised } from '../../domain/tenant.ts'
import { titleInMail } from '../../domain/title-in-mail.ts'
import { accessMail } from '../account/mail-access.ts'
import { sendLinks, type LinkMail } from '../account/send-links.ts'
import type { KeptAccount } from '../account/ensure-store.ts'
import { drawToken } from '../base/token-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { MailData } from '../mail/store.ts'

export const claimDays = 7

type Made = {
  referralNumber: string
  product: { title: Localised; in_sentence: Localised | null }
  referralLink: string
  contract?: MailData | null
}

export const mailCreator = (
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'clock'>,
  tenant: string,
  account: KeptAccount,
  made: Made,
): Promise<void> => sendLinks(tx, deps.keys, tenant, [creatorsMail(deps, account, made)])

/**
 * The mail to the address of a new referral: a welcome link if unconfirmed, else a claim link. Both prove the mailbox; the referral's
 * link works without. `contract`: the mail's text about an arrived contract (ask-to-claim.ts).
 */
export function creatorsMail(
  deps: Pick<Deps, 'keys' | 'clock'>,
  account: KeptAccount,
  made: Made,
): LinkMail {
  const { title, in_sentence: inSentence } = made.product
  const productTitle = titleInMail(title, inSentence, account.language)
  if (!account.confirmed_at) {
    const { referralNumber, referralLink, contract = null } = made
    return accessMail(deps, account, {
      occasion: { referralNumber, productTitle, referralLink, contract },
    })
  }
  const now = deps.clock.now()
  const drawn = drawToken(deps.keys, {
    kind: 'own-referral',
    subject: account.account_id,
    now,
    expiresAt: now.add({ hours: claimDays * 24 }),
    uses: 1,
    details: { referral: made.referralNumber },
  })
  const { id } = drawn
  return {
    drawn,
    mail: {
      template: made.contract ? 'claimReferral' : 'finishReferral',
      to: account.email,
      locale: account.language,
      data: {
        firstName: account.first_name,
        link: { link: { page: 'Confirmation', token: { id, as: 't' } } },
        productTitle,
        ...made.contract,
      },
      dedupeKey: `own-referral|${id}`,
      now,
    },
  }
}
