import type { Logger } from 'pino'
import type { ErrorName } from '../../domain/errors.ts'

export type SecurityEvent =
  | 'log-in'
  | 'log-in-refused'
  | 'limit-reached'
  | 'captcha-asked'
  | 'captcha-refused'
  | 'token-refused'
  | 'key-refused'
  | 'right-refused'
  | 'form-refused'

/** Persons by number and kind, the address by keyed hash: no line names anybody. */
export type SecurityLine = {
  event: SecurityEvent
  reason: string // the refusal, or what began the session
  tenant: string | null // null: not known yet
  actor: { kind: string; id: string } | null // null: refused before it was known
  visitor: string | null // keyed hash of the network, as in limits
  request: string // id
  route?: string | undefined // pattern, without values
}

export const events: Partial<Record<ErrorName, SecurityEvent>> = {
  'wrong-credentials': 'log-in-refused',
  'confirmation-required': 'log-in-refused',
  'passkey-needed': 'log-in-refused',
  'passkey-refused': 'log-in-refused',
  'code-wrong': 'log-in-refused',
  'code-over': 'log-in-refused',
  'provider-login-needed': 'log-in-refused',
  'blocked-general': 'log-in-refused',
  'blocked-single': 'log-in-refused',
  'blocked-wildcard': 'log-in-refused',
  'too-many-requests': 'limit-reached',
  'captcha-required': 'captcha-asked',
  'captcha-wrong': 'captcha-refused',
  'session-missing': 'token-refused',
  'link-expired': 'token-refused',
  'token-used': 'token-refused',
  'recipient-token-invalid': 'token-refused',
  'reward-token-invalid': 'token-refused',
  'api-key-invalid': 'key-refused',
  'not-authorised': 'right-refused',
  'proof-needed': 'right-refused',
  'own-right': 'right-refused',
  'own-case': 'right-refused',
  'second-person': 'right-refused',
  'above-own-limit': 'right-refused',
}

// Said to whoever opens a page without having logged in, too: an event only for who sent something.
const needsCredential = new Set<ErrorName>([
  'session-missing',
  'recipient-token-invalid',
  'reward-token-invalid',
])

/** What a refusal is in the security log; null: no event. @param sent whether the request had a token, key or session */
export const securityEventOf = (name: ErrorName, sent: boolean): SecurityEvent | null =>
  needsCredential.has(name) && !sent ? null : (events[name] ?? null)

const logs = new WeakMap<Logger, Logger>()

/** Writes a line. Also where LOG_LEVEL leaves other lines of its level out. */
export function logSecurity(log: Logger, line: SecurityLine): void {
  let security = logs.get(log)
  if (!security) {
    security = log.child(
      { log: 'security' },
      { level: log.isLevelEnabled('fatal') ? 'info' : 'silent' },
    )
    logs.set(log, security)
  }
  security.info(line, line.event)
  security.flush()
}
