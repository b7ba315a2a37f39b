import { createHash } from 'node:crypto'
import { BERLIN } from '../../domain/dates.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import { loadOffer, optionsOf } from '../catalogue/option-view.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { collectIn } from '../reward/collect-reward.ts'
import { provideReward } from '../reward/provide-rewards.ts'
import { issueRewardToken } from '../reward/reward-mails.ts'
import { markCodesShown } from '../reward/shown-code-store.ts'
import { pastDeps } from './past-deps.ts'

export type Beneficiary = { name: string; email: string }

/** Provides a reward on its release day, and mostly collects it some days later, as cash or voucher. */
export async function collectPast(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { rewardId, cents }: { rewardId: string; cents: number },
  { person, releasedAt }: { person: Beneficiary; releasedAt: Temporal.Instant },
): Promise<void> {
  const providing = pastDeps(deps, releasedAt.add({ minutes: 10 }))
  if ((await provideReward(tx, providing, tenant, rewardId, system)) !== 'provided') return
  const [wish = 0, days = 0, hour = 0] = bytesOf(`wish ${person.email}`)
  if (wish < 40) return
  const at = releasedAt
    .toZonedDateTimeISO(BERLIN)
    .add({ days: 1 + (days % 12) })
    .with({ hour: 9 + (hour % 11) })
    .toInstant()
  if (Temporal.Instant.compare(at, deps.clock.now()) >= 0) return
  const then = pastDeps(deps, at)
  const options = optionsOf(await loadOffer(tx, tenant, then.clock.today()), cents, 'de')
  const ofKind = (kind: string) => options.find((option) => option.kind === kind)
  const option = (wish < 80 ? ofKind('voucher') : undefined) ?? ofKind('cash')
  if (!option) return
  const bank = { holder: person.name, iban: ibanOf(person.email) }
  await collectAt(tx, then, tenant, rewardId, option, bank)
}

/** Collects a provided reward as cash. @param key whoever has the same one has the same account */
export async function collectAsCash(
  tx: Tx,
  then: Deps,
  tenant: Tenant,
  { rewardId, cents }: { rewardId: string; cents: number },
  { holder, key }: { holder: string; key: string },
): Promise<void> {
  const options = optionsOf(await loadOffer(tx, tenant, then.clock.today()), cents, 'de')
  const option = options.find(({ kind }) => kind === 'cash')
  if (option) await collectAt(tx, then, tenant, rewardId, option, { holder, iban: ibanOf(key) })
}

async function collectAt(
  tx: Tx,
  then: Deps,
  tenant: Tenant,
  rewardId: string,
  option: { id: string; kind: string },
  bankData: { holder: string; iban: string },
): Promise<void> {
  const tokenId = await issueRewardToken(
    tx,
    then,
    tenant.code,
    rewardId,
    then.clock.today().add({ months: tenant.rewardMonths }),
  )
  const caller = { kind: 'reward', rewardId, tokenId, bySession: false, opensCodes: false } as const
  await collectIn(
    tx,
    {
      deps: then,
      tenant,
      locale: 'de',
      caller,
      now: then.clock.now(),
      today: then.clock.today(),
      analytics: null,
      body: { optionId: option.id, ...(option.kind === 'cash' ? { bankData } : {}) },
    },
    { rewardId, checkProof: null },
  )
  // Nobody is reminded at the first start of what they took long ago.
  if (option.kind === 'voucher') await markCodesShown(tx, tenant.code, rewardId, then.clock.now())
}

const bytesOf = (text: string) => createHash('sha256').update(`rueckblick ${text}`).digest()

/** A valid German IBAN, deterministic per person. */
function ibanOf(text: string): string {
  const number = bytesOf(`iban ${text}`).readUIntBE(0, 6) % 10_000_000_000
  const account = `37040044${String(number).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n) // DE00 at its end, as digits
  return `DE${String(check).padStart(2, '0')}${account}`
}
