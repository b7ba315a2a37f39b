import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'

export type TrustedProxies = boolean | string[] | ((address: string, hop: number) => boolean)

/** Reads who sent a request, by the same rule as the framework (`request.ip`). */
export function makeAddressReader(trusted: TrustedProxies): (request: IncomingMessage) => string {
  if (trusted === false) return ({ socket }) => socket.remoteAddress ?? ''
  const trusts =
    trusted === true
      ? () => true
      : typeof trusted === 'function'
        ? trusted
        : proxyAddress.compile(trusted)
  return (request) => proxyAddress(request, trusts) ?? ''
}
