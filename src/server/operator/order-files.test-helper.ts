import { beforeAll } from 'vitest'
import { makeAgency } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { BonusPlan } from '../../domain/tenant.ts'
import { matchUnmatched } from '../reward/match-unmatched.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { isOwnMatch } from './own-case.ts'
import { useOrders, type Operator } from './orders.test-helper.ts'
import { runOrderImport } from './run-order-import.ts'

export const Grund = 'Monatsdatei des Anbieters'
export const fileHead =
  'ExterneAuftragsnummer;Empfaengernummer;Empfehlungsnummer;Email;ProduktExterneId;Vertragsdatum;Status'

type Clue = { recipient?: string; referral?: string; email?: string }
type Account = Awaited<ReturnType<Bench['makeAccount']>>

/** As useOrders, for tests about files of orders and what they earn; with an agency whose plans may be dear. */
export function useOrderFiles(take: (made: { server: TestServer; bench: Bench }) => void) {
  let server: TestServer
  let bench: Bench
  const orders = useOrders((made) => {
    ;({ server, bench } = made)
    take(made)
  })
  const { call, show } = orders
  let agencyId: string
  beforeAll(async () => {
    ;({ agencyId } = await makeAgency(server, 'standard', 'AG-9961'))
  })
  let made = 0

  const bringer = () =>
    makeOperator(server, `einleser${++made}@betrieb.example`, ['payout-preparer', 'reviewer'])

  /** A recommendation under an agency's plan. */
  async function ofAgency(fixedCents: number, stages: BonusPlan['stages'], account?: Account) {
    const referral = await bench.makeReferral({ share: 50, ...(account ? { account } : {}) })
    const plan = { planId: null, name: 'Herbst', fixedCents, stages, periodMonths: 6 }
    await asOwner(server, 'standard', (tx) =>
      tx
        .updateTable('referrals')
        .set({
          agency_id: agencyId,
          plan: plan.name,
          commission_cents: fixedCents,
          agency_plan: JSON.stringify(plan),
        })
        .where('tenant', '=', 'standard')
        .where('number', '=', referral.number)
        .execute(),
    )
    return referral
  }

  type Line = { number?: string; product?: string; day?: string; status?: string }
  function lineOf({ recipient = '', referral = '', email = '' }: Clue, line: Line = {}) {
    const {
      number = `HOCH-${++made}`,
      product = bench.products[0]!.external_id,
      day = server.deps.clock.today().toString(),
      status = 'abgeschlossen',
    } = line
    return { number, row: [number, recipient, referral, email, product, day, status].join(';') }
  }

  const run = async (id: string) =>
    runOrderImport(
      server.deps,
      await server.deps.tenants.get('standard'),
      id,
      new AbortController().signal,
    )

  /** A file that somebody brought, checked. */
  async function check(by: Operator, rows: readonly string[]) {
    const Datei = Buffer.from([fileHead, ...rows].join('\n')).toString('base64')
    const { body } = await call('POST', '/einlesungen', by, { Name: 'mai.csv', Datei })
    await run(body.Id)
    return show(by, `einlesungen/${body.Id}`)
  }
  const start = async (by: Operator, { Id, Version }: { Id: string; Version: number }) =>
    (await call('PUT', `/einlesungen/${Id}/ausfuehrung`, by, { Version, Grund })).body.Ergebnis
  const approve = async (by: Operator, { Id, Version }: { Id: string; Version: number }) =>
    call('PUT', `/einlesungen/${Id}/freigabe`, by, { Version: Version + 1, Grund })

  const orderOf = (recipient: string) =>
    bench.run((tx) =>
      tx
        .selectFrom('orders')
        .select(['number', 'doubts', 'doubted_by'])
        .where('tenant', '=', 'standard')
        .where('recipient_number', '=', recipient)
        .executeTakeFirstOrThrow(),
    )
  const matchOf = (recipient: string) =>
    matchUnmatched(server.deps, bench.tenant, recipient, isOwnMatch(server.deps))
  const confirm = async (referral: Awaited<ReturnType<Bench['makeReferral']>>, email?: string) =>
    (await bench.makeRecipient(referral, email ? { email } : {})).number
  /** Which of the order's rewards its release holds because of a doubt. */
  const heldOf = async (order: string) => {
    await bench.release(order)
    const rewards = await bench.readRewards(order)
    return rewards.map((one) => (one.review_reasons as string[]).includes('by-hand'))
  }

  return {
    ...orders,
    bringer,
    ofAgency,
    lineOf,
    run,
    check,
    start,
    approve,
    orderOf,
    matchOf,
    confirm,
    heldOf,
  }
}
