import { AsyncLocalStorage } from 'node:async_hooks'

const requests = new AsyncLocalStorage<string>()

/** Runs `work`, and all that it starts, for the request of this id. */
export const inRequest = <T>(id: string, work: () => T): T => requests.run(id, work)

/** The id of the request that is being answered, as its error answers name it; undefined in jobs, sweeps and commands. */
export const currentRequest = (): string | undefined => requests.getStore()
