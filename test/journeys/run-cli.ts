import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { TestApp } from '../helpers/app.ts'

const main = resolve(import.meta.dirname, '../helpers/run-as-jo.ts')

/** Runs a CLI command against a running app, as somebody who may everything; returns its JSON output. */
export async function runCli(
  app: Pick<TestApp, 'dataDir' | 'origin'>,
  ...args: string[]
): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      NODE_ENV: 'production',
      DATA_DIR: app.dataDir,
      PORT: new URL(app.origin).port,
    },
  })
  return JSON.parse(stdout)
}
