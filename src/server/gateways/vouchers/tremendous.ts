import { Agent } from 'node:https'
import { Configuration, FundingSourcesApi, OrdersApi, RewardsApi } from 'tremendous'
import type { VoucherRefusal } from '../../../domain/voucher-order.ts'
import { OutsideError } from '../http/outside-error.ts'
import { checkTarget, lookupFor } from '../http/where-to-ask.ts'
import {
  tremendousAt,
  type ProviderAccess,
  type ProviderAnswer,
  type VoucherProvider,
} from './voucher-provider.ts'

// https://developers.tremendous.com: POST /orders with an external id is idempotent, and an order is found by it. No personal data is sent.

export const timeoutMs = 15_000
export const maxBytes = 256 * 1024

const agent = new Agent({ lookup: lookupFor(null) })

type Answer = { status: number; data: unknown }

export function tremendous(
  { isSandbox, fundingSource, key }: ProviderAccess,
  at = tremendousAt(isSandbox),
): VoucherProvider {
  const configuration = new Configuration({
    basePath: at,
    accessToken: key,
    baseOptions: {
      maxRedirects: 0,
      maxContentLength: maxBytes,
      proxy: false,
      httpsAgent: agent,
      validateStatus: () => true, // judged below
    },
  })
  const orders = new OrdersApi(configuration)
  const rewards = new RewardsApi(configuration)
  const sources = new FundingSourcesApi(configuration)

  return {
    async order({ id, products, cents }) {
      const answer = await send(at, (limits) =>
        orders.createOrder(
          {
            external_id: id,
            payment: { funding_source_id: fundingSource },
            reward: {
              products,
              value: { denomination: cents / 100, currency_code: 'EUR' },
              delivery: { method: 'LINK' },
            },
          },
          limits,
        ),
      )
      const refusal = refusalOf(answer)
      if (refusal) return { kind: 'refused', reason: refusal }
      return readOrder(answer, id)
    },

    async ask(id) {
      const answer = await send(at, (limits) => orders.getOrder(id, limits))
      if (answer.status === 404) return { kind: 'absent' }
      return readOrder(answer, id)
    },

    async fetchCode(item) {
      const answer = await send(at, (limits) => rewards.generateRewardLink(item, limits))
      const link = textAt(answer, 'reward', 'link')
      if (answer.status !== 200 || !link || !isHttps(link)) throw unclear(answer)
      return link
    },

    async balance() {
      const answer = await send(at, (limits) => sources.getFundingSource(fundingSource, limits))
      const cents = pick(answer.data, 'funding_source', 'meta', 'available_cents')
      if (answer.status !== 200 || !Number.isSafeInteger(cents)) throw unclear(answer)
      return cents as number
    },
  }
}

async function send(
  at: string,
  request: (limits: { timeout: number; signal: AbortSignal }) => Promise<Answer>,
): Promise<Answer> {
  checkTarget(new URL(at))
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    return await request({ timeout: timeoutMs, signal })
  } catch (error) {
    const { cause } = error as { cause?: unknown }
    if (cause instanceof OutsideError) throw cause
    // Without its cause, which has the key in its headers.
    if (signal.aborted)
      throw new OutsideError('timeout', `The voucher provider gave no answer in ${timeoutMs} ms.`)
    const code = (error as { code?: unknown }).code
    throw new OutsideError(
      'unreachable',
      `The voucher provider gave no whole answer (${typeof code === 'string' ? code : 'unknown'}).`,
    )
  }
}

const unclear = ({ status }: Answer) =>
  new OutsideError('broken', `The voucher provider answered ${status} in a way that says nothing.`)

/** Statuses that mean that nothing was ordered. Any other but success may have ordered. */
function refusalOf(answer: Answer): VoucherRefusal | null {
  const { status } = answer
  if (status === 401 || status === 403) return 'key'
  if (status === 402) return 'funds'
  if (status !== 400 && status !== 404 && status !== 422) return null
  const said = JSON.stringify(pick(answer.data, 'errors') ?? '').toLowerCase()
  return /insufficient|not enough|balance/.test(said) ? 'funds' : 'product'
}

function readOrder(answer: Answer, id: string): Exclude<ProviderAnswer, { kind: 'absent' }> {
  const reference = textAt(answer, 'order', 'id')
  const isOurs = textAt(answer, 'order', 'external_id') === id
  if ((answer.status !== 200 && answer.status !== 201) || !reference || !isOurs)
    throw unclear(answer)
  switch (textAt(answer, 'order', 'status')) {
    case 'EXECUTED': {
      const item = pick(answer.data, 'order', 'rewards', 0, 'id')
      if (typeof item !== 'string' || item === '') throw unclear(answer)
      return { kind: 'ordered', reference, item }
    }
    case 'FAILED':
      return { kind: 'refused', reason: 'refused' }
    case 'CANCELED':
      return { kind: 'refused', reason: 'cancelled' }
    case 'OPEN':
    case 'PENDING APPROVAL':
    case 'PENDING INTERNAL PAYMENT APPROVAL':
    case 'PENDING SETTLEMENT':
      return { kind: 'waits', reference }
    default:
      throw unclear(answer)
  }
}

/** A value of an answer, whose shape nobody has checked. */
function pick(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, key) =>
      typeof found === 'object' && found !== null
        ? (found as Record<string | number, unknown>)[key]
        : undefined,
    value,
  )
}

function textAt(answer: Answer, ...path: string[]): string | null {
  const found = pick(answer.data, ...path)
  return typeof found === 'string' && found !== '' && found.length <= 200 ? found : null
}

const isHttps = (link: string) => URL.parse(link)?.protocol === 'https:'
