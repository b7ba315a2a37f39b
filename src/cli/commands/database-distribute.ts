import { distribute } from '../../server/db/distribute.ts'
import { command, CommandError } from '../command.ts'
import { startProgress } from '../progress.ts'

export const databaseDistribute = command({
  group: 'database',
  name: 'distribute',
  args: [],
  summary: 'Spread the tables over the nodes of a database with Citus, each tenant on one node',
  details: [
    'Needs DATABASE_OWNER_URL. Stop every web process and worker first: it moves the rows that are there, table by table. Cut off, it goes on',
    'where it ended, and a second run changes nothing. There is no way back but a dump, restored into a database without Citus.',
  ],
  tenant: 'none',
  needs: 'set-up',
  options: {},
  async run({ ownerUrl }) {
    if (ownerUrl === null)
      throw new CommandError(
        'The login of DATABASE_URL may not move tables: set DATABASE_OWNER_URL for this command',
      )
    const progress = startProgress('Tables')
    const done = await distribute(ownerUrl, progress.show).finally(progress.end)
    const { version, nodes, open, placed, tables } = done
    const before = tables - placed.length
    return {
      data: done,
      text: `Citus ${version}, ${nodes} ${nodes === 1 ? 'node' : 'nodes'} with rows of tenants: ${placed.length} tables placed now, ${before} before. Processes may connect to ${open.join(', ') || 'the coordinator alone'}.`,
    }
  },
})
