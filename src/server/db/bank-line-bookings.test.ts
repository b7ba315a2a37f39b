import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../../test/helpers/database.ts'

// What 0198 makes of lines that had their kind before it.

const file = join(import.meta.dirname, 'migrations/0198-bank-line-bookings.sql')

const line = (
  id: number,
  day: string,
  more: { direction?: string; kind?: string | null; subject?: string },
) => [
  `00000000-0000-7000-8000-00000000000${id}`,
  day,
  more.direction ?? 'DBIT',
  100 + id,
  more.kind === undefined ? 'charge' : more.kind,
  more.subject ?? null,
]

test('lines that had their kind before are late in the next month’s file, but those from before the first month that was closed', async () => {
  const database = await createTestDatabase()
  const owner = new pg.Client({ connectionString: database.ownerUrl })
  try {
    await owner.connect()
    // As it was before.
    await owner.query(`
      drop trigger bank_lines_book_new on bank_lines;
      drop trigger bank_lines_book_changed on bank_lines;
      drop function book_new_lines, book_changed_lines, book_line;
      drop table bank_line_bookings;
      alter table books_months drop lines_until`)
    for (const tenant of ['old', 'new']) {
      await owner.query('begin')
      await owner.query('select set_tenant($1)', [tenant])
      await owner.query(`insert into tenants values ($1, '{}', now(), now())`, [tenant])
      if (tenant === 'old')
        for (const month of ['2026-03', '2026-04'])
          await owner.query(
            `insert into books_months values ($1, $2, now(), 'x', 'x', $3, $3, $3, 0, 0)`,
            [tenant, month, '00000000-0000-0000-0000-000000000000'],
          )
      const credit = line(3, '2026-04-02', { direction: 'CRDT', kind: 'invoice', subject: 'R-1' })
      for (const [id, day, direction, cents, kind, subject] of [
        line(1, '2026-02-28', {}),
        line(2, '2026-03-01', {}),
        credit,
        line(4, '2026-05-02', { kind: 'reversal', subject: String(credit[0]) }),
        line(5, '2026-05-03', { kind: null }),
        line(6, '2026-05-03', { kind: 'payout' }),
      ])
        await owner.query(
          `insert into bank_lines (tenant, line_id, account, line_key, digest, file_hash, booked_on, day_on, direction, cents, currency,
            is_return, kind, subject, decided_at, created_at)
          values ($1, $2::text::uuid, 'A', $2::text, $2::text, 'f', $3::date, $3::date, $4, $5, 'EUR', false, $6::text, $7, case when $6::text is not null then now() end, now())`,
          [tenant, id, day, direction, cents, kind, subject],
        )
      await owner.query('commit')
    }
    await owner.query(`begin;${readFileSync(file, 'utf8')};commit`)
    const read = async (tenant: string) => {
      await owner.query('begin')
      await owner.query('select set_tenant($1)', [tenant])
      const { rows } = await owner.query(
        `select day::text, kind, right(number, 3) as number, cents::int, booking_id > (
            select max(lines_until::text)::uuid from books_months months where months.tenant = $1) as late
          from bank_line_bookings where tenant = $1 order by day`,
        [tenant],
      )
      await owner.query('commit')
      return rows.map((row) => Object.values(row))
    }
    const rows = [
      ['2026-02-28', 'charge', '001', -101, false],
      ['2026-03-01', 'charge', '002', -102, true],
      ['2026-04-02', 'invoice', 'R-1', 103, true],
      ['2026-05-02', 'reversal', 'R-1', -104, true],
    ]
    expect(await read('old')).toEqual(rows)
    // Nobody had a file: months are cut by their days.
    expect(await read('new')).toEqual(rows.map((row) => [...row.slice(0, 4), null]))
  } finally {
    await owner.end()
    await database.drop()
  }
})
