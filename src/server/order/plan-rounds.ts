import { orderKey } from '../../domain/claim.ts'
import { mailboxOf, normaliseEmail } from '../../domain/email.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { listNamed, listUnclaimed } from './plan-rounds-store.ts'
import { spell } from './match-recipient.ts'
import type { FeedOrder } from './record-order.ts'
import { listAcceptors, onlyOnes } from './recipient-store.ts'
import { listOrdersByExternal } from './store.ts'

export type Planned = { round: number; isAlone: boolean; people: string[]; referrals: string[] }

/**
 * Which lines are imported in one step: in a round no two are about the same order, person, recommendation or account to be claimed; of those that
 * are, the later one has a later round. A line that names a recommendation alone may be about any of its acceptors, as an earlier line may confirm
 * one. What cancels an order we know changes more than its own rows, so it comes alone. With each, whom and what it may be about.
 */
export async function planRounds(
  tx: Tx,
  tenant: string,
  lines: readonly FeedOrder[],
): Promise<Planned[]> {
  if (lines.length === 1) return [{ round: 0, isAlone: false, people: [], referrals: [] }]
  const of = lines.map((line) => ({
    line,
    number: spell(line.recipientNumber),
    referral: spell(line.referralNumber),
    email: line.email ? normaliseEmail(line.email) : undefined,
  }))
  const [known, named, acceptors] = await together([
    () =>
      listOrdersByExternal(
        tx,
        tenant,
        lines.map(({ externalNumber }) => externalNumber),
      ),
    () =>
      listNamed(tx, tenant, {
        numbers: of.flatMap(({ number }) => number ?? []),
        emails: of.flatMap(({ email }) => email ?? []),
      }),
    () =>
      listAcceptors(
        tx,
        tenant,
        of.flatMap(({ number, email, referral }) => (number || email ? [] : (referral ?? []))),
      ),
  ])
  const only = onlyOnes(acceptors)
  const keys = of.map(({ line, number, referral, email }) => {
    const order = known.find((one) => one.external_number === line.externalNumber)
    const merged = named.find((one) => one.number === number)?.mergedInto
    const people = named.filter(
      (one) => one.number === number || one.number === merged || one.email === email,
    )
    const one = number || email ? undefined : only.find((row) => row.referral_number === referral)
    const referrals = [
      referral,
      order?.referral_number,
      ...people.map((person) => person.referral),
    ].flatMap((each) => each ?? [])
    const mailboxes = [
      ...(email ? [mailboxOf(email)] : []),
      ...(number || email ? [] : acceptors)
        .filter((row) => row.referral_number === referral)
        .map(({ mailbox }) => mailbox),
      ...people.map(({ mailbox }) => mailbox),
    ]
    return {
      isCancelled: line.status === 'storniert',
      isLive: order !== undefined && order.state !== 'cancelled',
      referrals,
      people: [...people, ...(one ? [one] : [])].map((person) => person.number),
      own: [
        `order ${orderKey(line.externalNumber)}`,
        ...referrals.map((each) => `referral ${each}`),
        ...mailboxes.map((each) => `mailbox ${each}`),
      ],
    }
  })
  const unclaimed = await listUnclaimed(
    tx,
    tenant,
    keys.flatMap(({ referrals }) => referrals),
  )
  const roundOf = new Map<string, number>()
  return keys.map(({ isCancelled, isLive, own, referrals, people }) => {
    const all = [
      ...own,
      ...unclaimed.flatMap((one) =>
        referrals.includes(one.number) ? [`account ${one.account}`] : [],
      ),
    ]
    const isAlone = isCancelled && (isLive || roundOf.has(own[0]!))
    const round = Math.max(...all.map((key) => (roundOf.get(key) ?? -1) + 1))
    for (const key of all) roundOf.set(key, round)
    return { round, isAlone, people, referrals }
  })
}
