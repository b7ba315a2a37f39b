import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { answersOk, makeDataDir, removeDataDir } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'

const root = resolve(import.meta.dirname, '../..')
const dataDir = makeDataDir()
afterAll(() => removeDataDir(dataDir))

test('a served app: what nobody handled is logged and drained, a new server serves the same data, and SIGTERM ends both', async () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: { serve: string }
  }
  // A rejection that nobody handles, in the server alone.
  const fault = join(dataDir, 'fault.mjs')
  writeFileSync(
    fault,
    `if (process.argv[1].endsWith('main.ts')) process.on('SIGUSR2', () => void Promise.reject(new Error('nobody handles this')))`,
  )
  const port = await findFreePort()
  const parent = spawn('/bin/sh', ['-c', scripts.serve], {
    cwd: root,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      HOME: process.env['HOME'] ?? '',
      NODE_OPTIONS: `--import=${fault}`,
      MAIL_UI_PORT: '0',
      PORT: String(port),
      WEB_PROCESSES: '1',
      DATA_DIR: dataDir,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [parent.stdout, parent.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => (output += part))
  const ended = once(parent, 'close')
  const ready = `http://localhost:${port}/health/ready`
  const server = () =>
    Number(
      readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ')[0],
    )
  while (!(await answersOk(ready))) await wait(50)
  const first = server()
  process.kill(first, 'SIGUSR2')
  while (server() === first || server() === 0 || !(await answersOk(ready))) await wait(50)
  expect(output).toContain('unhandledRejection: the server stops')
  expect(output).toContain('Zuspruch ended (code 1) and is started again.')
  parent.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
  expect(await answersOk(ready)).toBe(false)
})
