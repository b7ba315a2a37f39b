import { isLoopback } from './is-loopback.ts'
import { StartError } from './start-error.ts'

/** The company's OpenID Connect provider, by which operators may sign in. */
export type OperatorSignOn = {
  name: string // as people call it
  issuer: string // spelled as the provider spells it
  clientId: string
  scopes: string[]
  secret: string | null // null: a public client
  acr: string[] | null // how people have to log in there, as the provider calls it; null: not checked
}

/** From OPERATOR_SSO_ISSUER and its like; null without any. @param value reads a variable */
export function readOperatorSignOn(value: (name: string) => string | null): OperatorSignOn | null {
  const [issuer, clientId] = [value('OPERATOR_SSO_ISSUER'), value('OPERATOR_SSO_CLIENT_ID')]
  const [secret, name] = [value('OPERATOR_SSO_SECRET'), value('OPERATOR_SSO_NAME')]
  const acr = value('OPERATOR_SSO_ACR')
  if (issuer === null || clientId === null) {
    if ([issuer, clientId, secret, name, acr].every((one) => one === null)) return null
    throw new StartError(
      'OPERATOR_SSO_ISSUER and OPERATOR_SSO_CLIENT_ID belong together: set both, or no OPERATOR_SSO variable at all.',
    )
  }
  const url = URL.canParse(issuer) ? new URL(issuer) : null
  const isSafe =
    url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (!url || !isSafe || url.username || url.search || url.hash)
    throw new StartError(
      `OPERATOR_SSO_ISSUER is "${issuer}", but it must be an https:// address as the provider spells it, without query.`,
    )
  return {
    name: name ?? url.hostname,
    issuer,
    clientId,
    scopes: ['email'],
    secret,
    acr: acr === null ? null : acr.split(/\s+/),
  }
}
