/**
 * The keys of the two events that move a settling in the ledger to another day: undone where it stands, and settled anew. Each is posted
 * once, and a day may be corrected again. Whoever reads `settled` leaves out what was undone, which has the same key but for the event.
 * @param key `payout:<payment>:settled`, or `…:settled:<times it was moved>`
 */
export function keysOfMove(key: string): { undone: string; anew: string } {
  const [, payment, times] = /^(payout:[^:]+):settled(?::(\d+))?$/.exec(key) ?? []
  if (!payment) throw new Error(`No key of a settling: ${key}`)
  return {
    undone: key.replace(':settled', ':settled-undone'),
    anew: `${payment}:settled:${Number(times ?? 0) + 1}`,
  }
}
