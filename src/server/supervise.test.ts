import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from './db/embedded/run-postmaster.ts'

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

describe('several web processes', () => {
  const sharing = (port: number, embedded = false) => `
    import { createServer } from 'node:http'
    const kept = { kind: 'kept', kept: { port: ${port}, appUrl: '', queueUrl: '', embedded: ${embedded}, demoPort: null }, isWhole: true }
    const say = (text) => process.stdout.write(text + '\\n')
    if (process.argv[2] === 'keeper') {
      process.on('message', (message) => {
        if (message === 'all ready') say('all ready')
        if (message === 'stop') { say('keeper stops'); process.exit(0) }
      })
      process.send({ kind: 'share', webProcesses: 2 })
      process.send(kept)
      process.send('ready', () => say('keeper=' + process.pid + ' port ' + (process.argv[3] ?? 'probed')))
    } else {
      const server = createServer((request, response) => response.end(String(process.pid)))
      process.on('message', (message) => {
        if (message.kind === 'kept' && !server.listening)
          server.listen(${port}, '127.0.0.1', () => process.send('ready', () => say('web=' + process.pid)))
        if (message === 'stop') setTimeout(() => { say('web stops'); process.exit(0) }, 50)
        if (message === 'stop now') process.exit(1)
      })
      process.on('disconnect', () => process.exit(0))
    }`
  const pids = (output: string, what: string) =>
    [...output.matchAll(new RegExp(`${what}=(\\d+)`, 'g'))].map(([, pid]) => Number(pid))
  const who = (port: number) =>
    new Promise<number>((done, fail) => {
      get({ port, host: '127.0.0.1', agent: new Agent() }, (answer) => {
        answer.setEncoding('utf8').on('data', (text: string) => done(Number(text)))
      }).once('error', fail)
    })

  test('share a port; one that is killed is replaced, and the others answer meanwhile', async () => {
    const port = await findFreePort()
    const { parent, output, ended, hears } = supervise(sharing(port))
    await Promise.all([hears('all ready'), hears('web=', 2), hears('keeper=')])
    const [first = 0, second = 0] = pids(output(), 'web')
    expect(new Set([await who(port), await who(port)])).toEqual(new Set([first, second]))
    process.kill(first, 'SIGKILL')
    await hears('is started again')
    expect(output()).toContain('A web process of Zuspruch ended (SIGKILL) and is started again.')
    expect(await who(port)).not.toBe(first)
    await hears('web=', 3)
    const third = pids(output(), 'web')[2]
    expect(new Set([await who(port), await who(port)])).toEqual(new Set([second, third]))
    parent.kill('SIGTERM')
    expect(await ended).toBe(0)
    // What they need is kept until they have answered.
    expect(output()).toMatch(/web stops\nweb stops\nkeeper stops\n$/)
    await expect(who(port)).rejects.toThrow('ECONNREFUSED')
  })

  test('go on when the other process dies, which comes back without asking for their port', async () => {
    const port = await findFreePort()
    const { parent, output, ended, hears } = supervise(sharing(port))
    await Promise.all([hears('all ready'), hears('web=', 2), hears('keeper=')])
    process.kill(pids(output(), 'keeper')[0]!, 'SIGKILL')
    await hears('keeper=', 2)
    expect(output()).toContain('Zuspruch ended (SIGKILL) and is started again.')
    expect([...output().matchAll(/keeper=\d+ port (\w+)/g)].map(([, text]) => text)).toEqual([
      'probed',
      `${port}`,
    ])
    expect(pids(output(), 'web')).toContain(await who(port))
    expect(pids(output(), 'web')).toHaveLength(2)
    parent.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('begin anew with the embedded database, which died with the process that ran it', async () => {
    const port = await findFreePort()
    const { parent, output, ended, hears } = supervise(sharing(port, true))
    await Promise.all([hears('all ready'), hears('web=', 2), hears('keeper=')])
    process.kill(pids(output(), 'keeper')[0]!, 'SIGKILL')
    await hears('web=', 4)
    expect(pids(output(), 'web').slice(2)).toContain(await who(port))
    expect(output().match(/is started again/g)).toHaveLength(1)
    parent.kill('SIGTERM')
    expect(await ended).toBe(0)
  })

  test('a second signal does not wait for what they have in hand', async () => {
    const endless = sharing(await findFreePort()).replace("say('web stops'); process.exit(0)", '0')
    const { parent, output, ended, hears } = supervise(endless.replace("'keeper stops'", "'late'"))
    await Promise.all([hears('all ready'), hears('web=', 2), hears('keeper=')])
    parent.kill('SIGTERM')
    // Later than one press of Ctrl-C, which is heard twice.
    const again = setInterval(() => parent.kill('SIGTERM'), 100)
    expect(await ended).not.toBe(0)
    clearInterval(again)
    expect(output()).not.toContain('web stops')
  })

  test('one that cannot start ends them all', async () => {
    const { output, ended } = supervise(`
      if (process.argv[2] === 'keeper') {
        process.on('message', (message) => message === 'stop' && process.exit(0))
        process.send({ kind: 'share', webProcesses: 2 })
        process.send('ready')
      } else {
        process.stderr.write('PORT is in use.\\n')
        process.exit(3)
      }`)
    expect(await ended).toBe(3)
    expect(output()).not.toContain('started again')
  })

  test('one that falls again and again ends them all', { tags: 'long' }, async () => {
    const port = await findFreePort()
    const { output, ended } = supervise(
      sharing(port).replace('response.end(String(process.pid))', '0') +
        `;import cluster from 'node:cluster'
        if (process.argv[2] === 'web' && cluster.worker.id !== 1) process.on('message', (message) =>
            message.kind === 'kept' && setTimeout(() => process.exit(7), 300))`,
    )
    expect(await ended).toBe(1)
    expect(output()).toMatch(/A web process of Zuspruch ended 5 times in a row right after its/)
    expect(output()).toMatch(/keeper stops\n$/)
  })
})

test('a start that fails is not tried again: it has said why', async () => {
  const { output, ended } = supervise(`process.stderr.write('PORT is in use.\\n'); process.exit(3)`)
  expect([await ended, output()]).toEqual([3, 'PORT is in use.\n'])
})
