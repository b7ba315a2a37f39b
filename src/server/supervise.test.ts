import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

// The parent alone, over small programs that are ready, end and drain as a server does.

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-supervise-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const supervisor = fileURLToPath(new URL('./supervise.ts', import.meta.url))
let made = 0

function supervise(program: string) {
  const file = join(folder, `program-${(made += 1)}.mjs`)
  writeFileSync(file, program)
  const parent = spawn(process.execPath, [supervisor, file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const waiting: { text: string; times: number; done: () => void }[] = []
  const count = (text: string) => output.split(text).length - 1
  for (const stream of [parent.stdout, parent.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part
      for (const { text, times, done } of waiting) if (count(text) >= times) done()
    })
  return {
    parent,
    output: () => output,
    ended: once(parent, 'close').then(([code]) => code as number),
    hears: (text: string, times = 1) =>
      new Promise<void>((done) => {
        waiting.push({ text, times, done })
        if (count(text) >= times) done()
      }),
  }
}

const serving = `
  process.on('message', async (message) => {
    if (message !== 'stop') return
    process.stdout.write('drains\\n')
    setTimeout(() => { process.stdout.write('drained\\n'); process.exit(0) }, 50)
  })
  process.send('ready', () => process.stdout.write('pid=' + process.pid + '\\n'))
`

test('a server that dies is started again, by a signal or by itself', async () => {
  const { parent, output, ended, hears } = supervise(serving)
  await hears('pid=')
  process.kill(Number(/pid=(\d+)/.exec(output())?.[1]), 'SIGKILL')
  await hears('pid=', 2)
  expect(output()).toContain('Zuspruch ended (SIGKILL) and is started again.')
  parent.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s drains the server, and a second one at the same moment does not cut that short',
  async (signal) => {
    const { parent, output, ended, hears } = supervise(serving)
    await hears('pid=')
    parent.kill(signal)
    parent.kill(signal)
    expect(await ended).toBe(0)
    expect(output()).toContain('drained')
  },
)

test('the server drains when its parent is killed', async () => {
  const { parent, output, hears } = supervise(`
    process.on('disconnect', () => { process.stdout.write('alone\\n'); process.exit(0) })
    ${serving}`)
  await hears('pid=')
  parent.kill('SIGKILL')
  await hears('alone')
  expect(output()).not.toContain('started again')
})

test('a crash loop ends with one sentence and a failure', { tags: 'long' }, async () => {
  const { output, ended } = supervise(`process.send('ready', () => process.exit(7))`)
  expect(await ended).toBe(1)
  expect(output().match(/is started again/g)).toHaveLength(4)
  expect(output()).toMatch(/ended 5 times in a row right after its start and is not started again/)
})

test('a start that fails is not tried again: it has said why', async () => {
  const { output, ended } = supervise(`process.stderr.write('PORT is in use.\\n'); process.exit(3)`)
  expect([await ended, output()]).toEqual([3, 'PORT is in use.\n'])
})
