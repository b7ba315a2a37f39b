const settling = /^payout:([^:]+):settled(?::(\d+))?$/

/**
 * The keys of the two events that move a settling in the ledger to another day: undone where it stands, and settled anew. Each is posted
 * once, and a day may be corrected again. Whoever reads `settled` leaves out what was undone, which has the same key but for the event.
 * @param key `payout:<payment>:settled`, or `…:settled:<times it was moved>`
 */
export function keysOfMove(key: string): { undone: string; anew: string } {
  const [, payment, times] = settling.exec(key) ?? []
  if (!payment) throw new Error(`No key of a settling: ${key}`)
  return {
    undone: key.replace(':settled', ':settled-undone'),
    anew: `payout:${payment}:settled:${Number(times ?? 0) + 1}`,
  }
}

/** Of events with such keys, those that settle one of these payments and were not undone. */
export function standingOf<Event extends { event_key: string }>(
  events: readonly Event[],
  payments: readonly string[],
): (Event & { payout_id: string })[] {
  const asked = new Set(payments)
  const keys = new Set(events.map(({ event_key: key }) => key))
  return events.flatMap((event) => {
    const [, payment = ''] = settling.exec(event.event_key) ?? []
    if (!asked.has(payment) || keys.has(keysOfMove(event.event_key).undone)) return []
    return [{ ...event, payout_id: payment }]
  })
}
