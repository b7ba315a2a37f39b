import type { Endpoint } from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import type { Served } from './serve.ts'

/** Endpoints that are registered at once; the module that exports them is loaded by the first call of one. */
export function later<Name extends keyof typeof endpoints>(
  load: () => Promise<Record<Name, Served>>,
  ...names: Name[]
): Served[] {
  // A load that failed is not kept: the next call tries again.
  let loaded: Record<Name, Served> | undefined
  return names.map((name) => ({
    endpoint: endpoints[name] as unknown as Endpoint,
    handle: async (call) => (loaded ??= await load())[name].handle(call),
  }))
}
