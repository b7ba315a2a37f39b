/** An address for its owner to recognise and for nobody else to read: `mara@post.example` is `m***@post.example`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1 ? '***' : `${[...email][0]}***${email.slice(at)}`
}
