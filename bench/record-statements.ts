import type pg from 'pg'

type Value = unknown
type Sent = { text: string; values: Value[] }
/** Statements of each borrowed connection in waves, each sent at once and awaited before the next. */
export type Recording = { borrows: { waves: Sent[][] }[] }

/** Records everything that `work` sends over the pool, in order and in waves. */
export async function recordStatements(
  pool: pg.Pool,
  work: () => Promise<void>,
): Promise<Recording> {
  const recording: Recording = { borrows: [] }
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>
  pool.connect = (async () => {
    const client = await connect()
    const borrow: Recording['borrows'][number] = { waves: [] }
    recording.borrows.push(borrow)
    let pending = 0
    return new Proxy(client, {
      get(target, name) {
        const member = Reflect.get(target, name) as unknown
        if (name !== 'query')
          return typeof member === 'function'
            ? (member as (...rest: unknown[]) => unknown).bind(target)
            : member
        return async (text: string, values: Value[]) => {
          if (pending === 0) borrow.waves.push([])
          pending += 1
          borrow.waves.at(-1)?.push({ text, values })
          try {
            return await target.query(text, values)
          } finally {
            pending -= 1
          }
        }
      },
    })
  }) as typeof pool.connect
  try {
    await work()
  } finally {
    pool.connect = connect as typeof pool.connect
  }
  return recording
}

/** Equal when two recordings sent the same statements, whatever their values. */
export const shapeOf = ({ borrows }: Recording) =>
  JSON.stringify(borrows.map(({ waves }) => waves.map((wave) => wave.map(({ text }) => text))))
