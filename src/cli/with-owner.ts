import { connect, type Database } from '../server/db/connection.ts'
import { CommandError } from './command.ts'

/** Runs `work` with the tables' owner, for what the app may not change (db/column-rights.test.ts). */
export async function withOwner<T>(
  ownerUrl: string | null,
  work: (owner: Database) => Promise<T>,
): Promise<T> {
  if (ownerUrl === null)
    throw new CommandError(
      'The login of DATABASE_URL may not change encrypted accounts, codes and files: set DATABASE_OWNER_URL for this command',
    )
  const owner = connect(ownerUrl, { max: 1 })
  try {
    return await work(owner)
  } finally {
    await owner.close()
  }
}
