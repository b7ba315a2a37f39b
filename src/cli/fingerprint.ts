/** The part of a hash that people compare and type. */
export const fingerprintOf = (hash: string): string => hash.slice(0, 12)
