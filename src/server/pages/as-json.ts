/** A value as it comes out of JSON, without what is undefined, but for its text: to write and read that takes twice as long. */
export function asJson(value: unknown): unknown {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return value
  if (Number.isFinite(value)) return Object.is(value, -0) ? 0 : value
  if (Array.isArray(value)) return Array.from(value, (one) => asJson(one) ?? null)
  if (!isPlain(value)) {
    const text = JSON.stringify(value) as string | undefined
    return text === undefined ? undefined : (JSON.parse(text) as unknown)
  }
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const written = asJson(value[name])
    if (written !== undefined) copy[name] = written
  }
  return copy
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.getPrototypeOf(value) === Object.prototype &&
  !('toJSON' in value) &&
  !Object.hasOwn(value, '__proto__')
