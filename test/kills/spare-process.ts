import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Order, Told } from './run-step.test-process.ts'

const script = new URL('./run-step.test-process.ts', import.meta.url).pathname

/** Processes for one step each; the next one starts while the last one's work is looked at. */
export function startSpares() {
  const start = () => {
    const env = { ...process.env, NODE_COMPILE_CACHE: 'node_modules/.cache/node' }
    const child = fork(script, [], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env })
    return { child, ready: once(child, 'message') }
  }
  let spare = start()

  /** @returns what it did, or null if it was killed */
  async function run(order: Order): Promise<Told | null> {
    const { child, ready } = spare
    await ready
    const end = once(child, 'exit')
    let told: Told | null = null
    child.once('message', (message) => (told = message as Told))
    child.send(order)
    spare = start()
    const [code, signal] = (await end) as [number | null, string | null]
    if (signal === 'SIGKILL') return null
    if (code !== 0 || !told) throw new Error(`The process ended with ${code ?? signal}`)
    return told
  }

  async function stop() {
    const { child }: { child: ChildProcess } = spare
    const end = once(child, 'exit')
    child.kill('SIGKILL')
    await end
  }
  return { run, stop }
}
