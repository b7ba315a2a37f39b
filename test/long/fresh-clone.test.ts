import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { answersOk } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'

// What is committed is all that a start needs. `npm ci` is the one step that is left out, since it asks the registry: the clone
// borrows what it installed here, and test/commands.test.ts has it check the lock file.

const root = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'zuspruch-clone-'))
const clone = join(folder, 'clone')
const started: ChildProcess[] = []
afterAll(() => {
  // Only a test that failed leaves one behind.
  for (const child of started) child.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
})

test('in a fresh clone npm start builds and starts everything, names /demo, and a second start keeps the data', async () => {
  expect(spawnSync('git', ['clone', '--quiet', root, clone]).status).toBe(0)
  symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'))
  const mailsOf = async (origin: string) => {
    const answer = await fetch(`${origin}/demo/mails?to=karla.klon@post.example`)
    return ((await answer.json()) as unknown[]).length
  }

  const first = await startHere()
  expect(await first.ready).toContain(`${first.origin}/demo`)
  for (const path of ['/demo', '/de', '/en', '/health/ready'])
    expect([path, await answersOk(`${first.origin}${path}`)]).toEqual([path, true])
  const welcome = await fetch(`${first.origin}/api/v1/standard/account/createEmpfehler`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'test' },
    body: JSON.stringify({ Vorname: 'Karla', Nachname: 'Klon', Email: 'karla.klon@post.example' }),
  })
  expect(welcome.status).toBe(202)
  await expect.poll(() => mailsOf(first.origin), { timeout: 20_000 }).toBe(1)
  expect(await first.stop()).toBe(0)

  const second = await startHere()
  expect(await second.ready).toContain('/demo')
  expect(await mailsOf(second.origin)).toBe(1)
  expect(await second.stop()).toBe(0)
})

/** `npm start` in the clone, with its data where README.md says they are; `ready` is what it wrote until it ran. */
async function startHere() {
  const [port, mailPort] = [await findFreePort(), await findFreePort()]
  const child = spawn('npm', ['start'], {
    cwd: clone,
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      PORT: `${port}`,
      MAIL_UI_PORT: `${mailPort}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  const ready = new Promise<string>((done, fail) => {
    let said = ''
    const read = (part: string) => {
      said += part
      if (/\/demo\b/.test(said)) done(said)
    }
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', read)
    void ended.then((code) => fail(new Error(`npm start ended with ${code}:\n${said}`)))
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { origin: `http://localhost:${port}`, ready, stop }
}
