import pg from 'pg'
import { processRoles } from '../../src/server/db/process-rights.ts'

const password = 'test'

/** The logins of each kind of process, once for all databases of the run. */
export async function makeProcessLogins(ownerUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  for (const role of Object.keys(processRoles))
    await owner.query(`create role ${role} login password '${password}'`)
  await owner.end()
}

export type ProcessLogin = 'web' | 'worker' | 'cli'

/** The app's address as a web process, a worker or the command line has it. */
export function loginOf(appUrl: string, process: ProcessLogin): string {
  return Object.assign(new URL(appUrl), { username: `zuspruch_${process}`, password }).href
}
