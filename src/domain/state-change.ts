// State changes (domain.md section 3): a table lists the allowed ones; a repeated change is a no-op.

export type Change =
  | { kind: 'changed' }
  | { kind: 'already' }
  | { kind: 'refused'; reason: 'final' | 'not-next' }

/** `implied`: states that a state includes for good: a released order was confirmed, so confirming it is a no-op, not an error. */
export function changeState<State extends string>(
  next: Record<State, readonly State[]>,
  from: State,
  to: State,
  implied?: Record<State, readonly State[]>,
): Change {
  if (from === to || implied?.[from].includes(to)) return { kind: 'already' }
  if (next[from].includes(to)) return { kind: 'changed' }
  return { kind: 'refused', reason: next[from].length === 0 ? 'final' : 'not-next' }
}
