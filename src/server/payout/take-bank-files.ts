import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import { applyBankFile } from './apply-status.ts'

const restMs = 10_000 // for a file that is still being written
const mostBytes = 50 * 1024 * 1024
const mostAtOnce = 100

/**
 * Applies the bank's files in `FOLDER/tenant`, in the order of their names, and moves each to `done`, or to `failed` with the
 * reason beside it. Killed in between, or run in parallel, a file is applied again, which changes nothing. A fault that is not the
 * file's leaves it for the next run.
 */
export async function takeBankFiles(deps: Deps, folder: string): Promise<void> {
  for (const tenant of await deps.tenants.codes()) {
    const own = join(folder, tenant)
    const names = await readdir(own).catch(() => [])
    let taken = 0
    for (const name of names.toSorted()) {
      if (taken >= mostAtOnce) break
      const path = join(own, name)
      const found = await lstat(path).catch(() => null)
      if (!found?.isFile() || name.startsWith('.')) continue
      if (deps.clock.realNow().epochMilliseconds - found.mtimeMs < restMs) continue
      taken += 1
      await take(deps, tenant, { own, name, path, bytes: found.size }).catch((error: unknown) =>
        deps.log.error({ tenant, err: { message: (error as Error).message } }, 'bank file failed'),
      )
    }
  }
}

type Found = { own: string; name: string; path: string; bytes: number }

async function take(deps: Deps, tenant: string, { own, name, path, bytes }: Found): Promise<void> {
  try {
    if (bytes > mostBytes) throw new BankFileError('the file is larger than 50 MiB')
    await applyBankFile(deps, tenant, await readFile(path), system, { cameBy: 'folder' })
  } catch (error) {
    // Another process has taken it.
    if ((error as { code?: string }).code === 'ENOENT') return
    if (!(error instanceof BankFileError)) throw error
    const failed = await moveTo(join(own, 'failed'), path, name)
    if (failed) await writeFile(`${failed}.txt`, `${error.message}\n`)
    deps.log.warn({ tenant, err: { message: error.message } }, 'bank file refused')
    return
  }
  await moveTo(join(own, 'done'), path, name)
}

/** Never over another file. @returns where it is; null: another process has moved it */
async function moveTo(folder: string, path: string, name: string): Promise<string | null> {
  await mkdir(folder, { recursive: true })
  for (let number = 1; ; number += 1) {
    const to = join(folder, number === 1 ? name : `${number}-${name}`)
    if (await lstat(to).catch(() => null)) continue
    try {
      await rename(path, to)
      return to
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return null
      throw error
    }
  }
}
