import { lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { system } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { Ended } from '../db/connection.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import { applyBankFile } from './apply-status.ts'
import { openAmong, type BankFileReport } from './bank-file-report.ts'

const restMs = 10_000 // for a file that is still being written
export const mostBytes = 50 * 1024 * 1024
const mostAtOnce = 100

/**
 * Applies the bank's files in `FOLDER/tenant`, in the order of their names, and moves each to `done`, with what of it somebody looks at beside it,
 * or to `failed` with the reason. Killed in between, or run in parallel, a file is applied again, which changes nothing. A fault that is not the
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
      await take(deps, tenant, { own, name, path, bytes: found.size }).catch((error: unknown) => {
        if (error instanceof Ended) throw error
        deps.log.error({ tenant, err: { message: (error as Error).message } }, 'bank file failed')
      })
    }
  }
}

type Found = { own: string; name: string; path: string; bytes: number }

async function take(deps: Deps, tenant: string, { own, name, path, bytes }: Found): Promise<void> {
  let report: BankFileReport
  try {
    if (bytes > mostBytes) throw new BankFileError('the file is larger than 50 MiB')
    report = await applyBankFile(deps, tenant, await readFile(path), system, { cameBy: 'folder' })
  } catch (error) {
    // Another process has taken it.
    if ((error as { code?: string }).code === 'ENOENT') return
    if (!(error instanceof BankFileError)) throw error
    const failed = await moveTo(join(own, 'failed'), path, name)
    if (failed) await writeFile(`${failed}.txt`, `${error.message}\n`)
    deps.log.warn({ tenant, err: { message: error.message } }, 'bank file refused')
    return
  }
  const { refused, unclear } = listUnapplied(report)
  const counts = { refused: refused.length, unclear: unclear.length }
  if (counts.refused + counts.unclear > 0)
    deps.log.warn({ tenant, ...counts }, 'bank file applied in part')
  const done = await moveTo(join(own, 'done'), path, name)
  if (!done || counts.refused + counts.unclear === 0) return
  const lines = [
    ...refused.map(({ id, reason }) => `${id}: ${reason}`),
    ...unclear.map((id) => `${id}: it is no payment of ours`),
  ]
  await writeFile(`${done}.txt`, `Not applied:\n${lines.map((line) => `${line}\n`).join('')}`)
}

/** What no list of the console has, so that whoever keeps the folder looks at it: open lines of the statement, for instance, stand in theirs. */
function listUnapplied({ refused, unknown, unidentified, keptOpen }: BankFileReport) {
  const named = [...unknown, ...unidentified].map((id) => ({ id }))
  const open = openAmong(named, keptOpen)
  return { refused, unclear: named.filter((one) => !open.includes(one)).map(({ id }) => id) }
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
