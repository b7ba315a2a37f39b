import type { DataRouteMatch } from 'react-router'
import { isCountedPage } from '../../domain/tracking-goals.ts'
import { sendEvent } from './send-event.ts'

/** Tells of a page that the browser changed to, if it is one that counts. Ids of routes read `de:Homepage`. */
export function tellPage(matches: DataRouteMatch[]): void {
  const page = matches.at(-1)?.route.id.split(':')[1] ?? ''
  if (isCountedPage(page)) sendEvent({ page })
}
