// Files of the bank that people bring in the console.

/** `refused`: nothing of it can be read or is of this account. `stopped`: it came to no end (`bankUploadStops`). */
export const bankUploadStates = ['waiting', 'running', 'done', 'refused', 'stopped'] as const
export type BankUploadState = (typeof bankUploadStates)[number]

export const bankUploadStops = ['right-ended', 'broken-off'] as const
export type BankUploadStop = (typeof bankUploadStops)[number]

/** What a file says that somebody looks at. `unclear`: not applied. `open`: an open line of the statement. */
export const bankUploadNotes = [
  'waiting',
  'unclear',
  'open',
  'due-again',
  'held',
  'ownerless',
] as const
export type BankUploadNote = (typeof bankUploadNotes)[number]

/** Of each kind as many are kept; their number is always that of all. */
export const mostUploadNotes = 50
