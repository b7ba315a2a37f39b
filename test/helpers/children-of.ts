import { readFileSync } from 'node:fs'

/** The processes below one, each with its command (Linux). */
export function childrenOf(pid: number | undefined): { pid: number; command: string }[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return (text === '' ? [] : text.split(' ')).map((one) => ({
    pid: Number(one),
    command: readFileSync(`/proc/${one}/cmdline`, 'utf8').replaceAll('\0', ' ').trim(),
  }))
}
