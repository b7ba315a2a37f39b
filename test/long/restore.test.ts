import { fileURLToPath } from 'node:url'
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { execFileSync } from 'node:child_process'
import {
  makeDataDir,
  removeDataDir,
  spawnApp,
  startApp,
  type RunningApp,
} from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { runCliProcess } from '../../src/cli/cli.test-helper.ts'

// The drill of docs/operations.md, "Backup and restore", for a database under DATA_DIR: copied cold, thrown away, brought back.

const home = makeDataDir()
const [live, backup, restored] = ['live', 'backup', 'restored'].map((name) => join(home, name)) as [
  string,
  string,
  string,
]
const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to])
let app: RunningApp
beforeAll(async () => {
  mkdirSync(live)
  app = await startApp({ dataDir: live })
})
afterAll(async () => {
  await app.stop()
  removeDataDir(home)
})

const call = async (path: string, body?: object) => {
  const answer = await fetch(`${app.origin}/api/v1/standard${path}`, {
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
      body: JSON.stringify(body),
    }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, string> }
}
const asJo = new URL('../helpers/run-as-jo.ts', import.meta.url)
const cli = (dataDir: string, ...words: string[]) =>
  runCliProcess({ DATA_DIR: dataDir }, words, fileURLToPath(asJo))

test('what was there before the disk was lost is there after the restore, and is read with the key that was kept beside it', async () => {
  const created = await call('/empfehlen/create', {
    Empfehlung: { ProductId: '101' },
    Empfehler: { Vorname: 'Rita', Nachname: 'Sicher', Email: 'rita@post.example', Agb: true },
  })
  expect(created.status).toBe(201)
  await app.stop()
  copy(live, backup)
  rmSync(live, { recursive: true })
  copy(backup, restored)

  app = await startApp({ dataDir: restored })
  const found = await cli(restored, 'people', 'export', 'rita@post.example', '--tenant', 'standard')
  expect(found.code, found.err).toBe(0)
  expect(found.out).toContain('rita@post.example')
  const rotated = await cli(restored, 'keys', 'rotate')
  expect(rotated.err).toContain('SECRET_KEY holds one key')
  await app.stop()
})

test('a restore that forgot the secret key is not ready and says which key it lacks', async () => {
  const key = readFileSync(join(backup, 'secret-key'), 'utf8')
  const without = join(home, 'without')
  cpSync(join(backup, 'database-passwords'), join(without, 'database-passwords'))
  copy(join(backup, 'postgres'), without)
  const port = await findFreePort()
  const child = spawnApp({ DATA_DIR: without, PORT: `${port}` })
  const ended = new Promise((done) => child.once('close', done))
  try {
    const status = await vi.waitUntil(
      async () => {
        const answer = await fetch(`http://localhost:${port}/health/ready`).catch(() => null)
        return answer ? ((await answer.json()) as { status: string }).status : false
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(status).toMatch(/^SECRET_KEY cannot read what is stored here: it lacks the key \w{8},/)
    expect(readFileSync(join(without, 'secret-key'), 'utf8')).not.toBe(key)
  } finally {
    child.kill('SIGTERM')
    await ended
  }
})
