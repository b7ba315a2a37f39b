import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, expect, test } from 'vitest'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** What a process that does this writes. */
function write(work: string) {
  const program = `import { makeLog } from '${import.meta.resolve('./make-log.ts')}'; const log = makeLog('info'); ${work}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  children.push(child)
  let written = ''
  child.stdout.on('data', (part: Buffer) => (written += part.toString()))
  const lines = () =>
    written
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { msg: string }).msg)
  return { child, lines }
}

test('what was logged when the process ends is written, each line once', async () => {
  const { child, lines } = write(
    `for (let i = 0; i < 300; i++) log.info('line ' + i); process.exit(0)`,
  )
  await once(child, 'close')
  // A write on its way may end after the last one.
  expect(lines().toSorted()).toEqual(Array.from({ length: 300 }, (_, i) => `line ${i}`).toSorted())
})

test('what warns is written at once, with what was logged before it, even if the process does nothing more', async () => {
  const { lines } = write(`log.info('before'); log.warn('warning'); for (;;);`)
  await expect.poll(lines, { timeout: 20_000 }).toEqual(['before', 'warning'])
})

test('the other lines are written soon', async () => {
  const { lines } = write(`log.info('only'); setInterval(() => {}, 60_000)`)
  await expect.poll(lines, { timeout: 20_000 }).toEqual(['only'])
})
