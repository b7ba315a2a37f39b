import type { DataRouteMatch } from 'react-router'
import { isCountedPage } from '../../domain/tracking-goals.ts'
import { sendEvent } from './send-event.ts'

/** Reports a client-side page change, if the page counts. Route ids read `de:Homepage`. */
export function tellPage(matches: DataRouteMatch[]): void {
  const page = matches.at(-1)?.route.id.split(':')[1] ?? ''
  if (isCountedPage(page)) sendEvent({ page })
}
