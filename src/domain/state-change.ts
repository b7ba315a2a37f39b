// The one way a state may change (domain.md section 3): a table says what follows what, and a
// change that was made already is answered as done, not made twice.

export type Change =
  | { kind: 'changed' }
  | { kind: 'already' }
  | { kind: 'refused'; reason: 'final' | 'not-next' }

// `implied` lists, per state, the states that it includes for good: a released order was confirmed,
// so confirming it once more is done already and not an error.
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
