import { limitOutgoing } from '../../src/server/gateways/http/where-to-ask.ts'
import { flushEvents } from '../../src/server/tracking/record-event.ts'
import { keepContent, keptInDemo } from './keep-content.ts'
import { testNow } from './make-test-deps.ts'
import type { TestServer } from './server.ts'

// Files of a worker run one after another. Building the app and its database, and connections that know no table yet, took a fifth of all
// tests' CPU.
const idle: TestServer[] = []
const most = 12 // files; deleted rows stay in the tables

/** As a new one, whatever a command of the file before told the process. */
export function takeIdleServer(): TestServer | undefined {
  limitOutgoing(null)
  return idle.pop()
}

/** Lets `stop` keep the server for a later file, with the rows, the clock and the dependencies it began with. */
export async function makeReusable(server: TestServer): Promise<TestServer> {
  const { app, deps, clock, database, stop } = server
  const kept = await keepContent(database.ownerUrl, keptInDemo)
  const first = { ...deps }
  let files = 0

  async function reset() {
    await flushEvents(deps)
    await kept.restore()
    // The process keys its memory by these objects.
    const [db, keys] = [{ ...first.db }, { ...first.keys }]
    Object.assign(deps, first, { db, keys })
    server.db = db
    server.database = { ...database }
    deps.tenants.forget()
    deps.cache.forget()
    clock.set(testNow)
    clock.setOffsetSeconds(0)
  }

  server.stop = async () => {
    files++
    if (files < most && !app.server.listening && !(await kept.isAltered())) {
      await reset()
      idle.push(server)
      return
    }
    await kept.end()
    await stop()
  }
  return server
}
