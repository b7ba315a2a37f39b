/** Whether a text can be a token of ours at all: 32 bytes in base64url. What a link lost or gained on its way cannot. */
export const isTokenText = (text: string) => /^[A-Za-z0-9_-]{43}$/.test(text)
