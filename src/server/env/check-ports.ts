import { createServer } from 'node:net'
import type { Env } from './env.ts'
import { StartError } from './start-error.ts'

/** So many wait at a port to be taken in; more knock again, ever later. Linux holds it down to net.core.somaxconn, usually as much. */
export const backlog = 4_096

/**
 * Probes the ports before anything is created or started: a used port is reported first, and no database is left behind. Returns
 * the port, for PORT=0 a free one, so that links in mails can name it.
 */
export async function checkPorts(
  env: Pick<Env, 'port' | 'mailUiPort' | 'host' | 'role' | 'inbox'>,
): Promise<number> {
  const { host } = env
  const open = (name: 'PORT' | 'MAIL_UI_PORT', port: number) =>
    tryPort(port, host).catch((error: unknown) => {
      throw explainPort(error, name, port, host)
    })
  const port = env.role === 'worker' ? env.port : await open('PORT', env.port)
  if (env.inbox && env.mailUiPort !== 0) await open('MAIL_UI_PORT', env.mailUiPort)
  return port
}

function tryPort(port: number, host: string): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer()
    server.once('error', fail)
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : port))
    })
  })
}

/** A port error as one sentence; other errors unchanged. */
export function explainPort(
  error: unknown,
  name: 'PORT' | 'MAIL_UI_PORT' | 'HEALTH_PORT',
  port: number,
  host: string,
): unknown {
  const { code } = error as { code?: string }
  const subject = name === 'PORT' ? `Port ${port}` : `${name} ${port}`
  if (code === 'EADDRINUSE') {
    return new StartError(
      `${subject} is in use: stop the other program or set ${name} to a free one.`,
    )
  }
  if (code === 'EACCES') {
    return new StartError(
      `${subject} may not be opened by this user: set ${name} to one above 1023.`,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new StartError(`HOST ${host} is no address of this machine.`)
  }
  return error
}
