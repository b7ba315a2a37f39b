import { AsyncLocalStorage } from 'node:async_hooks'

/** A request that is answered. `loggedIn`: whose session its handler began. */
export type CurrentRequest = { id: string; loggedIn?: { kind: string; id: string } }

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Runs `work`, and all that it starts, for this request. */
export const inRequest = <T>(request: CurrentRequest, work: () => T): T =>
  requests.run(request, work)

/** The id of the request that is being answered, as its error answers name it; undefined in jobs, sweeps and commands. */
export const currentRequest = (): string | undefined => requests.getStore()?.id

/** Notes a begun session for the security log, which has it once the request succeeded. */
export function noteLogIn(kind: string, id: string): void {
  const request = requests.getStore()
  if (request) request.loggedIn = { kind, id }
}
