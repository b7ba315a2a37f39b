import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ticksPerSecond = 100

/** Processor time in ms that a PostgreSQL server has used so far: its processes, and those that have ended. */
export function postgresCpuMs(dataFolder: string): number {
  const [line] = readFileSync(join(dataFolder, 'postmaster.pid'), 'utf8').split('\n')
  const server = Number(line)
  let ticks = 0
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) {
      const times = readTimes(name)
      if (!times) continue
      if (Number(name) === server) ticks += times.own + times.ended
      else if (times.parent === server) ticks += times.own
    }
  return (ticks * 1000) / ticksPerSecond
}

/** Undefined: it has just ended. */
function readTimes(pid: string) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const at = (place: number) => fields[place] ?? 0
    // Fields 4, 14 and 15, 16 and 17 of proc(5).
    return { parent: at(1), own: at(11) + at(12), ended: at(13) + at(14) }
  } catch {
    return undefined
  }
}
