import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, `${process.pid}`, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  }
}

/** Removes the lock of a killed process. Renames first, so that only one of many waiters clears it. */
function clearLeftOver(lock: string): void {
  const mine = `${lock}.${process.pid}`
  try {
    // Empty for the moment between creating and writing it.
    const owner = Number(readFileSync(lock, 'utf8'))
    if (owner === 0 || isAlive(owner)) return
    renameSync(lock, mine)
    rmSync(mine)
  } catch {}
}

/** Runs `work` while no other process does; others wait their turn. */
export async function takeTurns<Result>(
  lock: string,
  work: () => Promise<Result>,
): Promise<Result> {
  while (!take(lock)) {
    clearLeftOver(lock)
    await setTimeout(100)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}
