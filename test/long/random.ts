/** A repeatable random source (mulberry32): the same seed gives the same run of numbers in [0, 1). */
export function makeRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The seed of this run: SEED to repeat one, else a new one. */
export const readSeed = () => Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** A valid German IBAN of its own for every number. */
export function ibanOf(number: number): string {
  const account = `37040044${String(number).padStart(10, '0')}`
  const check = 98n - (BigInt(`${account}131400`) % 97n)
  return `DE${String(check).padStart(2, '0')}${account}`
}
