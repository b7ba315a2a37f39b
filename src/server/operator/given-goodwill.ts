import { goodwillDays, goodwillHours, type Given } from '../../domain/goodwill.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { spellHome } from '../reward/judge-reward.ts'
import { listGiven, lockGiving, type GivenRow } from '../reward/goodwill-store.ts'
import { ibanHashesOf, type Concerned } from './own-case.ts'
import { listHomes, listHomesIn, listMailboxesByIban, readMailboxes } from './own-case-store.ts'

/**
 * What was granted and waived within the days: by the operator alone, and to the person, who is everybody with the mailbox, the
 * household or the IBAN of those concerned. `lock`: whoever else decides waits; ask it before other locks.
 */
export async function readGiven(
  tx: Tx,
  { keys }: Pick<Deps, 'keys'>,
  tenant: string,
  asked: { operatorId: string; concerned: Concerned; at: Temporal.Instant; lock: boolean },
): Promise<Given> {
  const { operatorId, concerned, at } = asked
  if (asked.lock) await lockGiving(tx, tenant)
  const given = await listGiven(tx, tenant, at.subtract({ hours: goodwillDays * 24 }))
  const mine = sumsOf(given, operatorId, at)
  if (given.length === 0) return { ...mine, personCents: 0 }
  const own = await readMailboxes(tx, tenant, concerned)
  const hashes = await ibanHashesOf(tx, keys, tenant, own)
  const homes = await listHomes(tx, tenant, own)
  const theirs = new Set(homes.map(spellHome))
  const near = await listHomesIn(tx, tenant, {
    mailboxes: given.flatMap(({ mailbox }) => mailbox ?? []),
    zips: homes.map(({ zip }) => zip),
  })
  const mailboxes = new Set([
    ...own,
    ...(await listMailboxesByIban(tx, tenant, hashes)),
    ...near.filter((one) => theirs.has(spellHome(one))).map(({ mailbox }) => mailbox),
  ])
  const isTheirs = ({ account_id, recipient_number, mailbox }: (typeof given)[number]) =>
    (mailbox !== null && mailboxes.has(mailbox)) ||
    (account_id !== null && concerned.accounts.includes(account_id)) ||
    (recipient_number !== null && concerned.recipients.includes(recipient_number))
  return { ...mine, personCents: sum(given.filter(isTheirs)) }
}

const sum = (rows: readonly GivenRow[]) => rows.reduce((all, { cents }) => all + Number(cents), 0)

/** By the operator, to whomever. */
function sumsOf(given: readonly GivenRow[], operatorId: string, at: Temporal.Instant) {
  const since = at.subtract({ hours: goodwillHours })
  const lately = given.filter((one) => Temporal.Instant.compare(one.at, since) > 0)
  const alone = (row: GivenRow) => row.alone === operatorId
  const second = (row: GivenRow) => row.second === operatorId
  return {
    operatorCents: sum(given.filter(alone)),
    operatorDayCents: sum(lately.filter(alone)),
    approvedCents: sum(given.filter(second)),
    approvedDayCents: sum(lately.filter(second)),
  }
}
