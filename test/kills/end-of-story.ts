import { sql } from 'kysely'
import { followAuditChain } from '../../src/server/base/audit-chain-store.ts'
import { checkBooks } from '../../src/server/books/check-books.ts'
import type { Tx } from '../../src/server/db/connection.ts'
import { readInTransit } from '../../src/server/payout/open-item-store.ts'
import { asOwner } from '../helpers/as-owner.ts'
import type { TestServer } from '../helpers/server.ts'
import { tenant } from './run-step.ts'

/** What is done again leaves a row of the log more, and nothing else. */
const oncePerTry = ['payout-file-fetched', 'bank-file-applied', 'payout-confirmed']

const list = async (tx: Tx, query: ReturnType<typeof sql>) =>
  (await query.execute(tx)).rows.map((row) => Object.values(row as object).join(' '))

/**
 * All that is there at the end: where each euro is, and how many rows each table has. Equal for two runs that did the same things, however
 * often they were begun.
 */
export const readEnd = (server: TestServer) =>
  asOwner(server, tenant, async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
      order by 1`.execute(tx)
    const rows: Record<string, number> = {}
    for (const { name } of tables.filter((one) => one.name !== 'audit_log')) {
      const counted = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(name)} where tenant = ${tenant}`.execute(tx)
      rows[name] = counted.rows[0]!.count
    }
    return {
      rows,
      books: await checkBooks(tx, tenant),
      chain: (await followAuditChain(tx, tenant)).problems,
      inTransit: await readInTransit(tx, tenant, '2026-01-01'),
      rewards: await list(
        tx,
        sql`select reward_id, state, taken_as, set_off_cents, payout_problem, review, paid_at::date from rewards where tenant = ${tenant} order by 1`,
      ),
      payments: await list(
        tx,
        sql`select reward_id, payouts.state, payouts.cents, bank_status, part, settled_at::date, held_at is null from payouts
          join payout_batches using (tenant, batch_id) where tenant = ${tenant} order by 1, payouts.created_at`,
      ),
      files: await list(
        tx,
        sql`select part, transfers, total_cents, cancelled_at is null, told_at is null from payout_batches where tenant = ${tenant} order by proposal_id, part`,
      ),
      ledger: await list(
        tx,
        sql`select reward_id, event, account, cents, at::date from ledger_postings where tenant = ${tenant} order by 1, 2, 3, 4`,
      ),
      lines: await list(
        tx,
        sql`select reference, direction, cents, kind, day_on, is_return from bank_lines where tenant = ${tenant} order by 1`,
      ),
      links: await list(
        tx,
        sql`select reference, payouts.reward_id, says, applied_at is not null from bank_line_payouts
          join bank_lines using (tenant, line_id) join payouts using (tenant, payout_id) where tenant = ${tenant} order by 1, 2, 3`,
      ),
      clawbacks: await list(
        tx,
        sql`select reward_id, cents, left_cents, closed_at is null from clawbacks where tenant = ${tenant} order by 1`,
      ),
      mails: await list(
        tx,
        sql`select template, to_address, count(*) from mails where tenant = ${tenant} group by 1, 2 order by 1, 2`,
      ),
      jobs: await list(
        tx,
        sql`select kind, count(*) from outbox where tenant = ${tenant} group by 1 order by 1`,
      ),
      log: await list(
        tx,
        sql`select action, case when action = any (${oncePerTry}::text[]) then 1 else count(*) end from audit_log
          where tenant = ${tenant} group by 1 order by 1`,
      ),
      closed: await list(tx, sql`select closed_to from bank_books where tenant = ${tenant}`),
    }
  })
