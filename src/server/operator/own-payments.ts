import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { OwnAmong } from '../payout/own-payment.ts'
import { spellHome } from '../reward/judge-reward.ts'
import { openIban, readOneself } from './own-case.ts'
import { listHomes, listMailboxesByIban } from './own-case-store.ts'
import { listHomesAt, listPartnerIbans, listWith } from './own-payments-store.ts'

/**
 * Which of many payments are an operator's own case, as own-case.ts decides of one: their mailbox, or one of their household or with their
 * IBAN, on either side. Reads once who they are.
 */
export function ownAmong(deps: Deps, tenant: string, operatorId: string): OwnAmong {
  let circle: string[] | undefined
  return async (tx, payees) => {
    circle ??= await readCircle(tx, deps, tenant, operatorId)
    const found = await listWith(tx, tenant, circle, {
      rewards: payees.flatMap(({ reward_id: id }) => id ?? []),
      partners: payees.flatMap(({ partner_id: id }) => id ?? []),
    })
    const own = new Set(found)
    return new Set(
      payees.filter(({ reward_id: reward, partner_id: partner }) =>
        own.has(reward ?? partner ?? ''),
      ),
    )
  }
}

/** The mailboxes of an operator, and of everybody with their household or IBAN. */
async function readCircle(
  tx: Tx,
  deps: Deps,
  tenant: string,
  operatorId: string,
): Promise<string[]> {
  const { mailbox, ibans, hashes } = await readOneself(tx, deps, tenant, operatorId)
  const homes = await listHomes(tx, tenant, [mailbox])
  const spelled = new Set(homes.map(spellHome))
  const near = await listHomesAt(
    tx,
    tenant,
    homes.map(({ zip }) => zip),
  )
  const partners =
    ibans.length === 0
      ? []
      : (await listPartnerIbans(tx, tenant)).filter((one) =>
          ibans.includes(openIban(deps.keys, tenant, { kind: 'partner', hash: null, ...one })),
        )
  return [
    mailbox,
    ...(hashes.size === 0 ? [] : await listMailboxesByIban(tx, tenant, [...hashes])),
    ...near.filter((one) => spelled.has(spellHome(one))).map((one) => one.mailbox),
    ...partners.map((one) => one.mailbox),
  ]
}
