import { text } from 'node:stream/consumers'
import { sql } from 'kysely'
import type { Actor } from '../../src/server/base/audit-store.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import {
  applyBankFileAs,
  approvePayoutAs,
  cancelFileAs,
  openBatchFileAs,
  proposePayoutAs,
  tellBankAs,
} from '../../src/server/operator/pay-as.ts'
import { applyBankFile } from '../../src/server/payout/apply-status.ts'
import type { BankFileReport } from '../../src/server/payout/bank-file-report.ts'
import { takeFileBack } from '../../src/server/payout/cancel-file.ts'
import { takePaymentOut } from '../../src/server/payout/change-proposal.ts'
import { decideHeld, listHeldPayments } from '../../src/server/payout/decide-held.ts'
import { decideReturn } from '../../src/server/payout/decide-return.ts'
import { findProposal, listItems } from '../../src/server/payout/proposal-store.ts'
import { releasePayout } from '../../src/server/payout/release-payout.ts'
import { listFilesOf } from '../../src/server/payout/store.ts'
import { makeOperator } from '../helpers/operator.ts'
import type { TestServer } from '../helpers/server.ts'

/** A tenant's people at the console: one prepares, two approve. */
export async function hireStaff(server: TestServer, code: string) {
  const { deps, db } = server
  const hire = async (name: string, role: 'payout-preparer' | 'payout-approver') => {
    const email = `${name}@${code}.betrieb.example`
    const { id } = await makeOperator(server, email, [role], code)
    return { kind: 'operator', id } satisfies Actor
  }
  const preparer = await hire('vorbereitung', 'payout-preparer')
  const approvers = [
    await hire('freigabe1', 'payout-approver'),
    await hire('freigabe2', 'payout-approver'),
  ] as const
  const run = <T>(work: Parameters<typeof withTenant<T>>[2]) => withTenant(db, code, work)

  const ongoing = () =>
    run(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select proposal_id as id from payout_proposals where tenant = ${code} and state = 'open'`.execute(
        tx,
      )
      return rows[0]?.id ?? null
    })

  /** One approver after the other, as many as it needs. @returns how many; 0: it was over or changed */
  async function approve(id: string): Promise<number> {
    const tenant = await deps.tenants.get(code)
    for (const [at, actor] of approvers.entries()) {
      const done = await run(async (tx) => {
        const seen = { proposalId: id, hash: (await findProposal(tx, code, id))!.content_hash }
        return approvePayoutAs(tx, deps, tenant, seen, actor)
      })
      if (done === 'released') return at + 1
      if (done !== 'waits') return 0
    }
    throw new Error('Two approved, and it still waits')
  }

  /** What the job does, then the files as the preparer fetches them. */
  async function release(id: string): Promise<{ batch: string; file: string }[]> {
    await releasePayout(deps, code, id)
    const files = await run((tx) => listFilesOf(tx, code, id))
    const fetched = []
    for (const { batch_id: batch } of files) {
      const { parts } = await openBatchFileAs(deps, code, batch, preparer)
      fetched.push({ batch, file: await text(parts()) })
    }
    return fetched
  }

  /** The order as a whole: the bank shall carry it out in spite of what it found. */
  async function tellBank(batch: string): Promise<void> {
    const tenant = await deps.tenants.get(code)
    const reason = 'Die Abweichungen sind geprüft'
    const what = { batchId: batch, isBack: false }
    // Not whoever handed the check in.
    await run((tx) => tellBankAs(tx, deps, tenant, what, { ...approvers[1], reason }))
  }

  /** Or it shall not: two people say so, then the job does it. */
  async function cancel(batch: string): Promise<void> {
    const tenant = await deps.tenants.get(code)
    const what = { batchId: batch, reason: 'Die Bank kennt die Namen anders' }
    for (const [at, actor] of approvers.entries()) {
      const done = await run((tx) => cancelFileAs(tx, deps, tenant, what, actor))
      if (done !== (at === 0 ? 'proposed' : 'cancelled')) throw new Error(`It is ${done}`)
    }
    await takeFileBack(deps, code, batch)
  }

  /** By the folder, or handed in by one person, while another confirms what came back. */
  async function apply(
    file: string | Uint8Array,
    by: 'folder' | 'people',
  ): Promise<BankFileReport> {
    const bytes = Buffer.from(file)
    if (by === 'folder') return applyBankFile(deps, code, bytes, system, { cameBy: 'folder' })
    const report = await applyBankFileAs(deps, code, bytes, approvers[0])
    const tenant = await deps.tenants.get(code)
    await run(async (tx) => {
      const { rows } = await sql<{ id: string; says: 'returned' | 'rejected' }>`
        select payout_id::text as id, says from bank_line_payouts where tenant = ${code} and applied_at is null`.execute(
        tx,
      )
      for (const { id, says } of rows)
        await decideReturn(
          tx,
          deps,
          tenant,
          { payoutId: id, says, isConfirmed: true },
          approvers[1],
        )
    })
    return report
  }

  /** What the bank's reason leaves to people is paid once more. */
  async function decide(): Promise<number> {
    const held = await listHeldPayments(deps, code)
    for (const { endToEndId } of held) await decideHeld(deps, code, endToEndId, 'pay', approvers[0])
    return held.length
  }

  const proposeAll = () => proposePayoutAs(deps, code, preparer, { withFresh: true })
  const itemsOf = (id: string) => run((tx) => listItems(tx, code, id))
  const takeOut = async (id: string, item: string) => {
    const tenant = await deps.tenants.get(code)
    const reason = 'Das Konto wurde gerade erst geändert'
    const what = { proposalId: id, itemId: item }
    return run((tx) => takePaymentOut(tx, deps, tenant, what, { actor: approvers[1], reason }))
  }
  const approveOnce = async (id: string) => {
    const tenant = await deps.tenants.get(code)
    return run(async (tx) => {
      const seen = { proposalId: id, hash: (await findProposal(tx, code, id))!.content_hash }
      return approvePayoutAs(tx, deps, tenant, seen, approvers[0])
    })
  }
  return {
    approvers,
    ongoing,
    approve,
    approveOnce,
    release,
    tellBank,
    cancel,
    apply,
    decide,
    proposeAll,
    itemsOf,
    takeOut,
    run,
  }
}
export type Staff = Awaited<ReturnType<typeof hireStaff>>
