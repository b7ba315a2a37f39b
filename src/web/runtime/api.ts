import type { wire as Wire } from 'virtual:wire'
import type { BodyOf, ParamsOf, QueryOf, AnswerOf } from '../../contract/endpoint.ts'
import type { EndpointName, Endpoints } from '../../contract/endpoints.ts'
import type { PageContext } from '../../contract/page-context.ts'
import { noAnswer } from './api-error.ts'

type Part<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T }

export type CallInput<N extends EndpointName> = Part<'params', ParamsOf<Endpoints[N]>> &
  Part<'query', QueryOf<Endpoints[N]>> &
  Part<'body', BodyOf<Endpoints[N]>> & { idempotencyKey?: string; tenant?: string }

/** Methods, paths and names of the calls that the page's area has added; those of usual pages come with make-call.ts. */
export const wire = {} as typeof Wire

/** Adds calls of a rarely visited area, together with its pages. */
export function addCalls(more: Partial<typeof wire>): void {
  Object.assign(wire, more)
}

let making: typeof import('./make-call.ts') | null = null

/** Loads what makes calls: a page makes none before its visitor does something (hydrate.tsx). */
export const loadCalls = async () => (making ??= await import('./make-call.ts'))

/**
 * Calls an endpoint with inner field names: in process on the server, by fetch in the browser. Throws ApiError for every non-success
 * answer, and without an answer (`status` 0).
 */
export async function callApi<N extends EndpointName>(
  context: Pick<PageContext, 'send' | 'locale' | 'tenant'>,
  name: N,
  input: CallInput<N>,
): Promise<AnswerOf<Endpoints[N]>> {
  const { makeCall } = await loadCalls().catch(() => {
    throw noAnswer()
  })
  return (await makeCall(wire, context.send, name, input)) as AnswerOf<Endpoints[N]>
}
