import pino, { type DestinationStream, type Logger } from 'pino'

// Messages of mail servers and the database quote what they were sent.
const quoted = [
  /[^\s<>"'()=,;:]+@[^\s<>"'(),;]+/g,
  /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g,
]
const masked = (text: string) => quoted.reduce((left, one) => left.replaceAll(one, '…'), text)

/** An error as it is logged: no other fields, as the database's have the values of a row. */
function errorOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return masked(String(error))
  const { name, message, code, stack, cause } = error as Error & { code?: unknown }
  return {
    name,
    code,
    message: typeof message === 'string' ? masked(message) : undefined,
    stack: typeof stack === 'string' ? masked(stack) : undefined,
    ...(cause === undefined ? {} : { cause: errorOf(cause) }),
  }
}

const warns = 40
/** Bytes: who reads them may stall. */
const mostWaiting = 64 * 1024 * 1024

/** Written together within a tenth of a second, as a write for each took a twelfth of a page's work. */
let output: ReturnType<typeof pino.destination> | undefined
const openOutput = () =>
  (output ??= pino.destination({
    dest: 1,
    sync: false,
    minLength: 4_096,
    periodicFlush: 100,
    maxLength: mostWaiting,
  }))

/** The process's log: JSON lines on standard output; what warns, and what the security log says, is written at once. */
export function makeLog(level: string, to: DestinationStream = openOutput()): Logger {
  return pino(
    {
      level,
      serializers: { err: errorOf, error: errorOf },
      hooks: {
        logMethod(args, method, of) {
          method.apply(this, args)
          if (of >= warns) this.flush()
        },
      },
    },
    to,
  )
}
