import type { Served } from '../serve.ts'
import type { Kind } from './kind.ts'
import { changePassword } from './change-password.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { servePasskeys } from './own-passkeys.ts'
import { serveSessions } from './own-sessions.ts'
import { beginPasskeyLogin, logInByPasskey } from './passkey-login.ts'
import { requestPassword } from './request-password.ts'
import { checkLink, setPassword } from './set-password.ts'

/** The login endpoints of a kind. */
export const serveAccess = (kind: Kind): Served[] => [
  ...[
    login,
    logout,
    requestPassword,
    checkLink,
    setPassword,
    changePassword,
    beginPasskeyLogin,
    logInByPasskey,
  ].map((serve) => serve(kind)),
  ...serveSessions(kind),
  ...servePasskeys(kind),
]
