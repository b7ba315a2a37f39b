import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { limitOutgoing } from '../http/where-to-ask.ts'
import type { AddressInfo } from 'node:net'

// A local server with the answers of Tremendous' API, as its documentation and its own client describe them.

type Order = { id: string; external_id: string; status: string; reward: string; cents: number }
/** What the next request of a kind meets. `accept`: it is carried out first. */
export type Fault =
  | { status: number; errors?: object; accept?: boolean }
  | { hangs: true; accept?: boolean }
  | { breaks: true; accept?: boolean }
  | { says: string }
export type Kind = 'order' | 'ask' | 'link' | 'balance'

export async function startRecordedProvider(key = 'TEST_key') {
  const orders = new Map<string, Order>()
  const seen: { kind: Kind; id: string; body: unknown }[] = []
  const faults: Record<Kind, Fault[]> = { order: [], ask: [], link: [], balance: [] }
  let made = 0
  let status = 'EXECUTED'
  let onRequest: ((kind: Kind) => void) | null = null

  limitOutgoing(null)
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const body = text === '' ? null : (JSON.parse(text) as Record<string, any>) // eslint-disable-line -- of the product itself
    const path = (request.url ?? '').replace('/api/v2', '')
    const send = (code: number, data: unknown) => {
      response.writeHead(code, { 'content-type': 'application/json; charset=utf-8' })
      response.end(JSON.stringify(data))
    }
    if (request.headers.authorization !== `Bearer ${key}`)
      return send(401, { errors: { message: 'Unauthorized' } })
    const [kind, id]: [Kind, string] =
      request.method === 'POST' && path === '/orders'
        ? ['order', String(body?.['external_id'])]
        : path.startsWith('/orders/')
          ? ['ask', path.slice('/orders/'.length)]
          : path.endsWith('/generate_link')
            ? ['link', path.split('/')[2]!]
            : ['balance', path.split('/')[2] ?? '']
    seen.push({ kind, id, body })
    const fault = faults[kind].shift()
    const carryOut = () => {
      if (kind !== 'order' || orders.has(id)) return
      made += 1
      orders.set(id, {
        id: `ORDER${made}`,
        external_id: id,
        status,
        reward: `REWARD${made}`,
        cents: Math.round(body!['reward'].value.denomination * 100),
      })
    }
    if (!fault || ('accept' in fault && fault.accept)) carryOut()
    onRequest?.(kind)
    if (fault && 'hangs' in fault) return undefined
    if (fault && 'breaks' in fault) {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
      response.write('{"order":')
      return response.destroy()
    }
    if (fault && 'says' in fault) {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(fault.says)
    }
    if (fault)
      return send(fault.status, { errors: { message: 'Refused', payload: fault.errors ?? {} } })
    if (kind === 'balance')
      return send(200, {
        funding_source: { id, method: 'balance', meta: { available_cents: 123_456 } },
      })
    if (kind === 'link') return send(200, { reward: { id, link: linkOf(id) } })
    const order = orders.get(id)
    if (!order) return send(404, { errors: { message: 'Not found' } })
    return send(kind === 'order' ? 201 : 200, {
      order: {
        id: order.id,
        external_id: order.external_id,
        status: order.status,
        created_at: '2026-11-17T11:00:00.000Z',
        rewards: [
          {
            id: order.reward,
            order_id: order.id,
            value: { denomination: order.cents / 100, currency_code: 'EUR' },
            delivery: { method: 'LINK', status: 'SUCCEEDED' },
          },
        ],
      },
    })
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    at: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v2`,
    key,
    orders,
    seen,
    kinds: () => seen.map(({ kind }) => kind),
    next: (kind: Kind, ...fault: Fault[]) => faults[kind].push(...fault),
    /** Of the next orders. */
    makesThem: (next: string) => (status = next),
    settle: (next: string) => orders.forEach((order) => (order.status = next)),
    onRequest: (heard: ((kind: Kind) => void) | null) => (onRequest = heard),
    reset: () => {
      orders.clear()
      seen.length = 0
      for (const list of Object.values(faults)) list.length = 0
      status = 'EXECUTED'
      onRequest = null
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type RecordedProvider = Awaited<ReturnType<typeof startRecordedProvider>>
export const linkOf = (reward: string) =>
  `https://testflight.tremendous.com/rewards/payout/${reward}`
