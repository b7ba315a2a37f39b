/** Whether a text can be one of our tokens: 32 bytes in base64url. Catches truncated and extended links. */
export const isTokenText = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
