import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '../helpers/app.ts'
import { runCli } from './run-cli.ts'

/** Changes a running app's tenant as an operator does: by its file. */
export async function changeTenant(
  app: TestApp,
  tenant: string,
  flags: Record<string, unknown>,
  more: Record<string, unknown> = {}, // settings beside the flags
): Promise<void> {
  const { voucherPools: _, ...settings } = await runCli(app, 'tenant', 'show', tenant)
  const folder = mkdtempSync(join(tmpdir(), 'zuspruch-tenant-'))
  const file = join(folder, 'tenant.json')
  const changed = { ...settings, ...more, flags: { ...(settings['flags'] as object), ...flags } }
  writeFileSync(file, JSON.stringify(changed))
  await runCli(app, 'tenant', 'create', file, '--replace', '--yes')
  rmSync(folder, { recursive: true, force: true })
}
