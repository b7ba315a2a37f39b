import { withTenant } from '../../server/db/connection.ts'
import { listObjections } from '../../server/base/objection-store.ts'
import { command } from '../command.ts'
import { table } from '../table.ts'

const aboutOf = (row: {
  account_id: string | null
  referral_number: string | null
  reward_id: string | null
}) =>
  row.reward_id
    ? `appeal about reward ${row.reward_id}`
    : row.account_id
      ? `address of account ${row.account_id}`
      : `refusal ${row.referral_number ?? ''}`.trim()

export const objectionsList = command({
  group: 'objections',
  name: 'list',
  args: [],
  summary:
    'Show who objects, to a refusal or to another address of their account, and has no answer yet, oldest first',
  tenant: 'required',
  needs: ['read', 'people'],
  options: { all: { text: 'also those that were answered' } },
  async run({ tenant: code, values, deps }) {
    const rows = await withTenant(deps.db, code, (tx) =>
      listObjections(tx, code, values.all === true),
    )
    return {
      data: rows.map((row) => ({
        id: row.objection_id,
        about: row.reward_id !== null ? 'appeal' : row.account_id === null ? 'refusal' : 'address',
        rewardId: row.reward_id,
        referralNumber: row.referral_number,
        accountId: row.account_id,
        name: row.name,
        email: row.email,
        language: row.language,
        message: row.message,
        createdAt: row.created_at.toString(),
        closedAt: row.closed_at?.toString() ?? null,
        closedBy: row.closed_by,
      })),
      text: table(
        ['Id', 'Since', 'About', 'Name', 'E-mail', 'Message', 'Answered'],
        rows.map((row) => [
          row.objection_id,
          row.created_at.toString({ smallestUnit: 'second' }),
          aboutOf(row),
          row.name,
          row.email,
          row.message.replace(/\s+/g, ' ').slice(0, 200),
          row.closed_at?.toString({ smallestUnit: 'second' }) ?? null,
        ]),
        'Nobody waits for an answer to an objection.',
      ),
    }
  },
})
