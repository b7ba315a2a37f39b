// Files of orders that operators import in the console.

export const largestOrderFile = 8 * 1024 * 1024
export const mostOrderLines = 100_000

export const orderFileStates = ['checking', 'checked', 'running', 'done', 'stopped'] as const
export type OrderFileState = (typeof orderFileStates)[number]
