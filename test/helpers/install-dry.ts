import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Status and errors of `npm ci` on a platform, without installing. */
export function installDry(os: string, cpu: string): [status: number | null, errors: string] {
  const dry = ['ci', '--dry-run', '--offline', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', [...dry, `--os=${os}`, `--cpu=${cpu}`], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  })
  return [status, stderr]
}
