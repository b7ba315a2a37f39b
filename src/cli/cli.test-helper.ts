import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { commands } from './commands.ts'
import { runCli } from './run-cli.ts'

export type Ran = { code: number; out: string; err: string; json: () => any } // eslint-disable-line -- asserted field by field

const main = fileURLToPath(new URL('./main.ts', import.meta.url))

/** Runs the command line as an operator does: its own process, with only this environment. */
export function runCliProcess(
  environment: Record<string, string>,
  words: string[],
  entry = main,
): Promise<Ran> {
  const child = spawn(process.execPath, [entry, ...words], {
    env: { PATH: process.env['PATH'] ?? '', NODE_NO_WARNINGS: '1', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? -1, out, err, json: () => JSON.parse(out) }))
  })
}

/** The same within this process, many times faster; progress goes to its standard error. */
export async function runCliHere(
  environment: Record<string, string>,
  words: string[],
): Promise<Ran> {
  let out = ''
  let err = ''
  const streams = {
    out: (text: string) => void (out += text),
    err: (text: string) => void (err += text),
  }
  const code = await runCli(commands, words, environment, streams)
  return { code, out, err, json: () => JSON.parse(out) }
}
